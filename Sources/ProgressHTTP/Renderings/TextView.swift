import ProgressCore
import ProgressWire

/// Progress as lines that fit into a terminal, whatever clients call it:
///
///     photo-import       █████████▌░░░░░░  59%  running   0 of 2
///     ├─ photo-1         ██████████████▉░  93%  running   9 of 10
///     │  └─ golden-gate  ████████████████ 100%  finished  4.2 MB of 4.2 MB
///     └─ photo-2         ████▏░░░░░░░░░░░  26%  running   0 of 10
struct TextView {
    /// The most cells of a line.
    let width: Int
    /// Of a walk, parents first.
    var lines: [TextLine] = []
    /// Whether there are more; the last line then is an ellipsis.
    var isCut = false

    init(width: Int) { self.width = width }

    /// The cells of each column; the description gets what is left.
    private struct Columns {
        var name: Int
        var bar: Int
        var percent: Int
        var state: Int
        var text: Int
        /// Between two columns.
        let gap: Int

        init(width: Int, _ lines: [TextLine]) {
            gap = width < 60 ? 1 : 2
            bar = min(max(width / 5, 8), 20)
            percent = max(lines.map { $0.percent?.utf8.count ?? 0 }.max() ?? 0, 4)
            let nameLimit = TextView.nameLimit(width)
            name = min(lines.map { TextView.indent($0, nameLimit) + Self.cells($0.name) }.max() ?? 0, nameLimit)
            let rest = width - name - gap - bar - 1 - percent - gap
            state = min(lines.map { Self.cells("\($0.stateName)") }.max() ?? 0, rest)
            text = rest - state - gap
            if text < 8 { text = 0 }
        }

        private static func cells(_ text: String) -> Int { DisplayText(text, limit: 200).width }
    }

    consuming func append(to bytes: inout [UInt8]) {
        lines.linkSiblings()
        let columns = Columns(width: width, lines)
        let nameLimit = Self.nameLimit(width)
        lines.forEachWithRails { line, rails in
            let indent = Self.indent(line, nameLimit)
            if indent > 0 { Self.append(rails, line, levels: indent / 3, to: &bytes) }
            let name = DisplayText(line.name, limit: columns.name - indent)
            name.append(to: &bytes)
            bytes.appendSpaces(columns.name - indent - name.width + columns.gap)
            Self.append(line, columns, to: &bytes)
            bytes.append("\n")
        }
        if isCut { bytes.append("…\n") }
    }

    private static func nameLimit(_ width: Int) -> Int { max(width * 3 / 10, 14) }

    // MARK: The tree

    /// The cells before a name. Lines that are too deep for the column are shown less deep.
    private static func indent(_ line: TextLine, _ nameLimit: Int) -> Int {
        3 * min(line.depth, max((nameLimit - 8) / 3, 1))
    }

    private static func append(_ rails: ArraySlice<Bool>, _ line: TextLine, levels: Int, to bytes: inout [UInt8]) {
        let shown = rails.suffix(levels - 1)
        for (position, rail) in shown.enumerated() {
            let isCut = position == 0 && shown.count < rails.count
            bytes.append(isCut ? "⋯  " : rail ? "│  " : "   ")
        }
        bytes.append(line.hasNext ? "├─ " : "└─ ")
    }

    // MARK: Columns

    private static func append(_ line: TextLine, _ columns: Columns, to bytes: inout [UInt8]) {
        appendBar(line, cells: columns.bar, to: &bytes)
        let percent = line.percent ?? ""
        bytes.appendSpaces(1 + columns.percent - percent.utf8.count)
        bytes.append(text: percent)
        bytes.appendSpaces(columns.gap)
        let state = DisplayText("\(line.stateName)", limit: columns.state)
        state.append(to: &bytes)
        let text = DisplayText(line.text, limit: columns.text)
        guard columns.text > 0, text.width > 0 else { return }
        bytes.appendSpaces(columns.state - state.width + columns.gap)
        text.append(to: &bytes)
    }

    private static let eighths: [StaticString] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

    private static func appendBar(_ line: TextLine, cells: Int, to bytes: inout [UInt8]) {
        guard line.percent != nil else {
            for _ in 0..<cells { bytes.append(line.state == .indeterminate ? "▒" : "░") }
            return
        }
        let filled = Int(Double(cells * 8) * line.fraction)
        for _ in 0..<(filled / 8) { bytes.append("█") }
        bytes.append(eighths[filled % 8])
        for _ in 0..<(cells - (filled + 7) / 8) { bytes.append("░") }
    }
}
