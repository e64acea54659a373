/// Whether a header of this libmicrohttpd's responses can be given another value where it lies.
///
/// The library hands out the address of its copy of a value and makes the head of each reply from that copy. Neither is
/// promised, so both are proved here, once, at start; where they do not hold, headers are removed and added, which
/// costs three allocations a reply and is otherwise the same.
package enum HeaderRewriting {
    /// Two replies of one response over loopback, on the calling thread.
    package static func works() -> Bool {
        let requests =
            "GET /first HTTP/1.1\r\nHost: a\r\n\r\n" + "GET /other HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
        guard let reply = try? LoopbackProbe.reply(to: requests, by: OneResponse()) else { return false }
        let lines = String(decoding: reply.bytes, as: UTF8.self).split(separator: "\r\n")
        return lines.filter { $0.hasPrefix("X-Path: ") } == ["X-Path: /first", "X-Path: /other"]
    }

    /// Answers with the same response each time, and with the path in its header.
    private final class OneResponse: Application {
        private let shelf = ResponseShelf(rewritesHeaders: true)

        func admit(_ exchange: Exchange) -> Admission { .accept(maximumBodyByteCount: 0) }

        func respond(to exchange: Exchange) -> Reply {
            let body = UnsafeRawBufferPointer(start: nil, count: 0)
            let response = shelf.response(
                shape: 0,
                status: 200,
                body: body,
                variable: ("X-Path", Array(exchange.path)),
                prepare: { _ in }
            )
            return .response(response)
        }

        func refuse(_ refusal: Refusal, _ exchange: Exchange) -> Response { Response(status: refusal.status) }

        func turn(now: UInt64) -> UInt64? { now + 1_000_000 }

        func completed(_ exchange: Exchange) {}
    }
}
