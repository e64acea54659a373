/// Passes the body of an upstream's reply on to a client whose socket was taken over, at the client's pace.
///
/// The stream's head holds it, then its socket; when both let go of it, the upstream's connection ends. On the reactor's
/// thread only.
package final class Relay: EventSocketObserver {
    /// Whether it ends in good order also when its upstream ends without a word, as an event stream may; all else is cut
    /// off.
    package var endsInOrder = false

    private enum Source { case open, ended, broken }

    private var connection: UpstreamConnection?
    private var socket: EventSocket?
    private var body: BodyReader
    private var source = Source.open
    /// Came before the socket was ours, with the head.
    private var early: [UInt8] = []

    init(_ connection: UpstreamConnection, _ body: BodyReader) {
        self.connection = connection
        self.body = body
    }

    deinit { connection?.abandon() }

    // MARK: The client

    func begin(on socket: EventSocket) {
        self.socket = socket
        socket.observer = self
        socket.context = self
        let bytes = early
        early = []
        guard send(bytes) else { return }
        if source != .open { end() } else if !socket.isBehind { connection?.readOn() }
    }

    package func socketIsWritable(_ socket: EventSocket) {
        if source == .open { connection?.readOn() }
    }

    package func socketIsGone(_ socket: EventSocket) { letGo() }

    // MARK: The upstream

    /// Takes the first bytes of the body, which came with the head.
    /// - Returns: as `received`.
    func receivedEarly(_ bytes: UnsafeMutableRawBufferPointer) -> Int? {
        let (count, result) = body.read(bytes)
        early = Array(bytes[..<count])
        return note(result)
    }

    /// - Returns: how many bytes follow the body if it ended with these; nil if it did not.
    func received(_ bytes: UnsafeMutableRawBufferPointer) -> Int? {
        let (count, result) = body.read(bytes)
        let rest = note(result)
        let payload = Array(bytes[..<count])
        guard send(payload) else { return rest }
        if source == .open { if socket?.isBehind == true { connection?.pause() } } else { end() }
        return rest
    }

    private func note(_ result: ChunkReader.Result) -> Int? {
        switch result {
        case .more: return nil
        case .flawed:
            source = .broken
            connection?.abandon()
            connection = nil
            return nil
        case .ended(let restByteCount):
            source = .ended
            connection = nil
            return restByteCount
        }
    }

    /// Its connection has ended.
    func connectionEnded() {
        connection = nil
        guard source == .open else { return }
        source = body.endsWithConnection ? .ended : .broken
        end()
    }

    /// Stops waiting for the upstream, as if its connection had broken.
    func finish() {
        guard source == .open else { return }
        source = .broken
        end()
    }

    // MARK: Both

    /// - Returns: false if the client is gone.
    private func send(_ bytes: [UInt8]) -> Bool {
        guard let socket else { return true }
        if bytes.isEmpty { return true }
        guard socket.send(bytes, []) == .gone else { return true }
        letGo()
        return false
    }

    /// The upstream has nothing more to say.
    private func end() {
        guard let socket else { return }
        if source == .ended || endsInOrder { socket.finish() } else { socket.abort() }
        letGo()
    }

    private func letGo() {
        let connection = connection
        (self.connection, source) = (nil, source == .open ? .broken : source)
        socket?.observer = nil
        socket?.context = nil
        socket = nil
        connection?.abandon()
    }
}
