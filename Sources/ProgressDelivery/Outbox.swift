import MicroHTTPD
import ProgressCore
import ProgressStreams

/// Sends events to the sockets of streams, and counts them.
struct Outbox {
    private var writer: FrameWriter
    private let metrics: StreamMetrics
    private var random: any RandomNumberGenerator
    /// Says how long a stream is silent at most.
    private let syncedWithHeartbeat: [UInt8]

    init(epoch: [UInt8], heartbeatSeconds: Double, _ metrics: StreamMetrics, _ random: any RandomNumberGenerator) {
        writer = FrameWriter(epoch: epoch)
        syncedWithHeartbeat = FrameWriter.synced(heartbeatSeconds: heartbeatSeconds)
        self.metrics = metrics
        self.random = random
    }

    /// From now on events are of another epoch.
    mutating func beginAgain(epoch: [UInt8]) { writer = FrameWriter(epoch: epoch) }

    /// Sends the first line of the first event.
    mutating func begin(on socket: EventSocket) -> SendResult { socket.send([], FrameWriter.retry(using: &random)) }

    /// Forgets the rendered frames: what they show may have changed.
    mutating func reset() { writer.reset() }

    /// Sends the events of one node, in one call of the kernel: what its socket does not take at once is kept.
    /// - Parameters:
    ///   - contents: at least one kind.
    ///   - open: what all events but the last promise; the last promises `closing`.
    ///   - inWave: a single event may wait for `sendWave`; until then the stream must get nothing else.
    ///   - now: monotonic nanoseconds.
    mutating func send(
        _ contents: Contents,
        _ shown: ShownNode,
        open: UInt64,
        closing: UInt64,
        inWave: Bool,
        to stream: OpenStream,
        now: UInt64
    ) {
        var rest = contents
        while let kind = rest.popFirst() {
            let frame = frame(kind, shown, for: stream)
            metrics.sent(kind)
            stream.lastSend = now
            // The usual case: most readers get the same bytes.
            if contents.isOneKind {
                stream.promised = closing
                writer.send(frame, promise: closing, inWave: inWave, on: stream.socket)
                return
            }
            stream.promised = rest.isEmpty ? closing : open
            writer.gather(frame, promise: stream.promised)
        }
        _ = sendGathered(to: stream)
    }

    /// Sends what waits for it. For a wave of streams all decisions come first, then the sends: a call of the kernel
    /// pushes what the decisions need out of the processor's caches.
    mutating func sendWave() { writer.sendWave() }

    /// Events of one stream are sent once they have so many bytes; a reader that stalls may leave as many behind.
    private static let gatheredByteCount = 8 * 1_024

    var hasGatheredMuch: Bool { writer.gatheredByteCount >= Self.gatheredByteCount }

    /// Adds an event to what `sendGathered` sends to the same stream.
    mutating func gather(
        _ event: StreamEvent,
        _ summary: ProgressSummary?,
        promise: UInt64,
        for stream: OpenStream,
        now: UInt64
    ) {
        let frame: [UInt8]
        switch event {
        case .node(let kind, let snapshot): frame = self.frame(kind, ShownNode(snapshot, summary), for: stream)
        case .removed(let id, let reason): frame = FrameWriter.removed(id.description, reason)
        case .unknown(let name): frame = FrameWriter.removed(name, .gone)
        case .reset: frame = FrameWriter.reset
        case .synced: frame = stream.wishes.showsHeartbeats ? syncedWithHeartbeat : FrameWriter.synced
        case .end: frame = FrameWriter.end
        }
        stream.lastSend = now
        stream.promised = max(stream.promised, promise)
        metrics.sent(event.kind)
        writer.gather(frame, promise: promise)
    }

    private mutating func frame(_ kind: EventKind, _ shown: ShownNode, for stream: OpenStream) -> [UInt8] {
        writer.frame(
            kind,
            shown,
            withSummary: stream.wantsSummary,
            stream.language,
            hidesUsers: stream.hidesUsers
        )
    }

    /// - Returns: `.sent` also if nothing was gathered.
    mutating func sendGathered(to stream: OpenStream) -> SendResult { writer.sendGathered(on: stream.socket) }
}
