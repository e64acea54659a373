extension RawCase {
    private static let whole = head + length + "\r\n" + nothing
    private static func with(_ lines: String) -> String { head + lines + length + "\r\n" + nothing }

    /// Pipelining, half-closed connections, `Expect`, upgrades, and encodings of bodies.
    static let connections: [RawCase] = [
        RawCase("two requests at once", marked + marked, .completed(2)),
        RawCase("ten requests at once", String(repeating: marked, count: 10), .completed(10)),
        RawCase(
            "a chunked one before a plain one",
            head + "Transfer-Encoding: chunked\r\n\r\n" + chunk(#"{"count":1}"#) + "0\r\n\r\n" + marked,
            .completed(2)
        ),
        RawCase("empty lines between two", marked + "\r\n" + marked, .completed(2)),
        RawCase("two, and the end", marked + marked, .completed(2), endsSending: true),
        RawCase(
            "one more behind Connection: close",
            head + "Connection: close\r\n" + length + "\r\n" + nothing + marked,
            .last(200)
        ),
        RawCase("one more behind HTTP/1.0", whole.replacing("HTTP/1.1", with: "HTTP/1.0") + marked, .last(200)),
        RawCase("half a head, and the end", line + host, .refused, endsSending: true),
        RawCase("half a body, and the end", head + length + "\r\n{\"co", .refused, endsSending: true),
        RawCase("no body, and the end", head + length + "\r\n", .refused, endsSending: true),
        RawCase(
            "a body too large, and the end",
            head + "Content-Length: 20000\r\n\r\n" + marked,
            .refused,
            endsSending: true
        ),
        RawCase(
            "a request in a body too large",
            head + "Content-Length: 20000\r\n\r\n" + String(repeating: marked, count: 20),
            .refused
        ),
        RawCase("Expect something else", with("Expect: 200-maybe\r\n"), .answered([200, 417])),
        RawCase(
            "Upgrade to h2c",
            with("Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n"),
            .answered([200])
        ),
        RawCase(
            "Upgrade to a web socket",
            with(
                "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            ),
            .answered([200])
        ),
        RawCase("Connection names the length", with("Connection: Content-Length\r\n"), .answered([200])),
        RawCase("Connection names everything", with("Connection: Host, Content-Type, x, y, z\r\n"), .answered([200])),
        RawCase("Keep-Alive of nothing", with("Keep-Alive: timeout=0, max=0\r\n"), .answered([200])),
        RawCase("a body that says gzip", with("Content-Encoding: gzip\r\n"), .answered([200, 415])),
        RawCase(
            "a body that says gzip in a second field",
            with("Content-Encoding: identity\r\nContent-Encoding: gzip\r\n"),
            .answered([415])
        ),
        RawCase("a body of another type", whole.replacing("application/json", with: "text/xml"), .answered([415])),
        RawCase(
            "a body of UTF-16",
            Array((head + "Content-Length: 22\r\n\r\n").utf8) + nothing.utf8.flatMap { [$0, 0] },
            .answered([400])
        ),
        RawCase("a body with a BOM", head + "Content-Length: 14\r\n\r\n\u{FEFF}" + nothing, .answered([400])),
        RawCase(
            "a body that is no UTF-8",
            Array((head + "Content-Length: 14\r\n\r\n").utf8) + [0x7B, 0x22, 0xC0, 0xAE, 0x22, 0x3A, 0x30, 0x7D]
                + Array("      ".utf8),
            .answered([400])
        ),
        RawCase("X-HTTP-Method-Override", with("X-HTTP-Method-Override: DELETE\r\n"), .answered([200])),
        RawCase(
            "X-Original-URL",
            with("X-Original-URL: /v1/progress/guarded/cancel\r\nX-Rewrite-URL: /v1/progress/guarded/cancel\r\n"),
            .answered([200])
        ),
        RawCase("Range", with("Range: bytes=0-0,0-1,0-2\r\n"), .answered([200])),
        RawCase(
            "a GET with a body",
            "GET /v1/progress/guarded HTTP/1.1\r\n" + host + json + "Content-Length: \(marked.utf8.count)\r\n\r\n"
                + marked,
            .answered([200])
        ),
        RawCase(
            "a HEAD with a body",
            "DELETE /v1/reservations/x HTTP/1.1\r\n" + host + "Content-Length: \(marked.utf8.count)\r\n\r\n" + marked,
            .answered([404])
        ),
    ]

    static let all = lengths + codings + chunkings + fields + requestLines + targets + hosts + connections
}
