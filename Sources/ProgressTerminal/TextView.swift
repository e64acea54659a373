/// Progress as lines that fit into a terminal, whatever names and texts clients use:
///
///     photo-import       █████████▌░░░░░░  59%  running   0 of 2
///     ├─ photo-1         ██████████████▉░  93%  running   9 of 10
///     │  └─ golden-gate  ████████████████ 100%  finished  4.2 MB of 4.2 MB
///     └─ photo-2         ████▏░░░░░░░░░░░  26%  running   0 of 10
package struct TextView {
    /// The cells of the columns whose content changes.
    package struct Widths {
        package var name = 0
        package var state = 0

        package init() {}
    }

    /// The maximum width of a line in cells, at least 1.
    let width: Int
    private let palette: Palette
    /// The lines of a walk, parents first.
    package var lines: [TextLine] = []
    /// Whether there are more lines; if so, an ellipsis is the last one.
    package var isCut = false
    /// A number that grows with time, so that indeterminate bars move; nil if nothing is redrawn.
    package var turn: Int?
    /// The earlier widths of the columns, so that a tree does not jump when it is redrawn. Drawing widens them.
    package var widths = Widths()

    package init(width: Int, _ palette: Palette = .plain) {
        self.width = width
        self.palette = palette
    }

    /// Appends each line with a line feed. Colors do not count in `width`.
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
