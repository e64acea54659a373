internal import CMicroHTTPD
internal import Glibc
package import Platform

/// The socket of a stream, taken over from libmicrohttpd after it had sent the head.
///
/// On the reactor's thread only. The reactor keeps it until it ends; afterwards every call is harmless.
package final class EventSocket: EventSource {
    private enum State { case open, finishing, closed }

    // Fields that every delivery reads come first: `prefetch` loads them.
    private var pending: [UInt8] = []
    private(set) var descriptor: Int32
    private var state = State.open
    /// Frames are chunks (HTTP/1.1) or bare bytes (HTTP/1.0).
    package let isChunked: Bool

    private var pendingStart = 0
    private var discarded = 0
    let streams: StreamSockets
    package weak var observer: (any EventSocketObserver)?
    package let peerAddress: PeerAddress
    /// Free for the application's use.
    package var context: AnyObject?

    private static let sendFlags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
    static let quietInterest = cmicrohttpd_readable | cmicrohttpd_peer_closed | cmicrohttpd_edge

    init(_ descriptor: Int32, _ peerAddress: PeerAddress, isChunked: Bool, _ streams: StreamSockets) {
        self.descriptor = descriptor
        self.streams = streams
        self.peerAddress = peerAddress
        self.isChunked = isChunked
    }

    /// Begins to load what a delivery reads of it: `pending` to `isChunked`, which follow the fields of `EventSource`.
    package func prefetch() { Prefetch.begin(self, from: 56, to: 72) }

    /// A frame was cut short; its rest is kept.
    package var isBehind: Bool { !pending.isEmpty }

    package var isOpen: Bool { state == .open }

    /// Sends `head` and `shared` as one frame.
    ///
    /// Nothing may be sent while the socket is behind: the writer skips forward instead.
    package func send(_ head: [UInt8], _ shared: [UInt8]) -> SendResult {
        streams.loop.assertOnThread()
        guard state == .open else { return .gone }
        precondition(!isBehind, "a frame for a socket that is behind")
        let count = head.count + shared.count
        guard count > 0 else { return .sent }
        return head.withUnsafeBytes { head in
            shared.withUnsafeBytes { shared in
                guard isChunked else { return transmit(Frame(head, shared)) }
                return withUnsafeTemporaryAllocation(byteCount: ChunkHead.capacity, alignment: 1) { space in
                    let prefix = ChunkHead.write(count, into: space)
                    return ChunkHead.lineEnd.withUnsafeBytes {
                        transmit(Frame(prefix: prefix, head, shared, suffix: $0))
                    }
                }
            }
        }
    }

    /// Sends one frame that `writeChunk` has made to each of these sockets, as `send(_:_:)` would. They are chunked, not
    /// behind, and their writers keep them: no references are counted for a send.
    package static func send(chunk: [UInt8], to sockets: [Unmanaged<EventSocket>]) {
        chunk.withUnsafeBytes { chunk in
            for socket in sockets { socket._withUnsafeGuaranteedRef { _ = $0.send(chunk: chunk) } }
        }
    }

    private func send(chunk: UnsafeRawBufferPointer) -> SendResult {
        streams.loop.assertOnThread()
        guard state == .open else { return .gone }
        precondition(!isBehind && isChunked, "a chunk for a socket that is behind or takes none")
        return transmit(Frame(chunk))
    }

    /// Makes `head` and `shared` one chunk; what `chunk` held is overwritten.
    package static func writeChunk(_ head: [UInt8], _ shared: [UInt8], to chunk: inout [UInt8]) {
        let count = head.count + shared.count
        chunk.removeAll(keepingCapacity: true)
        chunk.reserveCapacity(count + ChunkHead.capacity + ChunkHead.lineEnd.count)
        withUnsafeTemporaryAllocation(byteCount: ChunkHead.capacity, alignment: 1) { space in
            chunk.append(contentsOf: ChunkHead.write(count, into: space))
        }
        chunk.append(contentsOf: head)
        chunk.append(contentsOf: shared)
        chunk.append(contentsOf: ChunkHead.lineEnd)
    }

    /// Ends the stream in good order: sends the rest of an unfinished frame and the last chunk, then closes.
    package func finish() {
        streams.loop.assertOnThread()
        guard state == .open else { return }
        state = .finishing
        if isBehind {
            if isChunked { pending.append(contentsOf: ChunkHead.last) }
            return
        }
        let last = isChunked ? ChunkHead.last : []
        let result = last.withUnsafeBytes { transmit(Frame($0)) }
        if result == .sent { linger() }
    }

    /// Ends the stream at once; unsent bytes are lost, and the peer sees a reset.
    package func abort() {
        streams.loop.assertOnThread()
        guard state != .closed else { return }
        reset()
    }

    // MARK: From the reactor

    override func ready(_ events: UInt32) {
        guard state != .closed else { return }
        guard events & (cmicrohttpd_failed | cmicrohttpd_hung_up) == 0 else { return vanish() }
        if events & (cmicrohttpd_readable | cmicrohttpd_peer_closed) != 0 {
            guard case .open = SocketInput.discard(descriptor, total: &discarded, limit: SocketInput.streamLimit) else {
                return vanish()
            }
        }
        if events & cmicrohttpd_writable != 0, isBehind { flush() }
    }

    override func expired(now: UInt64) {
        guard isBehind else { return }
        streams.noteStalled()
        vanish()
    }

    /// The reactor ends; the observer is notified.
    func breakOff() {
        if state == .open { streams.noteGone(self) }
        reset()
    }

    // MARK: Writing

    private func transmit(_ frame: Frame) -> SendResult {
        let written = frame.send(descriptor, Self.sendFlags)
        if written == frame.count { return .sent }
        guard written >= 0 else {
            vanish()
            return .gone
        }
        frame.appendRest(from: written, to: &pending)
        streams.loop.poller.modify(descriptor, Self.quietInterest | cmicrohttpd_writable, for: self)
        streams.loop.schedule(self, after: streams.timing.stalled)
        return .behind
    }

    private func flush() {
        let written = pending.withUnsafeBytes { bytes in
            Glibc.send(
                descriptor,
                bytes.baseAddress.map { $0 + pendingStart },
                bytes.count - pendingStart,
                Self.sendFlags
            )
        }
        guard written >= 0 else {
            if errno != EAGAIN, errno != EINTR { vanish() }
            return
        }
        pendingStart += written
        guard pendingStart == pending.count else { return streams.loop.schedule(self, after: streams.timing.stalled) }
        pending = []
        pendingStart = 0
        streams.loop.schedule(self, after: nil)
        streams.loop.poller.modify(descriptor, Self.quietInterest, for: self)
        if state == .finishing { return linger() }
        observer?.socketIsWritable(self)
    }

    // MARK: Ending

    /// All is sent; the socket is drained before it is closed.
    private func linger() {
        streams.drain(release())
    }

    /// The peer is gone, or is cut off.
    func vanish() {
        if state == .open { streams.noteGone(self) }
        if isBehind { reset() } else { end() }
    }

    /// Unsent bytes are not kept for a peer that does not read.
    private func reset() {
        SocketReset.forgetUnsent(descriptor)
        end()
    }

    private func end() {
        guard state != .closed else { return }
        close(release())
    }

    private func release() -> Int32 {
        defer { descriptor = -1 }
        state = .closed
        pending = []
        pendingStart = 0
        streams.loop.poller.remove(descriptor)
        streams.remove(self)
        return descriptor
    }
}
