import MicroHTTPD
import ProgressCore
import ProgressLocalization
import ProgressStreams
import ProgressWire

/// Writes events as frames: each rendered once for a language, for all readers who are told it in one round, and joined
/// with its `id:` once for readers with the same promise.
struct FrameWriter {
    private struct Key: Hashable {
        let id: ProgressID
        let version: Int64
        let event: NodeEvent
        let language: Language
        let hasSummary: Bool
    }

    private let epoch: [UInt8]
    private var frames: [Key: [UInt8]] = [:]
    /// The frame that was asked for last: most readers of a node ask for the same.
    private var last: (key: Key, frame: [UInt8])?
    private var texts = SnapshotTexts()
    private var idLine: [UInt8] = []
    /// The frame that was joined last, its promise, and both as one chunk.
    private var joinedFrame: [UInt8] = []
    private var joinedPromise: UInt64?
    private var chunk: [UInt8] = []

    init(epoch: [UInt8]) { self.epoch = epoch }

    /// More frames than this are not kept.
    private static let capacity = 256

    /// Forgets the frames of the round before. Within one, whatever shows but a summary has its version.
    mutating func reset() {
        last = nil
        frames.removeAll(keepingCapacity: true)
    }

    // MARK: Frames

    /// `event:` and `data:` of one event; the `id:` belongs to each stream.
    mutating func frame(
        _ event: NodeEvent,
        _ snapshot: ProgressSnapshot,
        _ summary: ProgressSummary?,
        _ language: Language
    ) -> [UInt8] {
        let key = Key(
            id: snapshot.id,
            version: snapshot.version,
            event: event,
            language: language,
            hasSummary: summary != nil
        )
        if let last, last.key == key { return last.frame }
        let frame = frames[key] ?? render(event, snapshot, summary, language)
        if frames.count >= Self.capacity { reset() }
        frames[key] = frame
        last = (key, frame)
        return frame
    }

    private mutating func render(
        _ event: NodeEvent,
        _ snapshot: ProgressSnapshot,
        _ summary: ProgressSummary?,
        _ language: Language
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(1_280)
        describe(snapshot, language)
        switch event {
        case .snapshot: bytes.append("event: snapshot\ndata: ")
        case .progress: bytes.append("event: progress\ndata: ")
        case .state: bytes.append("event: state\ndata: ")
        case .child: bytes.append("event: child\ndata: ")
        }
        if event == .progress {
            bytes.appendOpenProgress(snapshot, texts)
        } else {
            bytes.appendOpenSnapshot(snapshot, texts)
        }
        if event == .state {
            bytes.append(",\"reason\":")
            bytes.appendText(snapshot.box?.details.reason)
        }
        if let summary {
            describe(summary.latest, language)
            bytes.appendSummary(summary, texts)
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

    /// `removed`, for a node that is gone or no longer selected.
    static func removed(_ text: String, isDeselected: Bool) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append("event: removed\ndata: {\"id\":")
        bytes.appendJSON(text)
        if isDeselected { bytes.append(",\"reason\":\"deselected\"") }
        bytes.append("}\n\n")
        return bytes
    }

    static let reset = Array("event: reset\ndata: {}\n\n".utf8)
    static let end = Array("event: end\ndata: {}\n\n".utf8)
    static let heartbeat = Array(": \n\n".utf8)

    static func retry(milliseconds: UInt32) -> [UInt8] { Array("retry: \(milliseconds)\n\n".utf8) }

    // MARK: Sending

    /// Sends a frame that promises that everything up to `promise` was sent.
    mutating func send(_ frame: [UInt8], promise: UInt64, on socket: EventSocket) -> SendResult {
        guard socket.isChunked else {
            writeID(promise)
            return socket.send(idLine, frame)
        }
        if promise != joinedPromise || !Self.isSame(frame, joinedFrame) {
            writeID(promise)
            joinedPromise = promise
            joinedFrame = frame
            EventSocket.writeChunk(idLine, frame, to: &chunk)
        }
        return socket.send(chunk: chunk)
    }

    private mutating func writeID(_ promise: UInt64) {
        idLine.removeAll(keepingCapacity: true)
        idLine.append("id: ")
        idLine.append(contentsOf: epoch)
        idLine.append("-")
        idLine.append(contentsOf: String(promise).utf8)
        idLine.append("\n")
    }

    /// Whether both are one piece of memory; as long as this holds on to it, its bytes cannot become others.
    private static func isSame(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        one.count == other.count
            && one.withUnsafeBytes { one in other.withUnsafeBytes { one.baseAddress == $0.baseAddress } }
    }
}
