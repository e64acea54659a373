import TestKit
import Testing

/// docs/contract.md, section 5: forms.
struct FormTests {
    private let server: LiveServer
    private let client: HTTPClient

    init() throws {
        server = try LiveServer()
        client = HTTPClient(server)
    }

    private static let form = ["Content-Type": "application/x-www-form-urlencoded"]

    private func post(_ target: String, _ form: String) -> Reply { client.post(target, form, Self.form) }

    @Test func `a form creates what the same members in JSON create`() {
        let reply = post(
            "/v1/progress",
            "name=import&totalUnitCount=10&isPausable=true&throughput=1.5&labels.job=4711&labels.a.b=c&userInfo.note=x+y"
        )

        #expect(reply.status == 201)
        let made = reply.json
        #expect(made.name.string == "import")
        #expect(made.totalUnitCount.int == 10)
        #expect(made.isPausable.bool == true)
        #expect(made.throughput.double == 1.5)
        #expect(made.labels == JSON(text: #"{"job":"4711","a.b":"c"}"#))
        #expect(made.userInfo == JSON(text: #"{"note":"x y"}"#))
    }

    @Test func `the type of the member decides`() {
        let made = post("/v1/progress", "name=123&kind=true&localizedDescription=1.5&totalUnitCount=1e3").json

        #expect(made.name.string == "123")
        #expect(made.kind.string == "true")
        #expect(made.localizedDescription.string == "1.5")
        #expect(made.totalUnitCount.int == 1_000)
    }

    @Test(arguments: [
        "totalUnitCount=ten", "totalUnitCount=1.5", "totalUnitCount=+1", "totalUnitCount=01",
        "totalUnitCount=9223372036854775808", "isPausable=1", "isPausable=TRUE", "labels=x", "userInfo=x",
        "totalUnitCount=null",
    ])
    func `a value that its member's type cannot read is refused as in JSON`(form: String) {
        let reply = post("/v1/progress", form)

        #expect(reply.problem == "wrong-type")
        #expect(reply.json.field.string == "/" + form.prefix { $0 != "=" })
    }

    @Test func `an empty value is null, and an empty form an empty object`() {
        let made = post("/v1/progress", "totalUnitCount=&kind=")
        let empty = post("/v1/progress", "")

        #expect(made.json.totalUnitCount.int == -1)
        #expect(made.json.kind.isNull)
        #expect(empty.status == 201)
        #expect(empty.json.totalUnitCount.int == 0)
        #expect(client.post("/v1/progress", "").problem == "malformed-json")
    }

    @Test func `a form with more members than one step may read is refused`() {
        let most = (0..<1_024).map { "userInfo.k\($0)=" }.joined(separator: "&")

        let replies = [post("/v1/progress", most), post("/v1/progress", most + "&kind=x")]

        #expect(replies.map(\.status) == [201, 400])
        #expect(replies[1].problem == "malformed-form")
        #expect(replies[1].json.detail.string?.contains("1024") == true)
    }

    @Test func `every write on a progress takes a form`() {
        let id = client.create(#"{"totalUnitCount":10}"#)
        let path = "/v1/progress/\(id)"

        let replies = [
            client.put("/v1/progress/named", "totalUnitCount=3", Self.form),
            client.patch(path, "completedUnitCount=1&labels.a=b", Self.form),
            post("\(path)/children", "pendingUnitCount=2"),
            post("\(path)/children", "pendingUnitCount=2&childID=named"), post("\(path)/completed-units", "count=2"),
            post("\(path)/completed-units", "count=2&writer=7&sequence=1"), post("\(path)/heartbeat", ""),
            post("\(path)/reservations", "pendingUnitCount=1&expiresIn=60"),
            post("\(path)/grants", "role=viewer&expiresIn=60"), post("\(path)/pause", "reason=lunch"),
            post("\(path)/resume", ""), post("\(path)/fail", "message=disk+full&code=28"),
            post("/v1/progress/named/cancel", ""),
        ]

        for reply in replies { #expect(reply.status < 300, "\(reply.text)") }
        let snapshot = client.snapshot(id)
        #expect(snapshot.completedUnitCount.int == 5)
        #expect(snapshot.childCount.int == 2)
        #expect(snapshot.labels.a.string == "b")
        #expect(snapshot.failure.message.string == "disk full")
        #expect(snapshot.failure.code.string == "28")
    }

    @Test func `a patch by form resets by empty values and leaves the rest`() {
        let id = client.create(#"{"totalUnitCount":10,"kind":"file","labels":{"a":"1","b":"2"},"userInfo":{"k":1}}"#)

        let reply = client.patch("/v1/progress/\(id)", "kind=&labels.a=&userInfo.n=2", Self.form)

        #expect(reply.json.kind.isNull)
        #expect(reply.json.labels == JSON(text: #"{"b":"2"}"#))
        #expect(reply.json.userInfo == JSON(text: #"{"k":1,"n":"2"}"#))
        #expect(client.patch("/v1/progress/\(id)", "labels=", Self.form).json.labels.count == 0)
    }

    @Test func `put compares members, not their spelling`() {
        let json = client.put("/v1/progress/job", #"{"totalUnitCount":8,"labels":{"a":"1"}}"#)

        let form = client.put("/v1/progress/job", "labels.a=1&totalUnitCount=8.0", Self.form)
        let other = client.put("/v1/progress/job", "labels.a=2&totalUnitCount=8", Self.form)

        #expect(form.status == 200)
        #expect(form.id == json.id)
        #expect(other.problem == "name-taken")
    }

    @Test func `a member that appears twice is refused`() {
        for form in ["kind=a&kind=a", "labels.a=1&labels.a=2", "labels=&labels.a=1", "labels.a=1&labels="] {
            #expect(post("/v1/progress", form).problem == "duplicate-key", "\(form)")
        }
        #expect(post("/v1/progress", "labels.a=1&labels.a=2").json.field.string == "/labels/a")
    }

    @Test func `unknown members and what a body must not set are refused as in JSON`() {
        let unknown = post("/v1/progress", "totalUnits=2")

        #expect(unknown.problem == "unknown-field")
        #expect(unknown.json.detail.string?.hasSuffix("Did you mean totalUnitCount?") == true)
        #expect(post("/v1/progress", "fractionCompleted=1").problem == "read-only-field")
        #expect(post("/v1/progress", "a.b=1").json.field.string == "/a.b")
    }

    @Test func `children need JSON, and the problem says so`() {
        let reply = post("/v1/progress", "children=1")

        #expect(reply.problem == "wrong-type")
        #expect(reply.json.detail.string == "/children is a form's text; expected: an array, which takes a JSON body.")
    }

    @Test func `JSON under the type of a form is 415, and the problem names the header`() {
        for target in ["/v1/progress", "/v1/progress/x/completed-units"] {
            let reply = post(target, #"{"count":1}"#)
            #expect(reply.status == 415)
            #expect(reply.json.detail.string?.contains("--json, or -H 'Content-Type: application/json'") == true)
        }
    }

    @Test func `batches and sessions take no form`() {
        #expect(post("/v1/batch", "a=b").problem == "unsupported-media-type")
        #expect(post("/v1/session", "token=x").problem == "unsupported-media-type")
    }

    @Test func `parameters of the type, and its case, make no difference`() {
        for type in ["application/x-www-form-urlencoded; charset=utf-8", "Application/X-WWW-Form-URLEncoded"] {
            #expect(client.post("/v1/progress", "kind=a", ["Content-Type": type]).status == 201)
        }
        let coded = Self.form.merging(["Content-Encoding": "gzip"]) { $1 }
        #expect(client.post("/v1/progress", "kind=a", coded).problem == "unsupported-media-type")
    }
}
