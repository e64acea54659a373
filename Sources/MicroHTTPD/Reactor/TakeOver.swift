/// Whether this libmicrohttpd hands over a socket as our streams need it.
///
/// MHD_USE_TURBO is documented to skip `shutdown()` when a connection closes. That and the rest of the way (a reader
/// that is called when the head is out, ends with an error, and is forgotten) are proved here, once, at start.
enum TakeOver {
    /// One stream over loopback, on the calling thread.
    static func selfCheck() throws(ReactorError) {
        let request = "GET / HTTP/1.1\r\nHost: self-check\r\n\r\n"
        let stream: (Exchange) -> Reply = { _ in
            .stream(
                StreamHead { socket in
                    _ = socket.send(Array("hel".utf8), Array("lo".utf8))
                    socket.finish()
                }
            )
        }
        guard let reply = try LoopbackProbe.reply(to: request, by: stream) else {
            throw .takeOverUnsupported(reason: "the stream did not end")
        }
        guard reply.connectionIsForgotten else {
            throw .takeOverUnsupported(reason: "the connection is not forgotten")
        }
        try verify(reply.bytes)
    }

    private static func verify(_ reply: [UInt8]) throws(ReactorError) {
        let text = String(decoding: reply, as: UTF8.self)
        guard text.hasPrefix("HTTP/1.1 200 ") else { throw .takeOverUnsupported(reason: "no head came first") }
        guard text.lowercased().contains("\r\ntransfer-encoding: chunked\r\n") else {
            throw .takeOverUnsupported(reason: "the stream is not chunked")
        }
        guard text.hasSuffix("\r\n\r\n5\r\nhello\r\n0\r\n\r\n") else {
            throw .takeOverUnsupported(reason: "the socket was closed, or written to, by others")
        }
    }
}
