import ProgressCore
import ProgressTerminal
import ProgressWire

/// A progress and its subtree as lines of ASCII, apart from the texts; `TextView` fits them into a terminal instead:
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

    /// The lines of a walk, parents first.
    var lines: [TextLine] = []
    /// Whether there are more.
    var isCut = false

    consuming func append(to bytes: inout [UInt8]) {
        lines.linkSiblings()
        let names = lines.map { DisplayText($0.name, limit: Self.nameWidth) }
        let column = zip(lines, names).map { $0.depth * 4 + $1.width }.max() ?? 0
        var position = 0
        lines.forEachWithRails { line, rails in
            let name = names[position]
            position += 1
            for rail in rails { bytes.append(rail ? "|   " : "    ") }
            if line.depth > 0 { bytes.append(line.hasNext ? "|-- " : "`-- ") }
            name.append(to: &bytes)
            bytes.appendSpaces(column - line.depth * 4 - name.width + 2)
            Self.append(line, to: &bytes)
            bytes.append("\n")
        }
        if isCut {
            bytes.append(text: "(cut after \(lines.count) lines; ask for a child, or with ?depth=)\n")
        }
    }

    private static func append(_ line: TextLine, to bytes: inout [UInt8]) {
        bytes.append("[")
        let filled = line.percent == nil ? nil : Int(Double(barWidth) * line.fraction)
        if let filled {
            for cell in 0..<barWidth { bytes.append(UInt8(ascii: cell < filled ? "#" : "-")) }
        } else {
            for _ in 0..<barWidth { bytes.append(UInt8(ascii: line.state == .indeterminate ? "?" : "-")) }
        }
        bytes.append("]")
        let percent = line.percent ?? ""
        bytes.appendSpaces(max(5 - percent.utf8.count, 1))
        bytes.append(text: percent)
        bytes.append("  ")
        bytes.append(text: line.state.rawValue)
        let text = DisplayText(line.text, limit: 200)
        guard text.width > 0 else { return }
        bytes.appendSpaces(stateWidth + 2 - line.state.rawValue.utf8.count)
        text.append(to: &bytes)
    }
}

extension [UInt8] {
    /// Appends spaces; none for a negative count.
    mutating func appendSpaces(_ count: Int) {
        for _ in 0..<Swift.max(count, 0) { append(UInt8(ascii: " ")) }
    }
}
