import ProgressCore
import ProgressWire

/// A progress and its subtree as lines for a terminal:
///
///     photo-import          [############--------]  59%  running   0 of 2
///     |-- photo-1           [###################-]  93%  running   9 of 10
///     |   `-- Golden Gate…  [####################] 100%  finished  4.2 MB of 4.2 MB
///     `-- photo-2           [#####---------------]  26%  running   0 of 10
struct TextTree {
    /// The most lines; replies must not grow without bound.
    static let lineLimit = 500
    private static let barWidth = 20
    private static let nameWidth = 40
    private static let stateWidth = 13

    private struct Line {
        var depth: Int
        var name: DisplayText
        var percent: String
        var filled: Int?
        var state: ProgressState
        var text: DisplayText
        /// Whether a later line has the same parent.
        var hasNext = false
    }

    private var lines: [Line] = []
    private(set) var isCut = false

    /// Appends the next node of a walk, parents first.
    mutating func append(_ snapshot: ProgressSnapshot, depth: Int, name: String, text: String) {
        let cells = Int(Double(Self.barWidth) * min(max(snapshot.fractionCompleted, 0), 1))
        lines.append(
            Line(
                depth: depth,
                name: DisplayText(name, limit: Self.nameWidth),
                percent: snapshot.isIndeterminate ? "" : "\(snapshot.percentCompleted)%",
                filled: snapshot.isIndeterminate ? nil : cells,
                state: snapshot.state,
                text: DisplayText(text, limit: 200)
            )
        )
    }

    /// Ends the text with a note that it is cut.
    mutating func cut() { isCut = true }

    consuming func append(to bytes: inout [UInt8]) {
        linkSiblings()
        let column = lines.map { $0.depth * 4 + $0.name.width }.max() ?? 0
        // Whether the ancestor at each depth has a later sibling.
        var rails: [Bool] = []
        for line in lines {
            rails.removeSubrange(min(line.depth, rails.count)...)
            for rail in rails.dropFirst() { bytes.append(rail ? "|   " : "    ") }
            if line.depth > 0 { bytes.append(line.hasNext ? "|-- " : "`-- ") }
            rails.append(line.hasNext)
            line.name.append(to: &bytes)
            Self.pad(column - line.depth * 4 - line.name.width + 2, &bytes)
            Self.append(line, to: &bytes)
            bytes.append("\n")
        }
        if isCut {
            bytes.append(text: "(cut after \(lines.count) lines; ask for a child, or with ?depth=)\n")
        }
    }

    private static func append(_ line: Line, to bytes: inout [UInt8]) {
        bytes.append("[")
        if let filled = line.filled {
            for cell in 0..<barWidth { bytes.append(UInt8(ascii: cell < filled ? "#" : "-")) }
        } else {
            for _ in 0..<barWidth { bytes.append(UInt8(ascii: line.state == .indeterminate ? "?" : "-")) }
        }
        bytes.append("]")
        pad(max(5 - line.percent.utf8.count, 1), &bytes)
        bytes.append(text: line.percent)
        bytes.append("  ")
        bytes.append(line.state.name)
        guard line.text.width > 0 else { return }
        pad(stateWidth + 2 - line.state.name.utf8CodeUnitCount, &bytes)
        line.text.append(to: &bytes)
    }

    private static func pad(_ count: Int, _ bytes: inout [UInt8]) {
        for _ in 0..<max(count, 0) { bytes.append(UInt8(ascii: " ")) }
    }

    /// From the last line up: a line has a next sibling if its depth was seen since the last shallower line.
    private mutating func linkSiblings() {
        var seen: [Bool] = []
        for position in lines.indices.reversed() {
            let depth = lines[position].depth
            while seen.count <= depth { seen.append(false) }
            seen.removeSubrange((depth + 1)...)
            lines[position].hasNext = seen[depth]
            seen[depth] = true
        }
    }
}
