import ProgressCore
import ProgressLocalization
import ProgressTerminal

extension TextLine {
    /// The name is the node's own, else its description if it has one of its own, else the first digits of its id.
    /// - Parameter failedCount: how many nodes below it failed; said beside its state.
    init(_ snapshot: ProgressSnapshot, depth: Int, _ language: Language, failedCount: Int = 0) {
        let describer = Describer(language: language)
        var description: [UInt8] = []
        var additional: [UInt8] = []
        describer.appendDescription(of: snapshot, to: &description)
        describer.appendAdditionalDescription(of: snapshot, to: &additional)
        let details = snapshot.details
        let saysMore = snapshot.isFile || details?.localizedDescription != nil
        var text = Self.shown(additional[...])
        if saysMore && details?.name != nil {
            let said = Self.shown(description[...])
            text = text.isEmpty ? said : "\(said)  \(text)"
        }
        if let failure = details?.failure {
            let message = Self.shown(Array(failure.message.utf8)[...])
            text = text.isEmpty ? message : "\(text)  \(message)"
        }
        var stateName = "\(describer.name(of: snapshot.state))"
        if failedCount > 0 { stateName += ", \(describer.name(of: .failed)): \(failedCount)" }
        self.init(
            depth: depth,
            name: details?.name
                ?? (saysMore ? Self.shown(description[...]) : Self.shortID(snapshot.id)),
            percent: snapshot.isIndeterminate ? nil : "\(snapshot.percentCompleted)%",
            fraction: snapshot.fractionCompleted,
            state: LineState(snapshot.state),
            stateName: stateName,
            text: text
        )
    }

    /// As much of a text as can be seen: no line has more than 200 cells, and characters that take no cell may be
    /// endless.
    private static func shown(_ text: ArraySlice<UInt8>) -> String {
        var text = text
        if text.count > shownByteCount {
            text = text.prefix(shownByteCount)
            while let last = text.popLast(), last & 0xC0 == 0x80 {}
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static let shownByteCount = 800

    /// The first group of the UUID: enough to tell nodes without names apart.
    static func shortID(_ id: ProgressID) -> String { String("\(id)".prefix(8)) }
}

extension LineState {
    init(_ state: ProgressState) {
        self =
            switch state {
            case .failed: .failed
            case .cancelled: .cancelled
            case .finished: .finished
            case .paused: .paused
            case .stalled: .stalled
            case .indeterminate: .indeterminate
            case .running: .running
            }
    }
}
