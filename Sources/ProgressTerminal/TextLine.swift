/// A progress as a line of text, before it is fitted into columns.
package struct TextLine: Sendable {
    /// Levels below the first line.
    package let depth: Int
    /// The name for the reader; never empty.
    package let name: String
    /// Such as `42%`; nil if it is indeterminate.
    package let percent: String?
    /// From 0 to 1.
    package let fraction: Double
    package let state: LineState
    /// The state in the reader's language.
    package let stateName: String
    /// Its descriptions and its failure, unless `name` has them already.
    package let text: String
    /// A number by which the caller recognizes it.
    package let number: Int
    /// Whether a later line has the same parent.
    package internal(set) var hasNext = false

    /// - Parameter fraction: any number; it is limited to 0 to 1.
    package init(
        depth: Int,
        name: String,
        percent: String?,
        fraction: Double,
        state: LineState,
        stateName: String? = nil,
        text: String,
        number: Int = 0
    ) {
        self.depth = depth
        self.name = name
        self.percent = percent
        self.fraction = min(max(fraction, 0), 1)
        self.state = state
        self.stateName = stateName ?? state.rawValue
        self.text = text
        self.number = number
    }
}

extension [TextLine] {
    /// Notes which lines have a later sibling; the lines are those of a walk, parents first.
    package mutating func linkSiblings() {
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
    package func forEachWithRails(_ body: (TextLine, _ rails: ArraySlice<Bool>) -> Void) {
        var rails: [Bool] = []
        for line in self {
            rails.removeSubrange(Swift.min(line.depth, rails.count)...)
            body(line, rails.dropFirst())
            rails.append(line.hasNext)
        }
    }
}
