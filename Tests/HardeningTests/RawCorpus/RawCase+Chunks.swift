extension RawCase {
    private static let coding = "Transfer-Encoding: chunked\r\n"
    private static let end = "0\r\n\r\n"

    /// Chunked bodies: sound, and broken.
    static let chunkings: [RawCase] =
        [
            ("in two chunks", chunk("{\"cou") + chunk("nt\":0}") + end),
            ("a byte each", nothing.map { chunk(String($0)) }.joined() + end),
            ("an upper-case size", "B\r\n\(nothing)\r\n\(end)"),
            ("zeros before the size", "000b\r\n\(nothing)\r\n\(end)"),
            ("zeros as the end", chunk(nothing) + "0000\r\n\r\n"),
        ].map { answered("chunks: " + $0.0, [200], coding, $0.1) }
        + [
            answered("chunks: a request inside them", [400], coding, chunk(marked) + end),
            answered("chunks: none", [400], coding, end),
            answered("chunks: far more than a body may have", [413], coding, tooMuch + end),
        ]
        + [
            ("an extension", "b;x=y\r\n\(nothing)\r\n\(end)"),
            ("a quoted extension", "b;x=\"y;\\\"\"\r\n\(nothing)\r\n\(end)"),
            ("an extension of the end", chunk(nothing) + "0;x\r\n\r\n"),
            ("a trailer", chunk(nothing) + "0\r\nX-T: 1\r\n\r\n"),
            ("a trailer that is a length", chunk(nothing) + "0\r\nContent-Length: 3\r\n\r\n"),
            ("a trailer that is a coding", chunk(nothing) + "0\r\nTransfer-Encoding: chunked\r\n\r\n"),
            ("a trailer that is a host", chunk(nothing) + "0\r\nHost: evil.example\r\n\r\n"),
            ("bare LF behind the size", "b\n\(nothing)\r\n\(end)"),
            ("bare LF behind the data", "b\r\n\(nothing)\n\(end)"),
            ("bare LF at the end", chunk(nothing) + "0\r\n\n"),
            ("a size that takes the CR behind the data", "c\r\n\(nothing)\r\n\(end)"),
        ].map { lenient("chunks: " + $0.0, coding, $0.1) }
        + [
            ("a prefix 0x", "0xb\r\n\(nothing)\r\n\(end)"), ("a sign", "+b\r\n\(nothing)\r\n\(end)"),
            ("a negative size", "-b\r\n\(nothing)\r\n\(end)"),
            ("a space before the size", " b\r\n\(nothing)\r\n\(end)"),
            ("a space behind the size", "b \r\n\(nothing)\r\n\(end)"), ("no size", "\r\n\(nothing)\r\n\(end)"),
            ("a size that is no number", "g\r\n\(nothing)\r\n\(end)"),
            ("an extension alone", ";x\r\n\(nothing)\r\n\(end)"),
            ("a size of 2^64", "10000000000000000\r\n\(nothing)\r\n\(end)"),
            ("a size of 2^64 + 11", "1000000000000000b\r\n\(nothing)\r\n\(end)"),
            ("the largest size", "ffffffffffffffff\r\n\(nothing)\r\n\(end)"),
            ("a size of a hundred digits", String(repeating: "f", count: 100) + "\r\n\(nothing)\r\n\(end)"),
            ("a size too small", "a\r\n\(nothing)\r\n\(end)"), ("a size too large by two", "d\r\n\(nothing)\r\n\(end)"),
            ("no line end behind the size", "b\(nothing)\r\n\(end)"),
            ("no line end behind the data", "b\r\n\(nothing)\(end)"),
            ("CR twice", "b\r\r\n\(nothing)\r\n\(end)"), ("NUL behind the size", "b\u{0}\r\n\(nothing)\r\n\(end)"),
            ("a comma in the size", "b,b\r\n\(nothing)\r\n\(end)"),
            ("a fraction", "b.0\r\n\(nothing)\r\n\(end)"),
            (
                "an extension that never ends",
                "b;" + String(repeating: "x", count: 100_000) + "\r\n\(nothing)\r\n\(end)"
            ),
            (
                "a trailer that never ends",
                chunk(nothing) + "0\r\nX-T: " + String(repeating: "x", count: 100_000) + "\r\n\r\n"
            ),
        ].map { refused("chunks: " + $0.0, coding, $0.1, endsSending: true) }
        + [
            ("no end", chunk(nothing)), ("half an end", chunk(nothing) + "0\r\n"), ("half a size line", "b"),
            ("half the data", "b\r\n{\"co"),
        ].map { RawCase("chunks: " + $0.0, "\(head)\(coding)\r\n\($0.1)", .refused, endsSending: true) }

    /// More than the corpus's body limit of 10,000 bytes.
    private static let tooMuch = String(repeating: chunk(String(repeating: "x", count: 1_000)), count: 20)
}
