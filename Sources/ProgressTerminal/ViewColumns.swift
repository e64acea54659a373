/// The cells of each column of a tree; the description gets what is left.
struct ViewColumns {
    let name: Int
    let bar: Int
    let percent: Int
    let state: Int
    let text: Int
    /// Between two columns.
    let gap: Int

    init(width: Int, _ lines: [TextLine], atLeast least: TextView.Widths) {
        gap = width < 60 ? 1 : 2
        bar = min(max(width / 5, 8), 20)
        percent = max(lines.map { $0.percent?.utf8.count ?? 0 }.max() ?? 0, 4)
        let nameLimit = Self.nameLimit(width)
        let widest = lines.map { Self.indent($0, nameLimit) + Self.cells($0.name) }.max() ?? 0
        name = min(max(widest, least.name), nameLimit)
        let rest = width - name - gap - bar - 1 - percent - gap
        state = min(max(lines.map { Self.cells($0.stateName) }.max() ?? 0, least.state), rest)
        let left = rest - state - gap
        text = left < 8 ? 0 : left
    }

    /// The cells before a name. Lines that are too deep for the column are shown less deep.
    static func indent(_ line: TextLine, _ nameLimit: Int) -> Int { 3 * min(line.depth, max((nameLimit - 8) / 3, 1)) }

    static func nameLimit(_ width: Int) -> Int { max(width * 3 / 10, 14) }

    private static func cells(_ text: String) -> Int { DisplayText(text, limit: 200).width }
}
