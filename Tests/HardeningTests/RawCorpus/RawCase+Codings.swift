extension RawCase {
    private static let whole = chunk(nothing) + "0\r\n\r\n"

    /// Shapes of Transfer-Encoding.
    static let codings: [RawCase] =
        [
            answered("a plain coding", [200], "Transfer-Encoding: chunked\r\n", whole),
            answered("a coding in another case", [200], "TRANSFER-ENCODING: ChUnKeD\r\n", whole),
            answered("a coding without a space before it", [200], "Transfer-Encoding:chunked\r\n", whole),
            answered("a coding with an underscore is none", [200], length + "Transfer_Encoding: chunked\r\n"),
            answered("a header that only looks like a coding", [200], length + "X-Transfer-Encoding: chunked\r\n"),
            answered("TE is no coding", [200], length + "TE: chunked, trailers\r\nConnection: TE\r\n"),
            RawCase(
                "a coding in HTTP/1.0",
                head.replacing("HTTP/1.1", with: "HTTP/1.0") + "Transfer-Encoding: chunked\r\n\r\n\(whole)\(marked)",
                .refused
            ),
        ]
        + [
            ("with a length", length + "Transfer-Encoding: chunked\r\n"),
            ("before a length", "Transfer-Encoding: chunked\r\n" + length),
            ("with a length of nothing", "Content-Length: 0\r\nTransfer-Encoding: chunked\r\n"),
            ("twice", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n"),
            ("twice in a line", "Transfer-Encoding: chunked, chunked\r\n"),
            ("then identity", "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n"),
            ("identity", "Transfer-Encoding: identity\r\n"), ("gzip", "Transfer-Encoding: gzip\r\n"),
            ("gzip before", "Transfer-Encoding: gzip, chunked\r\n"),
            ("gzip behind", "Transfer-Encoding: chunked, gzip\r\n"),
            ("one letter more", "Transfer-Encoding: xchunked\r\n"), ("cut", "Transfer-Encoding: chunke\r\n"),
            ("with a parameter", "Transfer-Encoding: chunked;q=1\r\n"),
            ("quoted", "Transfer-Encoding: \"chunked\"\r\n"), ("empty", "Transfer-Encoding:\r\n"),
            ("a comma", "Transfer-Encoding: ,chunked\r\n"), ("a comma behind", "Transfer-Encoding: chunked,\r\n"),
            ("a space behind", "Transfer-Encoding: chunked \r\n"),
            ("a vertical tab", "Transfer-Encoding: \u{0B}chunked\r\n"),
            ("NUL behind", "Transfer-Encoding: chunked\u{0}\r\n"),
            ("a space before the colon", "Transfer-Encoding : chunked\r\n"),
            ("a space before the name", " Transfer-Encoding: chunked\r\n"),
            ("folded", "Transfer-Encoding:\r\n chunked\r\n"),
            ("folded away", "X-A: b\r\n Transfer-Encoding: chunked\r\n"),
            ("behind a bare LF", "X-A: b\nTransfer-Encoding: chunked\r\n"),
            ("behind a bare CR", length + "X-A: b\rTransfer-Encoding: chunked\r\n"),
            ("a letter that lower-cases to k", "Transfer-Encoding: chun\u{212A}ed\r\n"),
        ].map { refused("Transfer-Encoding: " + $0.0, $0.1, whole) }
}
