import ProgressRegistry
import TestKit
import TestSupport
import Testing

/// Long requests, long replies and long waits that pass from one replica to the writer.
struct LongForwardingTests {
    @Test func `a batch of many lines passes to the writer, and its long reply back`() throws {
        let cluster = try LiveCluster(2)
        let (writer, heir) = (HTTPClient(cluster.writer), HTTPClient(cluster.heir))
        let id = writer.create(#"{"totalUnitCount":10000}"#)
        let line = #"{"method":"POST","path":"/v1/progress/\#(id)/completed-units","body":{"count":1}}"# + "\n"

        let reply = heir.post(
            "/v1/batch",
            String(repeating: line, count: 5_000),
            ["Content-Type": "application/x-ndjson"]
        )

        #expect(reply.status == 200)
        #expect(reply.body.count > 1 << 20)
        #expect(reply.text.split(separator: "\n").count == 5_000)
        #expect(writer.snapshot(id).completedUnitCount.int == 5_000)
    }

    @Test func `a long list that the writer makes is the same through another replica`() throws {
        let cluster = try LiveCluster(2) { $0.durability = .interval }
        let (writer, heir) = (HTTPClient(cluster.writer), HTTPClient(cluster.heir))
        let root = writer.create(#"{"totalUnitCount":2000}"#)
        for number in 0..<100 {
            let line =
                #"{"method":"POST","path":"/v1/progress/\#(root)/children","body":{"pendingUnitCount":1}}"# + "\n"
            let lines = String(repeating: line, count: 20)
            #expect(
                writer.post("/v1/batch", lines, ["Content-Type": "application/x-ndjson"]).status == 200,
                "\(number)"
            )
        }

        let (there, here) = (
            writer.get("/v1/progress/\(root)/tree"), heir.get("/v1/progress/\(root)/tree", ["Accept-Language": "en"])
        )

        #expect(there.body.count > 1 << 20)
        #expect(here.status == 200)
        #expect(here.body == there.body)
    }

    @Test func `a client that waits through another replica hears of the change`() throws {
        let cluster = try LiveCluster(2) { $0.durability = .interval }
        let (writer, heir) = (HTTPClient(cluster.writer), HTTPClient(cluster.heir))
        let made = writer.post("/v1/progress", #"{"totalUnitCount":10}"#)

        heir.send(
            "GET",
            "/v1/progress/\(made.id)",
            ["If-None-Match": made["etag"] ?? "", "Prefer": "wait=60"]
        )
        #expect(eventually { writer.get("/metrics").text.contains("progressd_waiting_requests 1") })
        writer.complete(made.id, 3)

        #expect(heir.reply().json.completedUnitCount.int == 3)
    }

    @Test(arguments: ["wait_progress", "watch_progress"])
    func `an agent that waits through another replica hears of the end`(tool: String) throws {
        let cluster = try LiveCluster(2) { $0.hasMCP = true }
        let (writer, heir) = (HTTPClient(cluster.writer), HTTPClient(cluster.heir))
        let id = writer.create(#"{"totalUnitCount":2}"#)
        let message =
            #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"\#(tool)","arguments":{"id":"\#(id)"},"#
            + #""_meta":{"progressToken":1}}}"#

        heir.send(
            "POST",
            "/mcp",
            ["Content-Type": "application/json", "Accept": "application/json, text/event-stream"],
            bytes: Array(message.utf8)
        )
        let gauge = tool == "wait_progress" ? "progressd_waiting_requests 1" : "progressd_streams 1"
        #expect(eventually { writer.get("/metrics").text.contains(gauge) })
        writer.complete(id, 2)

        let reply = heir.reply()
        #expect(reply.status == 200)
        #expect(reply.text.contains(#""state":"finished""#))
    }
}
