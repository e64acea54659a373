import Glibc

/// One HTTP call with a connection of its own, over a blocking socket: small enough to run every few seconds beside the
/// service.
struct BlockingCall {
    private let host: String
    private let port: UInt16
    /// On the monotonic clock, in milliseconds.
    private let deadline: Int64?

    /// - Parameters:
    ///   - host: where the service listens; a wildcard address is reached by loopback.
    ///   - seconds: the longest time for all of it; nil: as long as it takes.
    init(host: String, port: UInt16, within seconds: Int64? = nil) {
        self.host = ["0.0.0.0": "127.0.0.1", "::": "::1"][host, default: host]
        self.port = port
        deadline = seconds.map { Self.now() + $0 * 1_000 }
    }

    /// The first bytes of the reply: at least `count`, if it has as many.
    ///
    /// - Parameters:
    ///   - line: the first of the head; `Host` follows it.
    ///   - rest: of the head, and the body.
    func reply(to line: String, _ rest: String, first count: Int = .max) throws(CallError) -> [UInt8] {
        let descriptor = try connect()
        defer { close(descriptor) }
        let name = host.contains(":") ? "[\(host)]" : host
        try send(Array("\(line)\r\nHost: \(name):\(port)\r\n\(rest)".utf8), to: descriptor)
        var reply: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while reply.count < count {
            limit(descriptor, SO_RCVTIMEO)
            let count = recv(descriptor, &piece, piece.count, 0)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw .failed("recv") }
            if count == 0 { break }
            reply += piece.prefix(count)
        }
        return reply
    }

    private func connect() throws(CallError) -> Int32 {
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
            guard descriptor >= 0 else { throw .failed("socket") }
            limit(descriptor, SO_SNDTIMEO)
            if Glibc.connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 { return descriptor }
            failure = errno
            close(descriptor)
        }
        throw .failed("connect to \(host) port \(port)", failure)
    }

    private func send(_ bytes: [UInt8], to descriptor: Int32) throws(CallError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            limit(descriptor, SO_SNDTIMEO)
            let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw .failed("send") }
            rest = rest.dropFirst(count)
        }
    }

    /// Limits the next blocking call to the deadline; 0 would mean no limit.
    private func limit(_ descriptor: Int32, _ option: Int32) {
        guard let deadline else { return }
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

/// Why a call got no reply.
enum CallError: Error {
    case unknownHost(String, reason: String)
    case system(call: String, code: Int32)
    case tooLate

    /// The error of a system call that has just failed.
    fileprivate static func failed(_ call: String, _ code: Int32 = errno) -> CallError {
        // A limit of a socket: connect says EINPROGRESS.
        code == EAGAIN || code == EINPROGRESS ? .tooLate : .system(call: call, code: code)
    }
}
