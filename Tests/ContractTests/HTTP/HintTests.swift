import ProgressRegistry
import TestKit
import Testing

/// docs/contract.md, section 5: a problem says what to do instead.
struct HintTests {
    private let server: LiveServer
    private let client: HTTPClient

    init() throws {
        server = try LiveServer()
        client = HTTPClient(server)
    }

    private func detail(_ reply: Reply) -> String { reply.problem == nil ? "" : reply.json.detail.string ?? "" }

    @Test func `an unknown member names the one that is meant`() {
        let id = client.create()
        let path = "/v1/progress/\(id)"

        let replies = [
            client.post("/v1/progress", #"{"totalUnits":2}"#), client.patch(path, #"{"total_unit_count":2}"#),
            client.post("\(path)/completed-units", #"{"counts":2}"#), client.post("\(path)/fail", #"{"mesage":"m"}"#),
            client.post("\(path)/children", #"{"pending":2}"#),
        ]

        let meant = ["totalUnitCount", "totalUnitCount", "count", "message", "pendingUnitCount"]
        for (reply, name) in zip(replies, meant) {
            #expect(reply.problem == "unknown-field")
            #expect(detail(reply).hasSuffix("Did you mean \(name)?"), "\(detail(reply))")
        }
        #expect(detail(client.post("/v1/progress", #"{"colour":2}"#)) == "The member /colour is unknown.")
    }

    @Test func `a wrong media type says what curl has to be told`() {
        let text = client.post("/v1/progress", "{}", ["Content-Type": "text/plain"])
        let batch = client.post("/v1/batch", "{}", ["Content-Type": "text/plain"])

        #expect(detail(text).hasSuffix("With curl: --json, or -H 'Content-Type: application/json'."))
        #expect(detail(batch).hasSuffix("With curl: -H 'Content-Type: application/x-ndjson'."))
    }

    @Test(arguments: [
        ("/v1/progress/", #"Did you mean "/v1/progress"? (no slash at the end)"#),
        ("/v1/progress/a/tree/", #"Did you mean "/v1/progress/a/tree"? (no slash at the end)"#),
        ("/progress", #"Did you mean "/v1/progress"?"#), ("/batch", #"Did you mean "/v1/batch"?"#),
        ("/v1/progress/a/complete", "Did you mean /v1/progress/{id}/completed-units?"),
        ("/v1/nothing", "The calls begin with /v1/progress; /docs describes them all."),
        ("/v1/", #"Did you mean "/v1"? (no slash at the end)"#),
        ("/nothing", "/ is the dashboard, /v1/progress lists the roots, and /docs describes every path."),
    ])
    func `an unknown path says which one is meant`(path: String, hint: String) {
        let reply = client.get(path)

        #expect(reply.status == 404)
        #expect(detail(reply) == "No resource has this path. \(hint)")
    }

    @Test func `an unknown progress is named, and where ended ones go`() {
        for path in ["/v1/progress/nobody", "/v1/progress/nobody/tree", "/progress/nobody"] {
            let reply = client.get(path)
            #expect(reply.status == 404)
            #expect(detail(reply).hasPrefix(#"No progress has the id or name "nobody". One that has ended is removed"#))
        }
        #expect(detail(client.complete("nobody", 1)).contains(#""nobody""#))
    }

    @Test func `an unknown id is repeated escaped and cut`() {
        let long = client.get("/v1/progress/" + String(repeating: "x", count: 1_000))
        let markup = client.get("/v1/progress/%3Cb%3E%22%0A")

        #expect(detail(long).contains("\"" + String(repeating: "x", count: 80) + "…\""))
        #expect(detail(markup).contains("\"%3Cb%3E%22%0A\""))
    }

    @Test(arguments: [
        ("N%C3%A4chtlicher%20Lauf", "Nächtlicher Lauf"), ("50%25", "50%"), ("%E2%80%AEevil", "%E2%80%AEevil"),
        ("%FF", "%FF"), ("%3Cb%3E", "%3Cb%3E"),
    ])
    func `what cannot be a name is repeated as its caller knows it`(sent: String, shown: String) {
        let unknown = client.get("/v1/progress/\(sent)/tree")
        let invalid = client.put("/v1/progress/\(sent)", "{}")

        #expect(detail(unknown).hasPrefix("No progress has the id or name \"\(shown)\"."))
        #expect(detail(invalid).hasPrefix("\"\(shown)\" is not a name"))
    }

    @Test func `a wrong method says what to call instead`() {
        let id = client.create()

        #expect(detail(client.put("/v1/progress", "{}")).hasSuffix("To create under a name, PUT /v1/progress/{name}."))
        #expect(detail(client.post("/v1/progress/\(id)", "{}")).contains("or POST …/completed-units."))
        #expect(detail(client.get("/v1/progress/\(id)/completed-units")).contains("This is a POST"))
        #expect(detail(client.delete("/v1/progress/\(id)/tree")) == "Allowed methods: GET, HEAD, OPTIONS.")
    }

    @Test func `a page of another site and a foreign host learn which setting lets them in`() {
        let foreign = client.post("/v1/progress", "{}", ["Origin": "https://evil.example"])
        let host = client.get("/v1/progress", ["Host": "evil.example"])

        #expect(foreign.problem == "cross-site")
        #expect(foreign.json.title.string == "Writes from other sites are refused")
        #expect(detail(host).contains("--allowed-host NAME"))
    }

    @Test func `a token with too little right is told which right is needed`() throws {
        let tokens = try AccessToken.list("reporter:r\noperator:o")
        let server = try LiveServer { $0.tokens = tokens }
        let client = HTTPClient(server)
        let id = client.post("/v1/progress", "{}", ["Authorization": "Bearer r"]).id

        let reply = client.post("/v1/progress/\(id)/cancel", nil, ["Authorization": "Bearer r"])

        #expect(detail(reply) == "The token is a reporter's; this call needs an operator.")
    }
}
