/// Whether libmicrohttpd reads by way of us, so that heads can be measured before.
///
/// It calls recv(2) by name, and the name is found in the program first. That is not guaranteed, so it is proved here,
/// once, at start. Where it does not hold, heads above some kilobytes are refused by libmicrohttpd, as well as it can.
enum LargeHeads {
    /// A head of 15 KiB, which is more than the memory of a usual connection.
    static func work() -> Bool {
        let field = "X-Large: \(String(repeating: "a", count: 15 * 1_024))"
        let request = "GET / HTTP/1.1\r\nHost: a\r\n\(field)\r\nConnection: close\r\n\r\n"
        let reply = try? LoopbackProbe.reply(to: request) { _ in .response(Response(status: 204)) }
        return reply.map { $0.bytes.starts(with: "HTTP/1.1 204 ".utf8) } ?? false
    }
}
