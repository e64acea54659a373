extension RawCase {
    private static func start(_ name: String, _ requestLine: String) -> RawCase {
        RawCase(
            "request line: " + name,
            "\(requestLine)\(host)\(json)\(length)\r\n\(nothing)\(marked)",
            .refused,
            endsSending: true
        )
    }

    private static let target = "/v1/progress/guarded/completed-units"

    /// Request lines, and bytes that are no HTTP/1.1 at all.
    static let requestLines: [RawCase] =
        [
            RawCase("request line: empty lines before it", "\r\n\r\n\(head)\(length)\r\n\(nothing)", .answered([200])),
            RawCase(
                "request line: in absolute form",
                "POST http://127.0.0.1\(target) HTTP/1.1\r\n\(host)\(json)\(length)\r\n\(nothing)",
                .answered([200])
            ),
            start("two spaces behind the method", "POST  \(target) HTTP/1.1\r\n"),
            start("two spaces behind the target", "POST \(target)  HTTP/1.1\r\n"),
            start("a tab behind the method", "POST\t\(target) HTTP/1.1\r\n"),
            start("a tab behind the target", "POST \(target)\tHTTP/1.1\r\n"),
            start("a space before the method", " POST \(target) HTTP/1.1\r\n"),
            start("a space behind the version", "POST \(target) HTTP/1.1 \r\n"),
            start("a space in the target", "POST \(target) /x HTTP/1.1\r\n"),
            start("no target", "POST HTTP/1.1\r\n"), start("no version", "POST \(target)\r\n"),
            start("only a method", "POST\r\n"),
            start("HTTP/9.9", "POST \(target) HTTP/9.9\r\n"),
            start("HTTP/0.9", "GET \(target)\r\n"), start("HTTP/2.0", "POST \(target) HTTP/2.0\r\n"),
            start("HTTP/1.", "POST \(target) HTTP/1.\r\n"), start("HTTP/1.1.1", "POST \(target) HTTP/1.1.1\r\n"),
            start("HTTP/01.1", "POST \(target) HTTP/01.1\r\n"), start("http/1.1", "POST \(target) http/1.1\r\n"),
            start("HTTPS/1.1", "POST \(target) HTTPS/1.1\r\n"), start("HTTP 1.1", "POST \(target) HTTP 1.1\r\n"),
            start("NUL in the method", "PO\u{0}ST \(target) HTTP/1.1\r\n"),
            start("NUL in the target", "POST \(target)\u{0} HTTP/1.1\r\n"),
            start("a control character in the target", "POST \(target)\u{1} HTTP/1.1\r\n"),
            start("a bare LF", "POST \(target) HTTP/1.1\n"), start("a bare CR", "POST \(target) HTTP/1.1\r"),
            start("a target of 100,000 bytes", "POST /\(String(repeating: "a", count: 100_000)) HTTP/1.1\r\n"),
            start("a method of 100,000 bytes", "\(String(repeating: "A", count: 100_000)) \(target) HTTP/1.1\r\n"),
            RawCase(
                "method: CONNECT with a host for a target",
                "CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n",
                .answered([421])
            ),
            RawCase(
                "a TLS hello",
                [22, 3, 1, 0, 5, 1, 0, 0, 1, 3, 13, 10, 13, 10] + Array(marked.utf8),
                .refused,
                endsSending: true
            ),
            RawCase(
                "bytes that are no text",
                (0..<512).map { UInt8(truncatingIfNeeded: $0 &* 167) } + Array(marked.utf8),
                .refused,
                endsSending: true
            ),
            RawCase("the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + marked, .refused, endsSending: true),
            RawCase("a PROXY line", "PROXY TCP4 1.2.3.4 127.0.0.1 1 2\r\n" + marked, .refused, endsSending: true),
            RawCase("empty lines alone", String(repeating: "\r\n", count: 100), .refused, endsSending: true),
            RawCase("nothing", "", .refused, endsSending: true), RawCase("one byte", "P", .refused, endsSending: true),
        ]
        + [
            "TRACE", "CONNECT", "TRACK", "DEBUG", "PROPFIND", "QUERY", "BREW", "post", "Get", "M-SEARCH", "GETGET", "!",
            "LINK",
        ].map { RawCase("method: " + $0, "\($0) \(target) HTTP/1.1\r\n\(host)\r\n", .answered([405])) }
}
