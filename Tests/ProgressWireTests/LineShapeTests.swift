import TestSupport
import Testing

@testable import ProgressWire

/// A line that has the shape of another must be what `BatchLine` reads; that it has it where it could only makes it cheap.
struct LineShapeTests {
    private static let line =
        #"{"method":"POST","path":"/v1/progress/a/completed-units","body":{"count":1},"headers":{"Prefer":"return=minimal"}}"#

    /// The path and the body of `other`, if it has the shape of `line`.
    private func match(_ other: String, _ line: String = line) throws -> [String?]? {
        try Array(line.utf8).withUnsafeBufferPointer { line in
            let known = try BatchLine(line, bodyLimit: 1 << 20)
            let shape = try #require(LineShape(known, in: line))
            return Array(other.utf8).withUnsafeBufferPointer { other in
                guard let place = shape.match(other) else { return nil }
                return [place.path, place.body].map { $0.map { String(decoding: other[$0], as: UTF8.self) } }
            }
        }
    }

    @Test func `another node and another body have the same shape`() throws {
        let other = Self.line.replacing("/a/", with: "/photo-17/").replacing(
            #"{"count":1}"#,
            with: #"{ "count" : 22 }"#
        )

        #expect(try match(Self.line) == ["/v1/progress/a/completed-units", #"{"count":1}"#])
        #expect(try match(other) == ["/v1/progress/photo-17/completed-units", #"{ "count" : 22 }"#])
    }

    @Test func `a body before the path and a line without one have shapes, too`() throws {
        let early = #"{"body":[1],"path":"/a", "method":"PUT"}"#
        let none = #"{"method":"GET","path":"/a"}"#

        #expect(try match(#"{"body":[2,[3]],"path":"/bc", "method":"PUT"}"#, early) == ["/bc", "[2,[3]]"])
        #expect(try match(#"{"method":"GET","path":"/abc"}"#, none) == ["/abc", nil])
        #expect(try match(#"{"method":"GET","path":"/abc","body":1}"#, none) == nil)
    }

    @Test(
        arguments: [
            ("POST", "PUT"), ("minimal", "Minimal"), (#""method":"#, #""method" :"#),
            (#","headers""#, #",  "headers""#),
            ("/a/", #"/\u0061/"#), ("/a/", "/ä/"), ("/a/", "/\u{1}/"), (#"{"count":1}"#, #"{"count":01}"#),
            (#"{"count":1}"#, #"{"count":1"#), (#"{"count":1}"#, #"{"count":1}}"#), (#"{"count":1}"#, ""),
            (#"{"count":1}"#, #"{"count":"\#u{1}"}"#), (#""}}"#, #""}"#), (#""}}"#, #""}}x"#),
            (#""path":"#, #""path":7,"path":"#),
        ]
    )
    func `what differs elsewhere, or has a fault, is left to be read`(_ part: String, _ instead: String) throws {
        #expect(try match(Self.line.replacing(part, with: instead)) == nil)
    }

    @Test func `an escaped path gives no shape`() throws {
        try Array(#"{"method":"GET","path":"\/a"}"#.utf8).withUnsafeBufferPointer { bytes in
            let line = try BatchLine(bytes, bodyLimit: 1 << 20)

            #expect(LineShape(line, in: bytes) == nil)
        }
    }

    @Test func `a body is as deep as a line allows, and no deeper`() throws {
        func line(_ depth: Int) -> String {
            let body = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
            return #"{"method":"PUT","path":"/a","body":\#(body)}"#
        }

        #expect(try match(line(4_095), line(1)) != nil)
        #expect(try match(line(4_096), line(1)) == nil)
    }

    @Test func `after any change of bytes, what has the shape is read the same`() throws {
        var generator = SeededGenerator(seed: 7)
        let lines = [
            Self.line, #"{"path":"/v1/x","method":"PATCH","body":"text"}"#,
            #" {"body" : 17 ,"path":"/a","method":"GET"} "#,
            #"{"headers":{"a":"b"},"body":null,"method":"GET","path":""}"#,
            #"{"method":"GET","path":"/v1/progress/a"}"#,
        ]
        let bytes = Array(#"{}[]",:\/a019 é."#.utf8) + [0, 10, 0xFF]
        var matchCount = 0
        for _ in 0..<40_000 {
            let line = lines[Int.random(in: lines.indices, using: &generator)]
            var other = Array(line.utf8)
            for _ in 0..<Int.random(in: 0...3, using: &generator) {
                let position = Int.random(in: 0..<other.count, using: &generator)
                let byte = bytes.randomElement(using: &generator) ?? 0
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: other[position] = byte
                case 1: other.insert(byte, at: position)
                default: other.remove(at: position)
                }
            }
            matchCount += try compare(Array(line.utf8), other) ? 1 : 0
        }
        #expect(matchCount > 5_000)
    }

    /// - Returns: whether `other` has the shape of `line`.
    private func compare(_ line: [UInt8], _ other: [UInt8]) throws -> Bool {
        try line.withUnsafeBufferPointer { line in
            try other.withUnsafeBufferPointer { other in
                let known = try BatchLine(line, bodyLimit: 1 << 20)
                let shape = try #require(LineShape(known, in: line))
                guard let place = shape.match(other) else { return false }
                let read = try BatchLine(other, bodyLimit: 1 << 20)
                #expect(read.method == known.method)
                #expect(read.unescapedPath == nil)
                #expect(place.path == read.path)
                #expect(place.body == read.body)
                #expect(read.headers.value("prefer") == known.headers.value("prefer"))
                #expect(read.headers.value("a") == known.headers.value("a"))
                return true
            }
        }
    }
}
