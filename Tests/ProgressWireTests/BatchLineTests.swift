import TestSupport
import Testing

@testable import ProgressWire

/// The limits of a line; nothing beyond them is read.
struct BatchLineTests {
    private static let bodyLimit = 1_000

    private func read(_ line: String) throws -> BatchLine {
        try Array(line.utf8).withUnsafeBufferPointer { try BatchLine($0, bodyLimit: Self.bodyLimit) }
    }

    private func error(_ line: String) -> BatchLineError? {
        do {
            _ = try read(line)
            return nil
        } catch {
            return error as? BatchLineError
        }
    }

    private func line(_ path: String = "/a", headers: String = "{}", _ rest: String = "") -> String {
        #"{"method":"GET","path":"\#(path)","headers":\#(headers)\#(rest)}"#
    }

    private func fields(_ count: Int) -> String {
        "{" + (0..<count).map { #""k\#($0)":"""# }.joined(separator: ",") + "}"
    }

    @Test func `names are found in any case, and of those that differ in case alone the last counts`() throws {
        let headers = try read(line(headers: #"{"Prefer":"a","PREFER":"b","other":null,"prefer":"c"}"#)).headers

        #expect(headers.value("prefer") == Array("c".utf8))
        #expect(headers.value("other") == [])
        #expect(headers.value("nothing") == nil)
    }

    @Test func `a name that appears twice is refused, few or many fields`() {
        let few = #"{"a":"1","a":"2"}"#
        let many = fields(40).dropLast() + #","k7":""}"#

        #expect(error(line(headers: few)) == .body(.json(.duplicateKey(pointer: "/headers/a"))))
        #expect(error(line(headers: String(many))) == .body(.json(.duplicateKey(pointer: "/headers/k7"))))
    }

    @Test func `a line has 64 fields, and no more`() throws {
        #expect(try read(line(headers: fields(64))).headers.value("k63") == [])
        #expect(error(line(headers: fields(65))) == .headTooLarge(.fields(limit: 64)))
        // Nothing after the limit is read.
        #expect(error(line(headers: fields(65)) + "nonsense") == .headTooLarge(.fields(limit: 64)))
    }

    @Test(arguments: [(16_384, 0), (16_380, 4), (4, 16_380), (0, 16_384)])
    func `path and fields have 16 KiB in all, and no more`(pathCount: Int, fieldCount: Int) throws {
        func both(_ more: Int) -> String {
            let path = String(repeating: "p", count: pathCount)
            let name = String(repeating: "n", count: fieldCount / 2)
            let value = String(repeating: "v", count: fieldCount - fieldCount / 2 + more)
            return line(path, headers: #"{"\#(name)":"\#(value)"}"#)
        }

        _ = try read(both(0))
        #expect(error(both(1)) == .headTooLarge(.bytes(limit: 16_384)))
    }

    @Test func `escapes do not count`() throws {
        let path = String(repeating: #"\u0070"#, count: 16_384)

        #expect(try read(line(path)).unescapedPath?.count == 16_384)
        #expect(error(line(path + "p")) == .headTooLarge(.bytes(limit: 16_384)))
    }

    @Test func `a body is as long as its limit, and no longer, wherever it is`() throws {
        func early(_ count: Int, _ body: String) -> String {
            #"{"body": \#(body)\#(String(repeating: " ", count: count)),"method":"PUT","path":"/a"}"#
        }
        let texts = [#""\#(String(repeating: "x", count: 998))""#, String(repeating: "1", count: 1_000)]

        for text in texts {
            #expect(try read(early(5, text)).body?.count == 1_000)
            #expect(try read(line("/a", #","body": \#(text)"#)).body?.count == 1_000)
        }
        for text in [#""\#(String(repeating: "x", count: 999))""#, String(repeating: "1", count: 1_001)] {
            #expect(error(early(0, text)) == .bodyTooLarge(limit: 1_000))
        }
        #expect(error(early(0, "[\(String(repeating: "[],", count: 500_000))")) == .bodyTooLarge(limit: 1_000))
        #expect(error(early(0, "[1,2,}") + String(repeating: " ", count: 200_000)) != .bodyTooLarge(limit: 1_000))
    }

    @Test func `a line has 128 KiB beside its body, and no more`() throws {
        func spaced(_ count: Int) -> String {
            let start = #"{"method":"GET","body":"\#(String(repeating: "x", count: 900))""#
            let end = #""path":"/a"}"#
            let spaces = count - start.utf8.count + 902 - end.utf8.count - 1
            return "\(start)\(String(repeating: " ", count: spaces)),\(end)"
        }

        #expect(try read(spaced(131_072)).body?.count == 902)
        #expect(error(spaced(131_073)) == .headTooLarge(.line(limit: 131_072)))
    }

    @Test(arguments: [
        #"{"method":""#, #"{"headers":{"a":""#, #"{"method":"GET","path":"#, "", #"{"path":"\u0061"#, #"{"path":"é"#,
    ])
    func `what goes on and on is refused where the limit is`(start: String) {
        for filling in [" ", "x", #"\u0061"#, #"\ud83d\ude00"#, "é"] {
            let long = start + String(repeating: filling, count: 400_000)
            let expected: [BatchLineError] = [
                .headTooLarge(.line(limit: 131_072)), .headTooLarge(.bytes(limit: 16_384)),
            ]
            switch error(long) {
            case .body(.json(.malformed(let offset, _)))?: #expect(offset < 40)
            case .body(.json(.wrongType))?: break
            case let found: #expect(found.map(expected.contains) == true, "\(start)\(filling)")
            }
        }
    }

    @Test func `a value of another type is refused by its type`() {
        #expect(
            error(#"{"method":[1]}"#)
                == .body(.json(.wrongType(pointer: "/method", expected: "a string", found: "an array")))
        )
        #expect(
            error(line(headers: #"{"a":1}"#))
                == .body(.json(.wrongType(pointer: "/headers/a", expected: "a string", found: "a number")))
        )
        #expect(
            error(line(headers: "null"))
                == .body(.json(.wrongType(pointer: "/headers", expected: "an object", found: "null")))
        )
    }

    @Test func `a repeated line is held to the same limits`() throws {
        let first = Array(line("/v1/progress/a", headers: #"{"n":"\#(String(repeating: "v", count: 383))"}"#).utf8)
        try first.withUnsafeBufferPointer { first in
            let shape = try #require(LineShape(try BatchLine(first, bodyLimit: Self.bodyLimit), in: first))
            func matches(_ pathCount: Int) -> Bool {
                let headers = #"{"n":"\#(String(repeating: "v", count: 383))"}"#
                let other = Array(line(String(repeating: "p", count: pathCount), headers: headers).utf8)
                return other.withUnsafeBufferPointer { shape.match($0) != nil }
            }

            #expect(matches(16_000))
            #expect(!matches(16_001))
        }
    }
}
