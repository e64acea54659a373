import Testing

@testable import MicroHTTPD

struct ChunkScanTests {
    private static func count(_ text: String, pieces: Int) -> UInt64? {
        var scan = ChunkScan(UnsafeRawBufferPointer(start: nil, count: 0))
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            rest.prefix(pieces).withUnsafeBytes { scan.take($0) }
            rest = rest.dropFirst(pieces)
        }
        return scan.wholeByteCount
    }

    @Test(
        arguments: [
            ("0\r\n\r\n", 5), ("3\r\nabc\r\n0\r\n\r\nGET /", 13),
            ("00a\r\n0123456789\r\n1\r\nx\r\n000\r\n\r\n\r\n", 30),
            ("F\r\n0\r\n\r\n0123456789\r\n0\r\n\r\n", 25), ("3\r\nabc\r\n0\r\n\r", nil), ("3\r\nabc", nil), ("", nil),
            ("3;x\r\nabc\r\n0\r\n\r\n", nil), ("3\nabc\r\n0\r\n\r\n", nil), ("3\r\nabcd0\r\n\r\n", nil),
            ("0\r\nX: a\r\n\r\n", nil), ("\r\n0\r\n\r\n", nil), ("0000000000000000\r\n\r\n", nil), (" 0\r\n\r\n", nil),
        ] as [(String, UInt64?)]
    )
    func `a body in chunks is counted if there is one way to read it`(text: String, count: UInt64?) {
        for pieces in [1, 2, 3, 100] { #expect(Self.count(text, pieces: pieces) == count, "\(pieces)") }
    }
}
