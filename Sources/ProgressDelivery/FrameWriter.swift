import MicroHTTPD
import ProgressCore
import ProgressLocalization
import ProgressStreams
import ProgressWire

/// Renders events as frames: once a language for all readers of one round, and joins a frame with its `id:` once for
/// all readers with the same promise.
struct FrameWriter {
    /// Numbers only: keys are compared for each delivery.
    private struct Key: Hashable {
        let high: UInt64
        let low: UInt64
        let version: Int64
        let kind: UInt8
        let language: UInt8
        let hasSummary: Bool
        let hidesUsers: Bool
    }

    private let epoch: [UInt8]
    private var frames: [Key: [UInt8]] = [:]
    /// The previous frame: most readers of a node get the same one.
    private var lastKey: Key?
    private var lastFrame: [UInt8] = []
    private var texts = SnapshotTexts()
    private var idLine: [UInt8] = []
    /// The frame joined last, its promise, and both as one chunk.
    private var joinedFrame: [UInt8] = []
    private var joinedPromise: UInt64?
    private var chunk: [UInt8] = []
    /// The sockets that wait for `chunk`. 1. Their streams keep them, and a reactor keeps one that ends for the rest of
    /// the turn.
    private var wave: [Unmanaged<EventSocket>] = []
    /// Frames of one stream, each after its `id:`.
    private var gathered: [UInt8] = []

    init(epoch: [UInt8]) { self.epoch = epoch }

    /// The maximum number of sockets in a wave.
    static let waveCount = 32
    /// The maximum number of frames that are kept.
    private static let capacity = 256

    /// Forgets the frames of the previous round. Call it whenever a summary may have changed: versions do not cover
    /// those.
    mutating func reset() {
        lastKey = nil
        frames.removeAll(keepingCapacity: true)
    }

    // MARK: Frames

    /// `event:` and `data:` of one event; the `id:` differs from stream to stream.
    /// - Parameters:
    ///   - withSummary: with the summary, if there is one.
    ///   - hidesUsers: for readers by grant.
    mutating func frame(
        _ kind: EventKind,
        _ shown: ShownNode,
        withSummary: Bool,
        _ language: Language,
        hidesUsers: Bool
    ) -> [UInt8] {
        let key = Key(
            high: shown.snapshot.id.high,
            low: shown.snapshot.id.low,
            version: shown.snapshot.version,
            kind: kind.rawValue,
            language: language.index,
            hasSummary: withSummary,
            hidesUsers: hidesUsers
        )
        if lastKey == key { return lastFrame }
        let summary = withSummary ? shown.summary : nil
        let frame = frames[key] ?? render(kind, shown.snapshot, summary, language, hidesUsers: hidesUsers)
        if frames.count >= Self.capacity { reset() }
        frames[key] = frame
        (lastKey, lastFrame) = (key, frame)
        return frame
    }

    private mutating func render(
        _ kind: EventKind,
        _ snapshot: ProgressSnapshot,
        _ summary: ProgressSummary?,
        _ language: Language,
        hidesUsers: Bool
    ) -> [UInt8] {
        describe(snapshot, language)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(1_408)
        bytes.appendStart(of: kind)
        switch kind {
        case .snapshot, .child: bytes.appendOpenSnapshot(snapshot, texts, hidesUsers: hidesUsers)
        case .progress: bytes.appendOpenProgress(snapshot, texts)
        case .state:
            bytes.appendOpenSnapshot(snapshot, texts, hidesUsers: hidesUsers)
            bytes.append(",\"reason\":")
            bytes.appendText(snapshot.trace?.reason)
        case .removed, .reset, .synced, .end: preconditionFailure("\(kind.name) shows no node")
        }
        if let summary {
            describe(summary.latest, language)
            bytes.appendSummary(summary, texts, hidesUsers: hidesUsers)
        }
        bytes.append("}\n\n")
        return bytes
    }

    private mutating func describe(_ snapshot: ProgressSnapshot, _ language: Language) {
        texts.removeAll()
        let describer = Describer(language: language)
        describer.appendDescription(of: snapshot, to: &texts.description)
        describer.appendAdditionalDescription(of: snapshot, to: &texts.additionalDescription)
    }

    /// The frame `removed`, for a node that is gone or no longer selected.
    static func removed(_ text: String, _ reason: RemovalReason) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.appendStart(of: .removed)
        bytes.append("{\"id\":")
        bytes.appendJSON(text)
        if let name = reason.name {
            bytes.append(",\"reason\":\"")
            bytes.append(name)
            bytes.append("\"")
        }
        bytes.append("}\n\n")
        return bytes
    }

    static let reset = empty(.reset)
    static let synced = empty(.synced)
    static let end = empty(.end)
    /// A line of its own, without an empty one after it: some readers make an event of each empty line.
    static let heartbeat = Array(":\n".utf8)

    /// The frame `synced` of a stream whose reader sees heartbeats.
    static func synced(heartbeatSeconds: Double) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.appendStart(of: .synced)
        bytes.append("{\"heartbeatSeconds\":")
        bytes.appendJSON(heartbeatSeconds)
        bytes.append("}\n\n")
        return bytes
    }

    private static func empty(_ kind: EventKind) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.appendStart(of: kind)
        bytes.append("{}\n\n")
        return bytes
    }

    /// The first line of a stream's first event: how long to wait before a reconnect. It differs from stream to stream, so
    /// that not all readers come back at once.
    static func retry(using random: inout some RandomNumberGenerator) -> [UInt8] {
        Array("retry: \(UInt32.random(in: 1_000...5_000, using: &random))\n".utf8)
    }

    // MARK: Sending

    /// Sends a frame whose `id:` promises that the reader has everything up to `promise`.
    /// - Parameter inWave: with the next `sendWave` at the latest; until then the socket must get nothing else.
    mutating func send(_ frame: [UInt8], promise: UInt64, inWave: Bool, on socket: EventSocket) {
        guard socket.isChunked else {
            writeID(promise)
            _ = socket.send(idLine, frame)
            return
        }
        if promise != joinedPromise || !Self.isSame(frame, joinedFrame) {
            sendWave()
            writeID(promise)
            joinedPromise = promise
            joinedFrame = frame
            EventSocket.writeChunk(idLine, frame, to: &chunk)
        }
        wave.append(.passUnretained(socket))
        if !inWave || wave.count == Self.waveCount { sendWave() }
    }

    /// Sends the chunk to the sockets that wait for it.
    mutating func sendWave() {
        EventSocket.send(chunk: chunk, to: wave)
        wave.removeAll(keepingCapacity: true)
    }

    var gatheredByteCount: Int { gathered.count }

    /// Adds a frame to what `sendGathered` sends to one stream.
    mutating func gather(_ frame: [UInt8], promise: UInt64) {
        writeID(promise)
        gathered.append(contentsOf: idLine)
        gathered.append(contentsOf: frame)
    }

    mutating func sendGathered(on socket: EventSocket) -> SendResult {
        if gathered.isEmpty { return .sent }
        defer { gathered.removeAll(keepingCapacity: true) }
        return socket.send(gathered, [])
    }

    private mutating func writeID(_ promise: UInt64) {
        idLine.removeAll(keepingCapacity: true)
        idLine.append("id: ")
        idLine.append(contentsOf: epoch)
        idLine.append("-")
        idLine.append(contentsOf: String(promise).utf8)
        idLine.append("\n")
    }

    /// Whether both share one buffer. `joinedFrame` keeps that buffer alive, so equal addresses mean equal bytes.
    private static func isSame(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        one.count == other.count
            && one.withUnsafeBytes { one in other.withUnsafeBytes { one.baseAddress == $0.baseAddress } }
    }
}

extension [UInt8] {
    /// Appends `event:`, and `data:` up to its JSON.
    fileprivate mutating func appendStart(of kind: EventKind) {
        append("event: ")
        append(kind.name)
        append("\ndata: ")
    }
}
