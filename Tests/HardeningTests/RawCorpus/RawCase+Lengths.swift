extension RawCase {
    /// Shapes of Content-Length.
    static let lengths: [RawCase] =
        [
            answered("a plain length", [200], length),
            answered("a length with leading zeros", [200], "Content-Length: 0000000011\r\n"),
            answered("a length without a space before it", [200], "Content-Length:11\r\n"),
            answered("a length behind a tab", [200], "Content-Length:\t11\r\n"),
            answered("a length in another case", [200], "cONTENT-lENGTH: 11\r\n"),
            answered("a length of nothing", [400], "Content-Length: 0\r\n", ""),
            answered("no length at all", [400], "", ""),
            answered(
                "a request inside a body",
                [400],
                "Content-Length: \(marked.utf8.count)\r\n",
                marked
            ),
            answered("a header that only looks like a length", [200], length + "X-Content-Length: 3\r\n"),
            answered("a length with an underscore", [200], length + "Content_Length: 3\r\n"),
        ]
        + [
            ("twice the same", "Content-Length: 11\r\nContent-Length: 11\r\n"),
            ("two that differ, the shorter first", "Content-Length: 3\r\nContent-Length: 11\r\n"),
            ("two that differ, the longer first", "Content-Length: 11\r\nContent-Length: 3\r\n"),
            ("two in different cases", "Content-Length: 11\r\ncontent-length: 3\r\n"),
            ("three", "Content-Length: 11\r\nContent-Length: 11\r\nContent-Length: 11\r\n"),
            ("a list of the same", "Content-Length: 11, 11\r\n"), ("a list that differs", "Content-Length: 11,3\r\n"),
            ("a sign", "Content-Length: +11\r\n"), ("a negative one", "Content-Length: -11\r\n"),
            ("minus nothing", "Content-Length: -0\r\n"), ("hexadecimal", "Content-Length: 0xb\r\n"),
            ("hexadecimal without a prefix", "Content-Length: b\r\n"), ("a fraction", "Content-Length: 11.0\r\n"),
            ("an exponent", "Content-Length: 11e0\r\n"), ("grouped digits", "Content-Length: 1_1\r\n"),
            ("a unit", "Content-Length: 11B\r\n"), ("a comma at the end", "Content-Length: 11,\r\n"),
            ("a semicolon", "Content-Length: 11;q=1\r\n"), ("quotes", "Content-Length: \"11\"\r\n"),
            ("empty", "Content-Length:\r\n"), ("only a space", "Content-Length: \r\n"),
            ("a space inside", "Content-Length: 1 1\r\n"), ("a space behind", "Content-Length: 11 \r\n"),
            ("a tab behind", "Content-Length: 11\t\r\n"), ("a vertical tab", "Content-Length: \u{0B}11\r\n"),
            ("NUL behind", "Content-Length: 11\u{0}\r\n"), ("NUL before", "Content-Length: \u{0}11\r\n"),
            ("Arabic digits", "Content-Length: \u{0661}\u{0661}\r\n"),
            ("no-break space", "Content-Length:\u{A0}11\r\n"),
            ("2^63", "Content-Length: 9223372036854775808\r\n"), ("2^64", "Content-Length: 18446744073709551616\r\n"),
            ("2^64 + 11", "Content-Length: 18446744073709551627\r\n"),
            ("2^32 + 11, too much for a body", "Content-Length: 4294967307\r\n"),
            ("more digits than any number", "Content-Length: \(String(repeating: "9", count: 400))\r\n"),
            ("zeros without end", "Content-Length: \(String(repeating: "0", count: 40))11\r\n"),
            ("a space before the colon", "Content-Length : 11\r\n"),
            ("a tab before the colon", "Content-Length\t: 11\r\n"),
            ("a space before the name", " Content-Length: 11\r\n"),
            ("folded", "Content-Length:\r\n 11\r\n"), ("folded behind", "Content-Length: 1\r\n 1\r\n"),
            ("a colon twice", "Content-Length:: 11\r\n"), ("NUL in the name", "Content\u{0}-Length: 11\r\n"),
            ("behind a bare LF", "X-A: b\nContent-Length: 11\r\n"),
            ("behind a bare CR", "X-A: b\rContent-Length: 11\r\n"),
        ].map { refused("Content-Length: " + $0.0, $0.1) }
}
