/// The bar of a line, in eighths of a cell.
struct ViewBar {
    private let cells: Int
    private let palette: Palette

    private static let eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

    init(cells: Int, _ palette: Palette) {
        self.cells = cells
        self.palette = palette
    }

    /// - Parameter turn: the position of an indeterminate bar; nil draws one that does not move.
    func text(_ line: TextLine, turn: Int?) -> String {
        guard line.percent != nil else { return endless(line, turn) }
        let filled = Int(Double(cells * 8) * line.fraction)
        let full = String(repeating: "█", count: filled / 8) + Self.eighths[filled % 8]
        let rest = String(repeating: "░", count: cells - (filled + 7) / 8)
        return (full.isEmpty ? "" : palette.paint(full, line.state)) + (rest.isEmpty ? "" : palette.dim(rest))
    }

    private func endless(_ line: TextLine, _ turn: Int?) -> String {
        guard line.state == .indeterminate else { return palette.dim(String(repeating: "░", count: cells)) }
        guard let turn else { return palette.paint(String(repeating: "▒", count: cells), line.state) }
        // The bar moves there and back.
        let way = cells - 3
        let step = turn % (2 * way)
        let start = step < way ? step : 2 * way - step
        return palette.dim(String(repeating: "░", count: start)) + palette.paint("███", line.state)
            + palette.dim(String(repeating: "░", count: way - start))
    }
}
