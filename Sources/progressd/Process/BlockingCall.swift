import Glibc

/// One `GET /readyz` over a blocking socket: small enough to run every few seconds beside the service.
struct ReadinessProbe {
    private static let patience: Int64 = 3_000
    private let host: String
    private let port: UInt16
    private let deadline: Int64

    /// - Parameter host: where the service listens; a wildcard address is reached by loopback.
    init(host: String, port: UInt16) {
        self.host = ["0.0.0.0": "127.0.0.1", "::": "::1"][host, default: host]
        self.port = port
        deadline = Self.now() + Self.patience
    }

    /// The status of the answer.
    func status() throws(ProbeError) -> Int {
        let descriptor = try connect()
        defer { close(descriptor) }
        let name = host.contains(":") ? "[\(host)]" : host
        let request = Array("GET /readyz HTTP/1.1\r\nHost: \(name):\(port)\r\nConnection: close\r\n\r\n".utf8)
        guard send(descriptor, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else {
            throw .system(call: "send", code: errno)
        }
        return try Self.status(in: head(from: descriptor))
    }

    private func connect() throws(ProbeError) -> Int32 {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, String(port), &hints, &found)
        defer { if let found { freeaddrinfo(found) } }
        guard code == 0 else { throw .unknownHost(host, reason: String(cString: gai_strerror(code))) }
        var failure = ECONNREFUSED
        var next = found
        while let address = next?.pointee {
            next = address.ai_next
            let type = address.ai_socktype | Int32(SOCK_CLOEXEC.rawValue)
            let descriptor = socket(address.ai_family, type, address.ai_protocol)
            guard descriptor >= 0 else { throw .system(call: "socket", code: errno) }
            limit(descriptor, SO_SNDTIMEO)
            if Glibc.connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 { return descriptor }
            failure = errno
            close(descriptor)
        }
        guard failure != EINPROGRESS else { throw .tooLate }
        throw .system(call: "connect to \(host) port \(port)", code: failure)
    }

    /// The first bytes of the answer, up to the status.
    private func head(from descriptor: Int32) throws(ProbeError) -> [UInt8] {
        var head: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 64)
        while head.count < 12 {
            limit(descriptor, SO_RCVTIMEO)
            let count = recv(descriptor, &piece, piece.count, 0)
            if count < 0 && errno == EINTR { continue }
            if count < 0 && errno == EAGAIN { throw .tooLate }
            guard count >= 0 else { throw .system(call: "recv", code: errno) }
            guard count > 0 else { throw .notHTTP }
            head += piece.prefix(count)
        }
        return head
    }

    /// `HTTP/1.1 200`.
    private static func status(in head: [UInt8]) throws(ProbeError) -> Int {
        guard head.starts(with: "HTTP/1.".utf8) else { throw .notHTTP }
        guard let status = Int(String(decoding: head[9..<12], as: UTF8.self)) else { throw .notHTTP }
        return status
    }

    /// Limits the next blocking call to the deadline; 0 would mean no limit.
    private func limit(_ descriptor: Int32, _ option: Int32) {
        let rest = max(1, deadline - Self.now())
        var time = timeval(tv_sec: Int(rest / 1_000), tv_usec: Int(rest % 1_000) * 1_000)
        setsockopt(descriptor, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
    }

    private static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
}
