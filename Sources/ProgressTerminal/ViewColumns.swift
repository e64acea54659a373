/// The cells of each column of a tree; the description gets the rest.
///
/// A narrow terminal has no room for all of them: first the description goes, then the bar, the state and the percentage.
struct ViewColumns {
    let name: Int
    /// The maximum cells of a name, including its indentation.
    let nameLimit: Int
    let bar: Int
    let percent: Int
    let state: Int
    let text: Int
    /// The cells between two columns.
    let gap: Int

    init(width: Int, _ lines: [TextLine], atLeast least: TextView.Widths) {
        gap = width < 60 ? 1 : 2
        bar = width < 40 ? 0 : min(max(width / 5, 8), 20)
        let widestPercent = max(lines.map { $0.percent?.utf8.count ?? 0 }.max() ?? 0, 4)
        percent = width < widestPercent + 6 ? 0 : widestPercent
        let beside = (bar > 0 ? gap + bar : 0) + (percent > 0 ? 1 + percent : 0)
        let nameLimit = min(max(width * 3 / 10, 14), max(width - beside, 1))
        let widest = lines.map { Self.indent($0, nameLimit) + Self.cells($0.name) }.max() ?? 0
        name = min(max(widest, least.name), nameLimit)
        let rest = width - name - beside - gap
        state = rest < 4 ? 0 : min(max(lines.map { Self.cells($0.stateName) }.max() ?? 0, least.state), rest)
        let left = rest - state - gap
        text = left < 8 ? 0 : left
        self.nameLimit = nameLimit
    }

    /// The cells before a name. Lines that are too deep for the column are shown less deep.
    static func indent(_ line: TextLine, _ nameLimit: Int) -> Int {
        nameLimit < 8 ? 0 : 3 * min(line.depth, max((nameLimit - 8) / 3, 1))
    }

    private static func cells(_ text: String) -> Int { DisplayText(text, limit: 200).width }
}
