internal import CMicroHTTPD
internal import Glibc

/// The address a service listens on.
package enum ListeningAddress {
    /// A port for this process alone. A claim fails where another process listens or has claimed it; with SO_REUSEPORT
    /// alone, both would listen and share the connections silently. It is kept until all reactors listen: else another
    /// service that starts could get the port in between.
    package struct Claim: ~Copyable {
        private let descriptor: Int32
        /// For port 0 one that is free.
        package let port: UInt16

        package init(host: String, port: UInt16) throws(ReactorError) {
            (descriptor, self.port) = try bind(host: host, port: port, isShared: false)
            // As long as none listens, others could bind it, too, with the first option on; with the second the reactors may.
            set(descriptor, SOL_SOCKET, SO_REUSEADDR, 0)
            set(descriptor, SOL_SOCKET, SO_REUSEPORT, 1)
        }

        deinit { close(descriptor) }
    }

    /// A listening socket that other reactors may join.
    static func listen(host: String, port: UInt16, backlog: Int) throws(ReactorError) -> (Int32, UInt16) {
        let (descriptor, actual) = try bind(host: host, port: port, isShared: true)
        guard Glibc.listen(descriptor, Int32(clamping: backlog)) == 0 else {
            let code = errno
            close(descriptor)
            throw failure(host, port, code)
        }
        return (descriptor, actual)
    }

    private static func bind(host: String, port: UInt16, isShared: Bool) throws(ReactorError) -> (Int32, UInt16) {
        var (address, length) = try resolve(host, port)
        let family = Int32(address.ss_family)
        let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(family, type, 0)
        guard descriptor >= 0 else { throw .system(call: "socket", code: errno) }
        set(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
        if isShared { set(descriptor, SOL_SOCKET, SO_REUSEPORT, 1) }
        if family == AF_INET6 { set(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, 0) }
        let code = withUnsafeMutablePointer(to: &address) { storage in
            storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                guard Glibc.bind(descriptor, address, length) == 0 else { return errno }
                return getsockname(descriptor, address, &length) == 0 ? 0 : errno
            }
        }
        guard code == 0 else {
            close(descriptor)
            throw failure(host, port, code)
        }
        return (descriptor, Self.port(of: address))
    }

    private static func failure(_ host: String, _ port: UInt16, _ code: Int32) -> ReactorError {
        code == EADDRINUSE
            ? .addressInUse(host: host, port: port) : .cannotBind(host: host, port: port, code: code)
    }

    private static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: Int32) {
        var value = value
        setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    /// The port lies at the same place in both families.
    private static func port(of address: sockaddr_storage) -> UInt16 {
        withUnsafeBytes(of: address) { UInt16(bigEndian: $0.loadUnaligned(fromByteOffset: 2, as: UInt16.self)) }
    }

    /// The first IPv4 address of a name, else its first: `localhost` is 127.0.0.1.
    private static func resolve(_ host: String, _ port: UInt16) throws(ReactorError) -> (sockaddr_storage, socklen_t) {
        var hints = addrinfo()
        hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var first: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, String(port), &hints, &first)
        defer { if let first { freeaddrinfo(first) } }
        guard code == 0, var chosen = first else {
            throw .unknownHost(host, reason: String(cString: gai_strerror(code)))
        }
        var next = first
        while let candidate = next {
            if candidate.pointee.ai_family == AF_INET {
                chosen = candidate
                break
            }
            next = candidate.pointee.ai_next
        }
        var storage = sockaddr_storage()
        memcpy(&storage, chosen.pointee.ai_addr, Int(chosen.pointee.ai_addrlen))
        return (storage, chosen.pointee.ai_addrlen)
    }
}
