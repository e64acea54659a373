internal import CMicroHTTPD
internal import Glibc

/// A reactor's listening socket.
struct Listener: ~Copyable {
    struct Accepted {
        let descriptor: Int32
        var address: sockaddr_storage
        let addressLength: socklen_t
    }

    enum Outcome {
        case accepted(Accepted)
        /// No connection is waiting.
        case none
        /// No descriptor or memory is left.
        case exhausted
        /// The peer has left again.
        case failed
    }

    /// Sockets accepted in one turn.
    static let batch = 64
    /// With no descriptor or place left the socket stays readable, so it is not watched for this long.
    private static let pause: UInt64 = 100_000_000

    let port: UInt16
    /// It has become readable and may be asked until no connection is waiting.
    var isReady = false
    /// When it is watched again; nil: it is.
    private(set) var pauseEnd: UInt64?
    /// -1 after `close`.
    private var descriptor: Int32
    private let token: UInt64

    /// - Parameter token: of its events in a loop.
    init(_ configuration: ReactorConfiguration, token: UInt64) throws(ReactorError) {
        (descriptor, port) = try ListeningAddress.listen(
            host: configuration.host,
            port: configuration.port,
            backlog: configuration.listenBacklog
        )
        self.token = token
    }

    deinit { if descriptor >= 0 { Glibc.close(descriptor) } }

    func accept() -> Outcome {
        guard descriptor >= 0 else { return .none }
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let accepted = cmicrohttpd_accept(descriptor, &address, &length)
        if accepted >= 0 {
            return .accepted(Accepted(descriptor: accepted, address: address, addressLength: length))
        }
        switch errno {
        case EAGAIN: return .none
        case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .exhausted
        default: return .failed
        }
    }

    /// Watches it from now on; nothing after `close`.
    mutating func watch(by loop: EventLoop) {
        pauseEnd = nil
        guard descriptor >= 0 else { return }
        loop.poller.add(descriptor, token: token)
    }

    mutating func pause(_ loop: EventLoop) {
        loop.poller.remove(descriptor)
        pauseEnd = loop.now + Self.pause
    }

    mutating func close(_ loop: EventLoop) {
        guard descriptor >= 0 else { return }
        loop.poller.remove(descriptor)
        Glibc.close(descriptor)
        descriptor = -1
    }
}
