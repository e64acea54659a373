import TestSupport
import Testing

@testable import ProgressClient

@Suite struct ReplyReaderTests {
    private struct Reading: Equatable {
        var status: Int?
        var body = ""
        var hasEnded = false
        var staysOpen = false
    }

    /// Reads a text that comes in pieces of `size` bytes, after which the connection is closed.
    private func read(_ text: String, size: Int, to method: String = "GET") throws(ReplyFault) -> Reading {
        var reader = ReplyReader(to: method)
        var reading = Reading()
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while !reading.hasEnded {
            let piece = Array(rest.prefix(size))
            rest = rest.dropFirst(size)
            if piece.isEmpty { reader.close() } else { piece.withUnsafeBytes { reader.append($0) } }
            take: while true {
                switch try reader.next() {
                case .nothing: break take
                case .head(let status, _): reading.status = status
                case .body(let part):
                    // Half of it, so that the rest comes again.
                    let count = (part.count + 1) / 2
                    bytes += part.prefix(count)
                    reader.pass(count)
                case .end:
                    reading.hasEnded = true
                    break take
                }
            }
        }
        reading.body = String(decoding: bytes, as: UTF8.self)
        reading.staysOpen = reader.staysOpen
        return reading
    }

    @Test(arguments: [
        ("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", 200, "hello", true),
        ("HTTP/1.0 200 OK\r\nContent-Length: 5\r\n\r\nhello", 200, "hello", false),
        ("HTTP/1.1 200 OK\r\nConnection: Close\r\nContent-Length: 5\r\n\r\nhello", 200, "hello", false),
        ("HTTP/1.1 200\r\n\r\nhello", 200, "hello", false),
        ("HTTP/1.1 404 Not Found\nContent-Length: 2\n\nno", 404, "no", true),
        ("HTTP/1.1 204 No Content\r\n\r\n", 204, "", true),
        ("HTTP/1.1 304 Not Modified\r\nContent-Length: 7\r\n\r\n", 304, "", true),
        ("HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx", 200, "x", true),
        (
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nA;a=b\r\n, everyone\r\n0\r\n\r\n", 200,
            "hello, everyone", true
        ),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n0\r\nX: y\r\n\r\n", 200, "", true),
    ]) func `a reply is the same in whatever pieces it comes`(text: String, status: Int, body: String, staysOpen: Bool)
        throws
    {
        for size in [1, 2, 3, 7, 64, 4_096] {
            let reading = try read(text, size: size)
            #expect(
                reading == Reading(status: status, body: body, hasEnded: true, staysOpen: staysOpen),
                "pieces of \(size)"
            )
        }
    }

    @Test func `a connection on which more comes than was asked for is not used again`() throws {
        let reading = try read("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 500 Next\r\n", size: 4_096)

        #expect(reading == Reading(status: 200, body: "ok", hasEnded: true, staysOpen: false))
    }

    @Test(arguments: ["Content-Length: \(Int.max)\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n7FFFFFFFFFFFFFFF\r\n"])
    func `a length beyond all memory is only a long one`(rest: String) {
        #expect(throws: ReplyFault.incomplete) { try read("HTTP/1.1 200 OK\r\n\(rest)hello", size: 3) }
    }

    @Test func `a reply to HEAD has no body, whatever its length says`() throws {
        let reading = try read("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n", size: 4, to: "HEAD")

        #expect(reading == Reading(status: 200, hasEnded: true, staysOpen: true))
    }

    @Test(arguments: [
        ("", ReplyFault.empty), ("HTTP/1.1 200 O", .incomplete), ("HTTP/1.1 200 OK\r\nX: y\r\n", .incomplete),
        ("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhell", .incomplete),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n", .incomplete),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello!\r\n0\r\n\r\n", .notHTTP),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n+5\r\nhello\r\n", .notHTTP),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-5\r\nhello\r\n", .notHTTP),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFF\r\nhello\r\n", .notHTTP),
        ("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", .coding("gzip, chunked")),
        ("HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhello", .notHTTP),
        ("HTTP/1.1 200 OK\r\nContent-Length: five\r\n\r\nhello", .notHTTP),
        ("HTTP/1.1 200 OK\r\nContent-Length:\r\n\r\nhello", .notHTTP),
        ("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 4\r\n\r\nhello", .notHTTP),
        ("HTTP/1.1 200 OK\r\nno colon\r\n\r\n", .notHTTP), ("HTTP/1.1 101 Switching Protocols\r\n\r\n", .notHTTP),
        ("HTTP/1.1 20 OK\r\n\r\n", .notHTTP), ("HTTP/1.1 600 OK\r\n\r\n", .notHTTP), ("HTTP/1.1\r\n\r\n", .notHTTP),
        ("HTTP/2 200\r\n\r\n", .notHTTP), ("ICY 200 OK\r\n\r\n", .notHTTP), ("220 smtp.example.com ESMTP", .notHTTP),
    ]) func `what is no reply is an error`(text: String, fault: ReplyFault) {
        for size in [1, 2, 5, 4_096] {
            #expect(throws: fault) { try read(text, size: size) }
        }
    }

    @Test func `a head that does not end is given up`() {
        let lines = String(repeating: "X: y\r\n", count: 20_000)
        for text in ["HTTP/1.1 200 OK\r\n" + lines, "HTTP/1.1 200 \(String(repeating: "x", count: 100_000))"] {
            #expect(throws: ReplyFault.longHead(65_536)) { try read(text, size: 1_000) }
        }
    }

    @Test func `interim replies without end are given up`() {
        let interim = String(repeating: "HTTP/1.1 102 Processing\r\n\r\n", count: 10_000)

        #expect(throws: ReplyFault.longHead(65_536)) { try read(interim, size: 1_000) }
    }

    @Test func `random bytes never trap`() {
        var random = SeededGenerator(seed: 4_711)
        let scraps = [
            "HTTP/1.1 200 OK\r\n", "HTTP/1.", "\r\n", "\n", ":", "Transfer-Encoding: chunked\r\n", "Content-Length: ",
            "9", "F", "\u{0}", ";",
        ]
        for _ in 0..<5_000 {
            let text = (0..<Int.random(in: 1...12, using: &random)).map { _ in
                scraps.randomElement(using: &random) ?? ""
            }.joined()
            _ = try? read(text, size: Int.random(in: 1...20, using: &random))
        }
    }
}
