import Foundation
import Platform
import ProgressRegistry
import TestKit
import TestSupport
import Testing

/// Alive is not ready.
struct HealthTests {
    @Test func `told to stop it is not ready at once, and still alive for what was begun`() throws {
        let server = try LiveServer()
        let (ready, alive) = (HTTPClient(server), HTTPClient(server))
        for (client, target) in [(ready, "/readyz"), (alive, "/healthz")] {
            client.socket.send(Array("GET \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n".utf8))
        }
        #expect(HTTPClient(server).get("/readyz").text == "ready\n")

        Thread.detachNewThread { server.stop() }
        #expect(eventually { HTTPClient(server).get("/healthz").status == 0 })
        for client in [ready, alive] { client.socket.send(Array("\r\n".utf8)) }

        let reply = ready.reply()
        #expect(reply.status == 503)
        #expect(reply.problem == "shutting-down")
        #expect(reply["retry-after"] != nil)
        #expect(alive.reply().text == "ok\n")
        #expect(alive.isEnded())
    }

    @Test func `who asks for a stream while it stops is told when to come back`() throws {
        let server = try LiveServer()
        let id = HTTPClient(server).post("/v1/progress", "{}").json.id.string ?? ""
        let client = HTTPClient(server)
        client.socket.send(Array("GET /v1/progress/\(id)/events HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n".utf8))
        #expect(HTTPClient(server).get("/readyz").text == "ready\n")

        Thread.detachNewThread { server.stop() }
        #expect(eventually { HTTPClient(server).get("/healthz").status == 0 })
        client.socket.send(Array("\r\n".utf8))
        let reply = client.reply()

        #expect(reply.status == 200)
        #expect(reply.text.components(separatedBy: "retry: ").count == 2)
        #expect(!reply.text.contains("event: end"))
        #expect(client.isEnded())
    }

    @Test func `it says that it is alive while the longest work is being done`() throws {
        let server = try LiveServer { $0.sliceNanoseconds = 0 }
        let (busy, client) = (HTTPClient(server), HTTPClient(server))
        let line = #"{"method":"POST","path":"/v1/progress","body":{}}"#
        let batch = Array(repeating: line, count: 5_000).joined(separator: "\n")

        busy.send("POST", "/v1/batch", ["Content-Type": "application/x-ndjson"], bytes: Array(batch.utf8))
        let isAlive = eventually { MetricsReply(client).sum("progressd_batch_lines_total") > 0 }
        let health = client.get("/healthz")
        let done = MetricsReply(client).sum("progressd_batch_lines_total")

        #expect(isAlive)
        #expect(health.text == "ok\n")
        #expect(done < 5_000)
        #expect(busy.reply(to: "POST").status == 200)
    }
}
