/// Sends batches to the service of this process, as any other process would: over HTTP, a connection for each.
struct DemoClient {
    let port: UInt16

    /// A directive for each call, in order; fewer if the service does not answer.
    func send(_ calls: [DemoCall]) -> [DemoDirective] {
        if calls.isEmpty { return [] }
        let body = calls.map { $0.line + "\n" }.joined()
        let rest = "Content-Type: application/x-ndjson\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        // HTTP/1.0: the body ends with the connection, and has no chunks.
        let bytes = try? BlockingCall(host: "127.0.0.1", port: port).reply(to: "POST /v1/batch HTTP/1.0", rest)
        let reply = String(decoding: bytes ?? [], as: UTF8.self)
        guard let end = reply.firstRange(of: "\r\n\r\n") else { return [] }
        return reply[end.upperBound...].split(separator: "\n").map(DemoDirective.init)
    }
}
