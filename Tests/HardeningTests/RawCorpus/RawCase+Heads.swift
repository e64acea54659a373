extension RawCase {
    private static func field(_ name: String, _ field: String) -> RawCase {
        refused("header: " + name, field + "\r\n" + length)
    }

    /// Header lines.
    static let fields: [RawCase] =
        [
            answered("header: an empty value", [200], "X-A:\r\n" + length),
            answered("header: every character of a token", [200], "!#$%&'*+-.^_`|~09AZaz: b\r\n" + length),
            answered("header: bytes above 127 in a value", [200], "X-A: \u{E4}\u{1F600}\r\n" + length),
            answered("header: a tab in a value", [200], "X-A: a\tb\r\n" + length),
            answered("header: white space around a value", [200], "X-A: \t a \t\r\n" + length),
            answered("header: the same twice", [200], "X-A: 1\r\nX-A: 2\r\n" + length),
            answered("header: fifty of them", [200], (0..<50).map { "X-\($0): a\r\n" }.joined() + length),
            RawCase(
                "header: a thousand of them",
                head + (0..<1_000).map { "X-\($0): a\r\n" }.joined() + length + "\r\n" + nothing + marked,
                .refused
            ),
            RawCase(
                "header: a value of 100,000 bytes",
                head + "X-A: " + String(repeating: "a", count: 100_000) + "\r\n" + length + "\r\n" + nothing + marked,
                .refused
            ),
            RawCase(
                "header: a name of 100,000 bytes",
                head + String(repeating: "a", count: 100_000) + ": b\r\n" + length + "\r\n" + nothing + marked,
                .refused
            ),
            RawCase("header: no end", head + "X-A: ", .refused, endsSending: true),
            RawCase("header: half a line end", head + length + "\r", .refused, endsSending: true),
            RawCase(
                "header: a line end of a bare LF everywhere",
                (head + length).replacing("\r\n", with: "\n") + "\n" + nothing + marked,
                .refused
            ),
            RawCase(
                "header: an end of two bare LF",
                head + length + "\n\n" + nothing + marked,
                .refused,
                endsSending: true
            ),
        ]
        + [
            field("a space before the colon", "X-A : b"), field("a tab before the colon", "X-A\t: b"),
            field("a space in the name", "X A: b"), field("no name", ": b"), field("no colon", "X-A"),
            field("no colon and a space", "X-A b"), field("a space first", " X-A: b"), field("a tab first", "\tX-A: b"),
            field("folded", "X-A: b\r\n c"), field("folded by a tab", "X-A: b\r\n\tc"),
            field("folded and empty", "X-A: b\r\n "),
            field("NUL in the value", "X-A: a\u{0}b"), field("NUL in the name", "X\u{0}A: b"),
            field("BEL in the value", "X-A: \u{7}"), field("ESC in the value", "X-A: \u{1B}[2J"),
            field("DEL in the value", "X-A: \u{7F}"), field("a control character in the name", "X\u{1}: a"),
            field("a letter above 127 in the name", "X-\u{E4}: a"), field("parentheses in the name", "X(a): b"),
            field("quotes in the name", "\"X\": b"), field("a bare CR in the value", "X-A: a\rb"),
            field("CR twice", "X-A: a\r"), field("a bare LF", "X-A: a\nX-B: b"),
            field("a head inside a head", line.replacing("\r\n", with: "")),
        ]
}
