import ProgressTerminal
import Testing

struct EventLineTests {
    @Test func `a line has the path, and what there is to say`() {
        let line = TextLine(depth: 1, name: "b", percent: "5%", fraction: 0.05, state: .running, text: "1 of 20")

        #expect(EventLine.text(["a", "b"], line) == "a/b  5%  running  1 of 20")
    }

    @Test func `a progress that is gone has a line too`() {
        #expect(EventLine.removed(["a", "b"]) == "a/b  removed")
    }

    @Test func `nothing from a client can forge a line or an escape sequence`() {
        let line = TextLine(
            depth: 0,
            name: "a\nb",
            percent: nil,
            fraction: 0,
            state: .failed,
            text: "\u{1B}[31mred\r\nfinished"
        )

        let text = EventLine.text([line.name], line)

        #expect(text == "a\u{FFFD}b  failed  \u{FFFD}[31mred\u{FFFD}\u{FFFD}finished")
    }
}
