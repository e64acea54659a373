import ProgressCore
import ProgressLocalization
import ProgressWire

/// Renders events once for each language and kind, for as long as one node's moment is being delivered.
struct FrameRenderer {
    enum Kind: UInt8 {
        case snapshot, progress, state, child

        var event: StreamEvent {
            switch self {
            case .snapshot: .snapshot
            case .progress: .progress
            case .state: .state
            case .child: .child
            }
        }
    }

    private struct Key: Hashable {
        let kind: Kind
        let language: Language
        let hasSummary: Bool
    }

    private var frames: [Key: [UInt8]] = [:]
    private var texts = SnapshotTexts()

    /// Forgets the frames of the node before.
    mutating func reset() { frames.removeAll(keepingCapacity: true) }

    /// `event:` and `data:` of one event; the `id:` belongs to each stream.
    mutating func frame(
        _ kind: Kind,
        _ snapshot: ProgressSnapshot,
        _ summary: ProgressSummary?,
        _ language: Language
    ) -> [UInt8] {
        let key = Key(kind: kind, language: language, hasSummary: summary != nil)
        if let frame = frames[key] { return frame }
        let frame = render(kind, snapshot, summary, language)
        frames[key] = frame
        return frame
    }

    private mutating func render(
        _ kind: Kind,
        _ snapshot: ProgressSnapshot,
        _ summary: ProgressSummary?,
        _ language: Language
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(1_280)
        describe(snapshot, language)
        switch kind {
        case .snapshot: bytes.append("event: snapshot\ndata: ")
        case .progress: bytes.append("event: progress\ndata: ")
        case .state: bytes.append("event: state\ndata: ")
        case .child: bytes.append("event: child\ndata: ")
        }
        if kind == .progress {
            bytes.appendOpenProgress(snapshot, texts)
        } else {
            bytes.appendOpenSnapshot(snapshot, texts)
        }
        if kind == .state {
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
}
