import MicroHTTPD
import ProgressCore
import ProgressStreams

/// Sends events to the sockets of streams, and counts them.
struct Outbox {
    private var writer: FrameWriter
    private let metrics: StreamMetrics

    init(epoch: [UInt8], _ metrics: StreamMetrics) {
        writer = FrameWriter(epoch: epoch)
        self.metrics = metrics
    }

    /// Forgets the rendered frames: what they show may have changed.
    mutating func reset() { writer.reset() }

    /// - Parameter now: monotonic nanoseconds.
    mutating func send(
        _ kind: EventKind,
        _ snapshot: ProgressSnapshot,
        _ summary: ProgressSummary?,
        promise: UInt64,
        to stream: OpenStream,
        now: UInt64
    ) -> SendResult {
        let frame = writer.frame(kind, snapshot, summary, stream.language, hidesUsers: stream.hidesUsers)
        return send(frame, as: kind, promise: promise, to: stream, now: now)
    }

    mutating func send(
        _ event: StreamEvent,
        _ summary: ProgressSummary?,
        promise: UInt64,
        to stream: OpenStream,
        now: UInt64
    ) -> SendResult {
        let frame: [UInt8]
        switch event {
        case .node(let kind, let snapshot):
            frame = writer.frame(kind, snapshot, summary, stream.language, hidesUsers: stream.hidesUsers)
        case .removed(let id, let reason): frame = FrameWriter.removed(id.description, reason)
        case .unknown(let name): frame = FrameWriter.removed(name, .gone)
        case .reset: frame = FrameWriter.reset
        case .synced: frame = FrameWriter.synced
        case .end: frame = FrameWriter.end
        }
        return send(frame, as: event.kind, promise: promise, to: stream, now: now)
    }

    private mutating func send(
        _ frame: [UInt8],
        as kind: EventKind,
        promise: UInt64,
        to stream: OpenStream,
        now: UInt64
    ) -> SendResult {
        stream.lastSend = now
        metrics.sent(kind)
        return writer.send(frame, promise: promise, on: stream.socket)
    }
}
