import ProgressTerminal
import Testing

struct DisplayTextTests {
    @Test func `what could act on a terminal is shown as a replacement`() {
        #expect(
            shown("a\u{1B}[31mb\r\nc\u{9B}d\u{202E}e\u{7F}")
                == "a\u{FFFD}[31mb\u{FFFD}\u{FFFD}c\u{FFFD}d\u{FFFD}e\u{FFFD}"
        )
    }

    @Test func `isolates come in pairs`() {
        #expect(shown("\u{2068}a\u{2069}b") == "\u{2068}a\u{2069}b")
        #expect(shown("\u{2067}a\u{2066}b\u{2069}") == "a\u{2066}b\u{2069}")
        #expect(shown("a\u{2069}b") == "ab")
        #expect(shown(DisplayText("\u{2068}abcdef\u{2069}", limit: 4)) == "abc…")
    }

    @Test func `a text of marks alone is bounded too`() {
        let text = DisplayText("a" + String(repeating: "\u{301}", count: 4_000) + "b", limit: 10)

        #expect(text.scalars.count == 10)
        #expect(text.width == 2)
    }

    @Test func `letters of any script stay`() {
        #expect(shown("Zürich 日本 مرحبا 👍") == "Zürich 日本 مرحبا 👍")
    }

    @Test func `a text that is too long ends with an ellipsis, counted in cells`() {
        let text = DisplayText("日本語のファイル", limit: 8)

        #expect(text.width <= 8)
        #expect(shown(text) == "日本語…")
    }

    private func shown(_ text: String) -> String { shown(DisplayText(text, limit: 80)) }

    private func shown(_ text: DisplayText) -> String {
        var bytes: [UInt8] = []
        text.append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
