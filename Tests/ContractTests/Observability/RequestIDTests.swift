import ProgressRegistry
import TestKit
import TestSupport
import Testing

/// `X-Request-ID`: the client's own comes back; a problem always has one.
struct RequestIDTests {
    private let server: LiveServer
    private let client: HTTPClient

    init() throws {
        server = try LiveServer()
        client = HTTPClient(server)
    }

    @Test func `the client's id comes back whatever the reply`() {
        let id = client.create(#"{"name":"a","totalUnitCount":9}"#)
        let etag = client.get("/v1/progress/a").etag
        let line = #"{"method":"GET","path":"/v1/progress/a"}"#
        let calls: [(String, String, [String: String], String?)] = [
            ("GET", "/v1/progress/a", [:], nil), ("GET", "/v1/progress/a", ["If-None-Match": etag], nil),
            ("HEAD", "/v1/progress/a", [:], nil), ("OPTIONS", "/v1/progress/a", [:], nil),
            ("GET", "/v1/progress/\(id)/tree", [:], nil), ("GET", "/v1/progress", [:], nil),
            ("POST", "/v1/progress/a/completed-units", [:], #"{"count":1}"#),
            ("POST", "/v1/progress/a/completed-units", ["Prefer": "return=minimal"], #"{"count":1}"#),
            ("POST", "/v1/batch", ["Content-Type": "application/x-ndjson"], line), ("GET", "/", [:], nil),
            ("GET", "/metrics", [:], nil), ("GET", "/healthz", [:], nil), ("GET", "/nowhere", [:], nil),
            ("BREW", "/v1/progress", [:], nil), ("GET", "/v1/progress/nobody", [:], nil),
            ("GET", "/v1/progress", ["Host": "evil.example"], nil),
        ]

        for (number, (method, target, headers, body)) in calls.enumerated() {
            let given = "call-\(number)"
            let reply = client.call(method, target, headers.merging(["X-Request-ID": given]) { $1 }, body)
            #expect(reply["x-request-id"] == given, "\(method) \(target)")
        }
        let stream = EventStream(server, "/v1/progress/a/events", ["X-Request-ID": "stream"])
        #expect(stream.reply["x-request-id"] == "stream")
    }

    @Test func `each of many calls that differ in their id alone gets its own back`() {
        let id = client.create(#"{"totalUnitCount":1000}"#)
        let path = "/v1/progress/\(id)/completed-units"

        for number in 1...30 {
            for given in ["n\(number % 10)", "n\(number % 10)", nil] {
                let reply = client.post(path, #"{"count":1}"#, given.map { ["X-Request-ID": $0] } ?? [:])
                #expect(reply.status == 200)
                #expect(reply["x-request-id"] == given)
            }
        }
        let same = (0..<4).map { _ in client.post(path, #"{"count":1}"#, ["X-Request-ID": "same"]) }
        #expect(same.allSatisfy { $0["x-request-id"] == "same" })

        #expect(client.snapshot(id).completedUnitCount.int == 94)
    }

    @Test func `a problem has an id also where the client gave none, another each time`() {
        let replies = (0..<3).map { _ in client.get("/v1/progress/nobody") }
        let malformed = HTTPClient(server).call("GET", "/v1/progress", ["X(Y)": "1"])
        let fine = client.get("/healthz")

        let ids = replies.compactMap { $0["x-request-id"] }
        #expect(Set(ids).count == 3)
        #expect(ids.allSatisfy { $0.utf8.count == 36 })
        #expect(malformed.status == 400)
        #expect(malformed["x-request-id"]?.utf8.count == 36)
        #expect(fine["x-request-id"] == nil)
    }

    @Test(arguments: ["two words", "a\"b", "a'b", "a\\b", "\u{e9}", String(repeating: "x", count: 129)])
    func `an id that could not be shown everywhere is not taken`(_ given: String) {
        let fine = client.get("/healthz", ["X-Request-ID": given])
        let problem = client.get("/v1/progress/nobody", ["X-Request-ID": given])

        #expect(fine.status == 200)
        #expect(fine["x-request-id"] == nil)
        #expect(problem["x-request-id"]?.utf8.count == 36)
        #expect(client.get("/healthz", ["X-Request-ID": String(repeating: "x", count: 128)])["x-request-id"] != nil)
    }

    @Test func `a request that waited still has its own id`() {
        let id = client.create(#"{"totalUnitCount":9}"#)
        let etag = client.get("/v1/progress/\(id)").etag
        let waiting = HTTPClient(server)
        waiting.send(
            "GET",
            "/v1/progress/\(id)",
            ["Prefer": "wait=30", "If-None-Match": etag, "X-Request-ID": "patient"]
        )
        #expect(eventually { MetricsReply(client).int("progressd_waiting_requests") == 1 })

        _ = client.post("/v1/progress/\(id)/completed-units", #"{"count":1}"#, ["X-Request-ID": "hasty"])

        let reply = waiting.reply()
        #expect(reply.json.completedUnitCount.int == 1)
        #expect(reply["x-request-id"] == "patient")
        #expect(MetricsReply(client).int("progressd_requests_total{class=\"wait\",code=\"2xx\"}") == 1)
    }

    @Test func `pages of a listed origin may send and read it`() throws {
        let origin = "https://shop.example"
        let server = try LiveServer { $0.corsOrigins = [origin] }
        let client = HTTPClient(server)
        let preflight = ["Origin": origin, "Access-Control-Request-Method": "POST"]

        let allowed = client.call("OPTIONS", "/v1/progress", preflight)["access-control-allow-headers"] ?? ""
        let reply = client.post("/v1/progress", "{}", ["Origin": origin, "X-Request-ID": "page"])

        #expect(allowed.contains("X-Request-ID") && allowed.contains("traceparent"))
        #expect(reply["access-control-expose-headers"]?.contains("X-Request-ID") == true)
        #expect(reply["x-request-id"] == "page")
    }
}
