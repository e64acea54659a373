import ProgressClient
import ProgressTerminal

extension ProgressSnapshot {
    /// Its name, else its description if that is more than a percentage, else the first digits of its id.
    var shownName: String {
        if let name { return name }
        return hasOwnDescription ? localizedDescription : String(id.prefix(8))
    }

    /// The name or id by which a user can refer to it.
    var reference: String { name ?? id }

    /// The percentage, rounded down as by the service: 100 only if nothing is missing. Nil if indeterminate.
    var percent: Int? {
        if isIndeterminate { return nil }
        let percent = (fractionCompleted * 100 + 1e-9).rounded(.down)
        if percent >= 100 && fractionCompleted < 1 { return 99 }
        return Int(min(max(percent, -999_999), 999_999))
    }

    /// Whether the description is more than the percentage that the service writes there, in any of its languages.
    fileprivate var hasOwnDescription: Bool {
        if localizedDescription.isEmpty { return false }
        if kind == "file" { return true }
        guard let percent, localizedDescription.contains(where: { "%٪％".contains($0) }) else { return true }
        return localizedDescription.compactMap(\.wholeNumberValue) != "\(percent)".compactMap(\.wholeNumberValue)
    }
}

extension TextLine {
    init(_ snapshot: ProgressSnapshot, depth: Int, number: Int = 0) {
        // Most important first: the end is cut if there is too little room.
        var texts: [String] = []
        if let failure = snapshot.failure { texts.append(failure.message) }
        if let reason = snapshot.control?.reason, snapshot.isCancelled || snapshot.isPaused { texts.append(reason) }
        if snapshot.hasOwnDescription && snapshot.name != nil { texts.append(snapshot.localizedDescription) }
        texts.append(snapshot.localizedAdditionalDescription)
        self.init(
            depth: depth,
            name: snapshot.shownName,
            percent: snapshot.percent.map { "\($0)%" },
            fraction: snapshot.fractionCompleted,
            state: LineState(rawValue: snapshot.state.rawValue) ?? .running,
            text: texts.filter { !$0.isEmpty }.joined(separator: "  "),
            number: number
        )
    }
}
