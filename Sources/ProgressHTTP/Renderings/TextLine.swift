import ProgressCore
import ProgressLocalization
import ProgressWire

/// One progress as a line of text, before it is fitted into columns.
struct TextLine {
    /// Levels below the first line.
    let depth: Int
    /// The node's name, else its description if it has one of its own, else the first digits of its id.
    let name: String
    /// Nil if it is indeterminate.
    let percent: String?
    /// 0 to 1.
    let fraction: Double
    let state: ProgressState
    /// The state in the reader's language.
    let stateName: StaticString
    /// Its descriptions and its failure, as far as `name` does not say them.
    let text: String
    /// Whether a later line has the same parent.
    var hasNext = false

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
        self.depth = depth
        name =
            details?.name ?? (saysMore ? String(decoding: description, as: UTF8.self) : Self.shortID(snapshot.id))
        percent = snapshot.isIndeterminate ? nil : "\(snapshot.percentCompleted)%"
        fraction = min(max(snapshot.fractionCompleted, 0), 1)
        state = snapshot.state
        stateName = describer.name(of: snapshot.state)
        self.text = text
    }

    /// The first group of the UUID: enough to tell nodes without names apart.
    static func shortID(_ id: ProgressID) -> String { String("\(id)".prefix(8)) }
}

extension [TextLine] {
    /// Notes which lines have a later sibling; the lines are those of a walk, parents first.
    mutating func linkSiblings() {
        // From the last line up: a line has a next sibling if its depth was seen since the last shallower line.
        var seen: [Bool] = []
        for position in indices.reversed() {
            let depth = self[position].depth
            while seen.count <= depth { seen.append(false) }
            seen.removeSubrange((depth + 1)...)
            self[position].hasNext = seen[depth]
            seen[depth] = true
        }
    }

    /// Calls `body` with each line and whether the ancestor at each level, from the first line on, has a later sibling.
    func forEachWithRails(_ body: (TextLine, _ rails: ArraySlice<Bool>) -> Void) {
        var rails: [Bool] = []
        for line in self {
            rails.removeSubrange(Swift.min(line.depth, rails.count)...)
            body(line, rails.dropFirst())
            rails.append(line.hasNext)
        }
    }
}
