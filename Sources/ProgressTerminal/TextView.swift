/// Progress as lines that fit into a terminal, whatever clients call it:
///
///     photo-import       █████████▌░░░░░░  59%  running   0 of 2
///     ├─ photo-1         ██████████████▉░  93%  running   9 of 10
///     │  └─ golden-gate  ████████████████ 100%  finished  4.2 MB of 4.2 MB
///     └─ photo-2         ████▏░░░░░░░░░░░  26%  running   0 of 10
package struct TextView {
    /// Cells of the columns whose content comes and goes.
    package struct Widths {
        package var name = 0
        package var state = 0

        package init() {}
    }

    /// The most cells of a line, at least 1.
    let width: Int
    private let palette: Palette
    /// Of a walk, parents first.
    package var lines: [TextLine] = []
    /// Whether there are more; the last line then is an ellipsis.
    package var isCut = false
    /// Grows with time, so that bars without a length move; nil where nothing is redrawn.
    package var turn: Int?
    /// What columns had before: a tree that is redrawn should not jump. Drawing widens it.
    package var widths = Widths()

    package init(width: Int, _ palette: Palette = .plain) {
        self.width = width
        self.palette = palette
    }

    /// Appends each line with a line feed. What is not visible, colors, is not counted in `width`.
    package mutating func append(to bytes: inout [UInt8]) {
        lines.linkSiblings()
        let columns = ViewColumns(width: width, lines, atLeast: widths)
        widths.name = columns.name
        widths.state = columns.state
        lines.forEachWithRails { line, rails in
            let indent = ViewColumns.indent(line, columns.nameLimit)
            if indent > 0 { bytes.append(palette.dim(Self.branch(rails, line, levels: indent / 3))) }
            let name = DisplayText(line.name, limit: columns.name - indent)
            bytes.append(line.depth == 0 ? palette.bold(name.text) : name.text)
            bytes.appendSpaces(columns.name - indent - name.width)
            append(line, columns, to: &bytes)
            bytes.append("\n")
        }
        if isCut { bytes.append("…\n") }
    }

    private static func branch(_ rails: ArraySlice<Bool>, _ line: TextLine, levels: Int) -> String {
        var branch = ""
        let shown = rails.suffix(levels - 1)
        for (position, rail) in shown.enumerated() {
            let isCut = position == 0 && shown.count < rails.count
            branch += isCut ? "⋯  " : rail ? "│  " : "   "
        }
        return branch + (line.hasNext ? "├─ " : "└─ ")
    }

    private func append(_ line: TextLine, _ columns: ViewColumns, to bytes: inout [UInt8]) {
        if columns.bar > 0 {
            bytes.appendSpaces(columns.gap)
            bytes.append(ViewBar(cells: columns.bar, palette).text(line, turn: turn))
        }
        if columns.percent > 0 {
            let percent = line.percent ?? ""
            bytes.appendSpaces(1 + columns.percent - percent.utf8.count)
            bytes.append(percent)
        }
        if columns.state == 0 { return }
        bytes.appendSpaces(columns.gap)
        let state = DisplayText(line.stateName, limit: columns.state)
        bytes.append(palette.paint(state.text, line.state))
        let text = DisplayText(line.text, limit: columns.text)
        guard columns.text > 0, text.width > 0 else { return }
        bytes.appendSpaces(columns.state - state.width + columns.gap)
        bytes.append(line.state == .failed ? palette.paint(text.text, .failed) : text.text)
    }
}
