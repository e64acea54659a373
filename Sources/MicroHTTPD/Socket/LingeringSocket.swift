internal import CMicroHTTPD
internal import Glibc

/// A socket after a refusal or after the end of a stream: our side is closed, and the peer's input is drained until it
/// ends, so that no reset overtakes the answer.
final class LingeringSocket: EventSource {
    static let nanoseconds: UInt64 = 2_000_000_000

    private let owner: LingeringSockets
    private var descriptor: Int32
    private var discarded = 0

    init(_ descriptor: Int32, _ owner: LingeringSockets) {
        self.descriptor = descriptor
        self.owner = owner
        super.init()
        shutdown(descriptor, Int32(SHUT_WR))
    }

    func watch() -> Bool {
        let interest = cmicrohttpd_readable | cmicrohttpd_peer_closed | cmicrohttpd_edge
        return owner.loop.poller.add(descriptor, interest, for: self)
    }

    override func ready(_ events: UInt32) {
        guard descriptor >= 0 else { return }
        if case .open = SocketInput.discard(descriptor, total: &discarded, limit: SocketInput.refusedBodyLimit) {
            return
        }
        end()
    }

    override func expired(now: UInt64) { end() }

    func end() {
        guard descriptor >= 0 else { return }
        owner.loop.poller.remove(descriptor)
        close(descriptor)
        descriptor = -1
        owner.ended(self)
    }
}
