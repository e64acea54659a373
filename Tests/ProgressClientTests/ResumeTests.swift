import ProgressClient
import Testing

@Suite struct ResumeTests {
    private static let head = """
        HTTP/1.1 200 OK\r
        Content-Type: text/event-stream; charset=utf-8\r
        Connection: close\r
        \r

        """

    @Test func `a broken connection is made again, and continues after the last event that was whole`() async throws {
        let server = ScriptedServer([
            Self.head
                + "retry: 1\n\nid: e-1\nevent: synced\ndata: {}\n\nid: e-2\nevent: reset\ndata: {}\n\nid: e-3\nevent: sy",
            Self.head + ": nothing\n\n",
            "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
            Self.head + "id: e-4\nevent: synced\ndata: {}\n\nid: e-5\nevent: end\ndata: {}\n\n",
        ])
        let service = try ProgressService(port: server.port)
        var events: [ProgressEvent] = []

        for try await event in service.events(of: "import") { events.append(event) }

        #expect(events == [.synced, .reset, .synced])
        #expect(server.heads.map { $0.contains("Last-Event-ID: e-2\r\n") } == [false, true, true, true])
    }

    @Test func `a service that has nothing more to tell ends the sequence`() async throws {
        let server = ScriptedServer([
            Self.head + "retry: 1\n\nid: e-1\nevent: synced\ndata: {}\n\n",
            "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n",
        ])
        let service = try ProgressService(port: server.port)
        var count = 0

        for try await _ in service.events(of: "import") { count += 1 }

        #expect(count == 1)
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello",
        "HTTP/1.1 404 Not Found\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello",
        "SSH-2.0-OpenSSH_9.2\r\n\r\n",
    ]) func `what is no progressd is an error, not a crash`(reply: String) async throws {
        let server = ScriptedServer([reply])
        let service = try ProgressService(port: server.port)

        await #expect(throws: ServiceError.self) { try await service.progress("import") }
    }
}
