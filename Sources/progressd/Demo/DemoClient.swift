import Glibc

/// Sends batches to the service of this process, as any other process would: over HTTP, a connection for each.
struct DemoClient {
    let port: UInt16

    /// A directive for each call, in order; fewer if the service does not answer.
    func send(_ calls: [DemoCall]) -> [DemoDirective] {
        if calls.isEmpty { return [] }
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        guard connect(descriptor), write(request(calls), to: descriptor) else { return [] }
        // HTTP/1.0: the body ends with the connection, and has no chunks.
        let reply = String(decoding: read(descriptor), as: UTF8.self)
        guard let end = reply.firstRange(of: "\r\n\r\n") else { return [] }
        return reply[end.upperBound...].split(separator: "\n").map(DemoDirective.init)
    }

    private func request(_ calls: [DemoCall]) -> [UInt8] {
        let body = calls.map { $0.line + "\n" }.joined()
        let head = """
            POST /v1/batch HTTP/1.0\r
            Host: 127.0.0.1:\(port)\r
            Content-Type: application/x-ndjson\r
            Content-Length: \(body.utf8.count)\r
            \r

            """
        return Array(head.utf8) + Array(body.utf8)
    }

    private func connect(_ descriptor: Int32) -> Bool {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        return withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.connect(descriptor, $0, size) == 0 }
        }
    }

    private func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private func read(_ descriptor: Int32) -> [UInt8] {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(descriptor, &piece, piece.count, 0)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return bytes }
            bytes += piece.prefix(count)
        }
    }
}
