import TestKit
import TestSupport
import Testing

/// docs/contract.md, section 5: `POST /v1/batch`.
struct BatchTests {
    private let server: LiveServer
    private let client: HTTPClient
    private let ndjson = ["Content-Type": "application/x-ndjson"]

    init() throws {
        server = try LiveServer()
        client = HTTPClient(server)
    }

    private func send(_ lines: [String]) -> [JSON] {
        let reply = client.post("/v1/batch", lines.joined(separator: "\n"), ndjson)
        #expect(reply.status == 200)
        return reply.text.split(separator: "\n").map { JSON(text: String($0)) }
    }

    @Test func `each line is one call, answered in order`() {
        let replies = send([
            #"{"method":"PUT","path":"/v1/progress/a","body":{"totalUnitCount":8}}"#,
            #"{"method":"POST","path":"/v1/progress/a/completed-units","body":{"count":2}}"#,
            #"{"method":"POST","path":"/v1/progress/a/pause"}"#,
            #"{"method":"PATCH","path":"/v1/progress/a","body":{"kind":"x"},"headers":{"Prefer":"return=minimal"}}"#,
            #"{"method":"GET","path":"/v1/progress/a?summary=true&locale=en"}"#,
            #"{"method":"GET","path":"/v1/progress?limit=1"}"#,
            #"{"method":"DELETE","path":"/v1/progress/a"}"#,
        ])

        #expect(replies.map { $0.status.int } == [201, 200, 200, 204, 200, 200, 204])
        #expect(replies[0].headers.Location.string?.hasPrefix("/v1/progress/") == true)
        #expect(replies[1].body.localizedDescription.string == "25% completed")
        #expect(replies[2].headers["Progress-Directive"].string == "pause")
        #expect(replies[3].body.isMissing)
        #expect(replies[3].headers.ETag.string?.hasPrefix("\"") == true)
        #expect(replies[4].body.summary.nodeCounts.paused.int == 1)
        #expect(replies[5].body.items.count == 1)
        #expect(client.get("/v1/progress/a").status == 404)
    }

    @Test func `a bad line fails alone`() {
        let id = client.create(#"{"totalUnitCount":8}"#)
        let good = "{\"method\":\"POST\",\"path\":\"/v1/progress/\(id)/completed-units\",\"body\":{\"count\":1}}"

        let replies = send([
            good, "nonsense", good, "{}", #"{"method":"POST"}"#, #"{"method":"POST","path":5}"#,
            #"{"method":"POST","path":"/v1/progress","more":1}"#, #"{"method":"GET","path":"/v1/progress","path":"/"}"#,
            #"{"method":"GET","path":"/v1/progress/nobody"}"#, #"{"method":"BREW","path":"/v1/progress"}"#,
            #"{"method":"POST","path":"/v1/progress","body":{"totalUnitCount":1.5}}"#, "[]", "1", good,
        ])

        let statuses = replies.map { $0.status.int ?? 0 }
        #expect(statuses == [200, 400, 200, 422, 422, 400, 400, 400, 404, 405, 400, 400, 400, 200])
        for reply in replies where (reply.status.int ?? 0) >= 400 {
            #expect(reply.headers["Content-Type"].string == "application/problem+json")
            #expect(reply.body.type.string?.hasPrefix("/problems/") == true)
        }
        #expect(client.snapshot(id).completedUnitCount.int == 3)
    }

    @Test func `only node and reservation paths may be called`() {
        let paths = ["/v1/batch", "/v1/events", "/healthz", "/", "/metrics", "/v1/progress/a/events", "nonsense", ""]

        let replies = send(paths.map { "{\"method\":\"\($0 == "/v1/batch" ? "POST" : "GET")\",\"path\":\($0.json)}" })

        for (path, reply) in zip(paths, replies) { #expect(reply.status.int == 404, "\(path)") }
    }

    @Test func `reservations work in a batch`() {
        _ = client.create(#"{"name":"p","totalUnitCount":10}"#)
        let made = send([#"{"method":"POST","path":"/v1/progress/p/reservations","body":{"pendingUnitCount":3}}"#])
        let token = made[0].body.token.string ?? ""

        let replies = send([
            "{\"method\":\"POST\",\"path\":\"/v1/progress\",\"body\":{},\"headers\":{\"Progress-Reservation\":\"\(token)\"}}",
            "{\"method\":\"DELETE\",\"path\":\"/v1/reservations/\(token)\"}",
        ])

        #expect(replies[0].body.pendingUnitCount.int == 3)
        #expect(replies[1].status.int == 204)
    }

    @Test func `nobody waits in a batch`() {
        _ = client.create(#"{"name":"p","totalUnitCount":10}"#)
        let etag = client.get("/v1/progress/p").etag.json
        let start = Moment.now()

        let replies = send([
            "{\"method\":\"GET\",\"path\":\"/v1/progress/p\",\"headers\":{\"Prefer\":\"wait=30\",\"If-None-Match\":\(etag)}}",
            #"{"method":"POST","path":"/v1/progress/p/heartbeat","headers":{"prefer":"wait=30"}}"#,
        ])

        #expect(replies.map { $0.status.int } == [304, 200])
        #expect(Moment.now() - start < 10)
    }

    @Test func `10,000 lines pass, one more does not`() {
        let id = client.create(#"{"totalUnitCount":8}"#)
        let line =
            "{\"method\":\"POST\",\"path\":\"/v1/progress/\(id)/completed-units\",\"body\":{\"count\":1},\"headers\":{\"Prefer\":\"return=minimal\"}}"
        let lines = [String](repeating: line, count: 10_000)

        #expect(send(lines).count { $0.status.int == 204 } == 10_000)
        // Replies of a replica that relays them may be the last of their connections.
        let reply = HTTPClient(server).post("/v1/batch", (lines + [line]).joined(separator: "\n"), ndjson)

        #expect(reply.status == 413)
        #expect(reply.problem == "too-many-lines")
        #expect(HTTPClient(server).snapshot(id).completedUnitCount.int == 10_000)
    }

    private func replies(around line: String) -> [JSON] {
        let good = #"{"method":"POST","path":"/v1/progress/p/completed-units","body":{"count":1}}"#
        _ = client.put("/v1/progress/p", #"{"totalUnitCount":10}"#)
        let replies = send([good, line, good])

        #expect([replies[0].status.int, replies[2].status.int] == [200, 200])
        #expect(client.snapshot("p").completedUnitCount.int == 2)
        return replies
    }

    @Test func `a line with 64 header fields passes, and one with more fails alone`() {
        func line(_ count: Int) -> String {
            let fields = (0..<count).map { "\"k\($0)\":\"1\"" }.joined(separator: ",")
            return #"{"method":"GET","path":"/v1/progress","headers":{\#(fields)}}"#
        }

        #expect(send([line(64)])[0].status.int == 200)
        let refused = replies(around: line(65))[1]
        #expect(refused.status.int == 431)
        #expect(refused.headers["Content-Type"].string == "application/problem+json")
        #expect(refused.body.type.string == "/problems/head-too-large")
        #expect(refused.body.detail.string == "A line may have at most 64 header fields.")
    }

    @Test func `a line with 256 parameters passes, and one with more fails alone`() {
        func line(_ count: Int) -> String {
            // At most 64 of each of the others may be given.
            let query = (0..<count).map { ["state=running", "state=paused", "label=a:b", "name=n"][$0 % 4] }
                .joined(separator: "&")
            return #"{"method":"GET","path":"/v1/progress?\#(query)"}"#
        }

        #expect(send([line(256)])[0].status.int == 200)
        let refused = replies(around: line(257))[1]
        #expect(refused.status.int == 431)
        #expect(refused.body.detail.string == "The query of a line may have at most 256 parameters.")
    }

    @Test func `a line with 16 KiB of path and fields passes, and one with more fails alone`() {
        func line(_ count: Int) -> String {
            let path = "/v1/progress/" + String(repeating: "a", count: count - 23)
            return #"{"method":"GET","path":"\#(path)","headers":{"Prefer":"wait"}}"#
        }

        #expect(send([line(16_384)])[0].status.int == 404)
        let refused = replies(around: line(16_385))[1]
        #expect(refused.status.int == 431)
        #expect(
            refused.body.detail.string
                == "The path with its query and the header fields of a line may have at most 16384 bytes in all."
        )
    }

    @Test func `a line whose body is too long fails alone, well-formed or not`() {
        let long = String(repeating: "x", count: 1 << 20)

        for line in [#"{"method":"PUT","path":"/v1/progress/q","body":"\#(long)"}"#, #"{"body":"\#(long)xx"#] {
            let refused = replies(around: line)[1]
            #expect(refused.status.int == 413)
            #expect(refused.body.type.string == "/problems/body-too-large")
            _ = client.delete("/v1/progress/p")
        }
    }

    @Test func `empty lines and CR LF are passed over, and an empty batch is an empty reply`() {
        #expect(send(["", "\r", #"{"method":"GET","path":"/v1/progress"}"# + "\r", "", "  "]).count == 1)
        #expect(client.post("/v1/batch", "", ndjson).status == 200)
        #expect(client.post("/v1/batch", "{}").problem == "unsupported-media-type")
    }
}
