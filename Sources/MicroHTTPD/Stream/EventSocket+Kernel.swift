internal import CMicroHTTPD
internal import Glibc

/// The socket options of a stream: the kernel keeps little for it, and reports a peer that is gone.
extension EventSocket {
    func watch() -> Bool {
        let timing = streams.timing
        let tcp = Int32(IPPROTO_TCP)
        set(tcp, TCP_NODELAY, 1)
        set(tcp, TCP_NOTSENT_LOWAT, 4096)
        set(tcp, TCP_USER_TIMEOUT, timing.stalled / 1_000_000)
        // A silent stream is probed, so that a live peer acknowledges something in time.
        set(SOL_SOCKET, SO_KEEPALIVE, 1)
        set(tcp, TCP_KEEPIDLE, max(1, timing.vanished / 2_000_000_000))
        set(tcp, TCP_KEEPINTVL, max(1, timing.vanished / 10_000_000_000))
        return streams.loop.poller.add(descriptor, Self.quietInterest, for: self)
    }

    private func set(_ level: Int32, _ option: Int32, _ value: UInt64) {
        var value = Int32(clamping: value)
        setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    /// - Returns: whether it did.
    func endIfVanished() -> Bool {
        guard UInt64(cmicrohttpd_silence(descriptor)) * 1_000_000 >= streams.timing.vanished else { return false }
        vanish()
        return true
    }
}
