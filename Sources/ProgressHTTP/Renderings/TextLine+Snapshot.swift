import ProgressCore
import ProgressLocalization
import ProgressTerminal

extension TextLine {
    /// The name is the node's own, else its description if it has one of its own, else the first digits of its id.
    init(_ snapshot: ProgressSnapshot, depth: Int, _ language: Language) {
        let describer = Describer(language: language)
        var description: [UInt8] = []
        var additional: [UInt8] = []
        describer.appendDescription(of: snapshot, to: &description)
        describer.appendAdditionalDescription(of: snapshot, to: &additional)
        let details = snapshot.details
        let saysMore = snapshot.isFile || details?.localizedDescription != nil
        var text = String(decoding: additional, as: UTF8.self)
        if saysMore && details?.name != nil {
            let said = String(decoding: description, as: UTF8.self)
            text = text.isEmpty ? said : "\(said)  \(text)"
        }
        if let failure = details?.failure { text = text.isEmpty ? failure.message : "\(text)  \(failure.message)" }
        self.init(
            depth: depth,
            name: details?.name
                ?? (saysMore ? String(decoding: description, as: UTF8.self) : Self.shortID(snapshot.id)),
            percent: snapshot.isIndeterminate ? nil : "\(snapshot.percentCompleted)%",
            fraction: snapshot.fractionCompleted,
            state: LineState(snapshot.state),
            stateName: "\(describer.name(of: snapshot.state))",
            text: text
        )
    }

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
