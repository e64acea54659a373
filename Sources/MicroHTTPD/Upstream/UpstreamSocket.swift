internal import CMicroHTTPD
internal import Glibc

/// The socket options of a connection to an upstream.
enum UpstreamSocket {
    /// Begins to connect.
    /// - Returns: the descriptor; -1 if none is left, or the attempt failed at once.
    static func connect(to address: UpstreamAddress, _ timing: UpstreamTiming) -> Int32 {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(address.isIPv6 ? AF_INET6 : AF_INET, type, 0)
        guard descriptor >= 0 else { return -1 }
        setOptions(descriptor, timing)
        if address.connect(descriptor) == 0 || errno == EINPROGRESS { return descriptor }
        close(descriptor)
        return -1
    }

    /// A peer that vanishes is noticed, whether something is under way to it or not.
    private static func setOptions(_ descriptor: Int32, _ timing: UpstreamTiming) {
        let tcp = Int32(IPPROTO_TCP)
        set(descriptor, tcp, TCP_NODELAY, 1)
        set(descriptor, tcp, TCP_USER_TIMEOUT, timing.vanished / 1_000_000)
        set(descriptor, SOL_SOCKET, SO_KEEPALIVE, 1)
        set(descriptor, tcp, TCP_KEEPIDLE, max(1, timing.vanished / 2_000_000_000))
        set(descriptor, tcp, TCP_KEEPINTVL, 1)
    }

    private static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: UInt64) {
        var value = Int32(clamping: value)
        setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    /// After an event of a socket that was connecting.
    static func isConnected(_ descriptor: Int32) -> Bool {
        var code: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length) == 0 && code == 0
    }
}
