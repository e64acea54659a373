import ProgressTerminal
import Testing

struct ScreenTests {
    @Test func `a second picture is drawn over the first`() {
        var screen = Screen()

        #expect(text(screen.redraw(["a", "b"], width: 80)) == "a\u{1B}[K\r\nb\u{1B}[K\r\n")
        #expect(text(screen.redraw(["c"], width: 80)) == "\u{1B}[2A\rc\u{1B}[K\r\n\u{1B}[J")
    }

    @Test func `lines that wrap in a narrower terminal count as several rows`() {
        var screen = Screen()
        _ = screen.redraw(["\u{1B}[1m" + String(repeating: "日", count: 20) + "\u{1B}[0m", "b"], width: 80)

        #expect(text(screen.redraw(["c"], width: 30)).hasPrefix("\u{1B}[3A\r"))
    }

    @Test func `a terminal without a width is one cell wide`() {
        var screen = Screen()
        _ = screen.redraw(["ab", "c"], width: 80)

        #expect(text(screen.redraw(["d"], width: 0)).hasPrefix("\u{1B}[3A\r"))
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
