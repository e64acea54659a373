import FoundationEssentials
import ProgressRegistry
import TestKit
import TestSupport
import Testing

/// Many clients make an event of each empty line, even without data, and then fail: httpx-sse, sseclient, aiosseclient.
struct StreamLineTests {
    @Test func `every empty line of a stream ends an event with data, also beside heartbeats`() throws {
        let server = try LiveServer { $0.heartbeatSeconds = 0.1 }
        let client = HTTPClient(server)
        let id = client.create(#"{"totalUnitCount":8}"#)
        let last = EventStream(server, "/v1/progress/\(id)/events")
        _ = last.next()
        let targets = [
            "/v1/progress/\(id)/events", "/v1/progress/\(id)/events?descendants=true&summary=true", "/v1/events",
            "/v1/progress/\(id)/events?lastEventID=\(last.lastID)", "/v1/events?lastEventID=none",
            "/v1/events?id=\(id)&id=nobody&runs=true",
        ]
        let sockets = targets.map { target in
            let socket = Socket(port: server.port)
            socket.send(Array("GET \(target) HTTP/1.0\r\nHost: localhost\r\n\r\n".utf8))
            while let line = socket.line(until: Moment.now() + 5), !line.isEmpty {}
            return socket
        }
        var texts = sockets.map { Self.text(of: $0) { $0.hasSuffix("\n\n:\n:\n") } }

        client.complete(id, 8)
        _ = client.delete("/v1/progress/\(id)")
        for index in sockets.indices {
            texts[index] += Self.text(of: sockets[index]) { $0.contains("event: removed") && $0.hasSuffix("\n\n") }
        }

        for (target, text) in zip(targets, texts) {
            let lines = text.components(separatedBy: "\n")
            let blocks = text.components(separatedBy: "\n\n").dropLast()
            #expect(lines[0].hasPrefix("retry: "), "\(target)")
            #expect(lines.filter { $0.hasPrefix("retry") }.count == 1, "\(target)")
            #expect(blocks.count >= 2 && blocks.allSatisfy { $0.contains("\ndata: ") }, "\(target): \(text)")
        }
    }

    private static func text(of socket: Socket, until isEnough: (String) -> Bool) -> String {
        var text = ""
        while !isEnough(text), let line = socket.line(until: Moment.now() + 5) { text += line + "\n" }
        return text
    }
}
