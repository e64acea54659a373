import TestSupport
import Testing

@testable import MicroHTTPD

struct HeadMeasureTests {
    private static let most = 6_656

    private static func measure(_ text: String, most: Int = most) -> HeadMeasure {
        Array(text.utf8).withUnsafeBufferPointer { HeadMeasure($0, most: most) }
    }

    private static let usual = "POST /v1/progress/a/completed-units HTTP/1.1\r\nHost: a\r\nContent-Length: 11\r\n\r\n"

    @Test func `a usual head fits once it is whole, with whatever is behind it`() {
        for count in 1..<Self.usual.utf8.count {
            #expect(
                Self.measure(String(decoding: Self.usual.utf8.prefix(count), as: UTF8.self)) == .unfinished,
                "\(count)"
            )
        }
        for body in [
            "", "{\"count\":1}", "{\n  \"count\":1\n}\n", "&;&;\n\n", Self.usual, String(repeating: "\n", count: 4_000),
        ] {
            #expect(Self.measure(Self.usual + body) == .fits, "\(body)")
        }
        #expect(Self.measure("\r\n" + Self.usual) == .fits)
    }

    @Test func `what was read behind a head counts, because it lies in the same memory`() {
        let head = "POST / HTTP/1.1\r\nCookie: a" + String(repeating: ";a", count: 60) + "\r\n\r\n"

        #expect(Self.measure(head) == .fits)
        #expect(Self.measure(head + String(repeating: "b", count: 3_000)) == .large)
    }

    @Test(arguments: ["\r\n", "\n"]) func `an empty line ends a head, whatever its end`(end: String) {
        #expect(Self.measure("GET / HTTP/1.1\(end)Host: a\(end)\(end)") == .fits)
        #expect(Self.measure("GET / HTTP/1.1\(end)Host: a\(end)") == .unfinished)
    }

    /// The memory that libmicrohttpd needs for a head must not be underestimated, so it is checked by a plain count.
    @Test func `random heads are measured as a plain count says`() {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<3_000 {
            let pieces = ["a", "&", ";", "=", "?", "\r\n", "Cookie: ", "X: ", "%", ",", "aaaaaaaaaaaaaaaa"]
            let tail = (0..<random.number(below: 401)).map { _ in pieces[random.number(below: pieces.count)] }
                .joined()
            let text = "GET /" + tail + " HTTP/1.1\r\nHost: a\r\n\r\n"
            let lines = text.replacing("\r\n\r\n", with: "\u{0}").split(separator: "\u{0}")[0].split(separator: "\r\n")
            guard lines[0].split(separator: " ", omittingEmptySubsequences: false).count == 3 else { continue }
            let head = lines.joined(separator: "\r\n").utf8.count + 4
            let entries =
                lines.dropFirst().count
                + (lines[0].contains("?") ? 1 + lines[0].count { $0 == "&" } : 0)
                + lines.filter { $0.hasPrefix("Cookie:") }.reduce(0) { $0 + 1 + $1.count { ";,".contains($0) } }

            let measured = Self.measure(text)

            if case .excess = measured {
                #expect(entries > 128, "\(text)")
            } else if measured == .fits {
                #expect(2 * head + 64 * entries <= Self.most, "\(text)")
            } else {
                #expect(measured == .large && 5 * head + 64 * (entries + 1) > Self.most, "\(measured) \(text)")
            }
        }
    }

    @Test func `a limit of each kind, exactly`() {
        let start = "GET / HTTP/1.1\r\n"
        func fields(_ count: Int) -> String { start + String(repeating: "X: a\r\n", count: count) + "\r\n" }
        func cookies(_ count: Int) -> String {
            start + "Cookie: a=b" + String(repeating: "; a=b", count: count - 2) + "\r\ncookie:c=d\r\n\r\n"
        }
        func parameters(_ count: Int) -> String {
            "GET /?a" + String(repeating: "&a", count: count - 1) + " HTTP/1.1\r\n\r\n"
        }

        for (limit, make) in [(HeadLimit.fields, fields), (.cookies, cookies), (.parameters, parameters)] {
            #expect(Self.measure(make(limit.most), most: .max) == .fits, "\(limit)")
            #expect(Self.measure(make(limit.most + 1), most: .max) == .excess(limit), "\(limit)")
        }
    }
}
