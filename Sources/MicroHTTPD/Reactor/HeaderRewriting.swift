/// Whether this libmicrohttpd lets the value of a response's header be written over in place.
///
/// The library hands out the address of its copy of a value and makes the head of each reply from that copy. Neither is
/// promised, so both are proved here, once, at start. Where they do not hold, headers are removed and added, which
/// costs three more allocations a reply.
enum HeaderRewriting {
    /// Two replies by one response, with the path in its header.
    static func works() -> Bool {
        let requests =
            "GET /first HTTP/1.1\r\nHost: a\r\n\r\n" + "GET /other HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
        let pool = ResponsePool(rewritesHeaders: true)
        let reply = try? LoopbackProbe.reply(to: requests) { exchange in
            let path = (name: StaticString("X-Path"), value: Array(exchange.path))
            let body = UnsafeRawBufferPointer(start: nil, count: 0)
            return .response(pool.response(shape: 0, status: 200, body: body, variable: path, prepare: { _ in }))
        }
        guard let reply else { return false }
        let lines = String(decoding: reply.bytes, as: UTF8.self).split(separator: "\r\n")
        return lines.filter { $0.hasPrefix("X-Path: ") } == ["X-Path: /first", "X-Path: /other"]
    }
}
