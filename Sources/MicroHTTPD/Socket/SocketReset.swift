internal import Glibc

/// The end of a socket of which nothing more may arrive.
enum SocketReset {
    /// Lets the kernel forget at the close what the peer has not acknowledged, instead of keeping and sending it for minutes.
    static func forgetUnsent(_ descriptor: Int32) {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }
}
