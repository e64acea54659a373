import ProgressTerminal
import Testing

struct TextViewDrawingTests {
    @Test func `columns line up, whatever the letters are as wide as`() {
        let lines = drawn([line(0, "日本"), line(1, "ab"), line(0, "émile")], width: 60)

        let starts = lines.map { cells(before: "█", in: $0) }
        #expect(Set(starts) == [7])
    }

    @Test func `no line is wider than the terminal`() {
        let lines = [
            line(0, String(repeating: "名", count: 90), text: String(repeating: "x", count: 300)), line(9, "a"),
        ]
        for width in Array(1...80) + [200] {
            let drawn = drawn(lines, width: width)
            #expect(drawn.count == 2 && drawn.allSatisfy { DisplayText($0, limit: 1_000).width <= width })
        }
    }

    @Test func `a narrow terminal keeps the name longest, then the percentage, then the state`() {
        let lines = [line(0, "import"), line(1, "a")]

        #expect(drawn(lines, width: 39) == ["import  50% running 1 of 2", "└─ a    50% running 1 of 2"])
        #expect(drawn(lines, width: 20) == ["import  50% running", "└─ a    50% running"])
        #expect(drawn(lines, width: 13) == ["import  50%", "└─ a    50%"])
        #expect(drawn(lines, width: 8) == ["import", "└─ a  "])
        #expect(drawn(lines, width: 3) == ["im…", "a  "])
    }

    @Test func `colors change no letter`() {
        let lines = [line(0, "a", .failed, text: "No space left"), line(1, "b", .paused), line(1, "c", .indeterminate)]

        let plain = drawn(lines, width: 80)
        let colored = drawn(lines, width: 80, .colored)

        #expect(colored.map(withoutColors) == plain)
        #expect(colored[0].contains("\u{1B}[1;31mfailed\u{1B}[0m"))
        #expect(!plain.joined().contains("\u{1B}"))
    }

    @Test func `a bar without a length goes there and back`() {
        let bars = (0..<34).map { turn in
            var view = TextView(width: 100)
            view.lines = [line(0, "a", .indeterminate)]
            view.turn = turn
            return String(text(of: &view).drop { $0 == "a" || $0 == " " }.prefix(20))
        }

        #expect(bars[0] == "███" + String(repeating: "░", count: 17))
        #expect(bars[17] == String(repeating: "░", count: 17) + "███")
        #expect(bars[1] == bars[33])
    }

    @Test func `columns do not shrink while a tree is redrawn`() {
        var view = TextView(width: 80)
        view.lines = [line(0, "a-long-name", .indeterminate)]
        _ = text(of: &view)

        view.lines = [line(0, "a")]
        let second = text(of: &view)

        #expect(cells(before: "█", in: second) == 13)
    }

    private func line(_ depth: Int, _ name: String, _ state: LineState = .running, text: String = "1 of 2") -> TextLine
    {
        let percent = state == .indeterminate ? nil : "50%"
        return TextLine(depth: depth, name: name, percent: percent, fraction: 0.5, state: state, text: text)
    }

    private func drawn(_ lines: [TextLine], width: Int, _ palette: Palette = .plain) -> [String] {
        var view = TextView(width: width, palette)
        view.lines = lines
        return text(of: &view).split(separator: "\n").map(String.init)
    }

    private func text(of view: inout TextView) -> String {
        var bytes: [UInt8] = []
        view.append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private func cells(before letter: Character, in line: String) -> Int {
        DisplayText(line.prefix { $0 != letter }, limit: 1_000).width
    }

    private func withoutColors(_ line: String) -> String {
        line.split(separator: "\u{1B}", omittingEmptySubsequences: false).enumerated()
            .map { $0.offset == 0 ? String($0.element) : String($0.element.drop { $0 != "m" }.dropFirst()) }.joined()
    }
}
