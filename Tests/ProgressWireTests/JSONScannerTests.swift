import Testing

@testable import ProgressWire

struct JSONScannerTests {
    /// Scans as a hot endpoint does: no value is built, nothing is allocated.
    private func count(in text: String) throws(JSONError) -> Int64? {
        try Array(text.utf8).withUnsafeBufferPointer { bytes throws(JSONError) in
            var scanner = JSONScanner(bytes)
            var count: Int64?
            guard try scanner.nextToken() == .objectStart else { return nil }
            while case .key(let key) = try scanner.nextToken() {
                guard scanner.matches(key, "count"), case .number(let number) = try scanner.nextToken() else {
                    return nil
                }
                count = scanner.int64(number)
            }
            return try scanner.nextToken() == .end ? count : nil
        }
    }

    @Test(
        arguments: [
            (#"{"count": 1}"#, 1), (#" { "count" : -17 } "#, -17), (#"{"c\u006funt":1e3}"#, 1000),
            (#"{"count":1.5}"#, nil),
            (#"{"counts":1}"#, nil), (#"{"Count":1}"#, nil), (#"{"count":"1"}"#, nil), ("[1]", nil), ("{}", nil),
        ] as [(String, Int64?)]
    )
    func `a count is scanned from a body`(text: String, expected: Int64?) throws {
        #expect(try count(in: text) == expected)
    }

    @Test func `a document comes as its tokens, and the end as often as it is asked for`() throws {
        try Array(#"{"a": [1, "x\n", true], "b": {}, "c": null}"#.utf8).withUnsafeBufferPointer { bytes in
            var scanner = JSONScanner(bytes)
            var tokens: [JSONToken] = []
            for _ in 0..<15 { tokens.append(try scanner.nextToken()) }

            #expect(
                tokens == [
                    .objectStart, .key(JSONText(range: 2..<3, isEscaped: false)), .arrayStart, .number(7..<8),
                    .string(JSONText(range: 11..<14, isEscaped: true)), .bool(true), .arrayEnd,
                    .key(JSONText(range: 25..<26, isEscaped: false)), .objectStart, .objectEnd,
                    .key(JSONText(range: 34..<35, isEscaped: false)), .null, .objectEnd, .end, .end,
                ]
            )
        }
    }

    @Test(arguments: [
        "1", "-1.5e3", #""x\"y""#, "true", "false", "null", "[]", "{}", #"[1,{"a":[2]}]"#, #"{"a":[{}]}"#,
    ])
    func `a value that is not wanted is walked over, and its bytes are known`(value: String) throws {
        try Array(#"{"skip": \#(value) , "count": 1}"#.utf8).withUnsafeBufferPointer { bytes in
            var scanner = JSONScanner(bytes)
            _ = try scanner.nextToken()
            _ = try scanner.nextToken()
            let range = try scanner.skipValue()

            #expect(String(decoding: scanner.slice(range), as: UTF8.self) == value)
            guard case .key(let key) = try scanner.nextToken() else { throw JSONError.malformed(offset: 0, "") }
            #expect(scanner.matches(key, "count"))
        }
    }

    @Test func `nesting is remembered beyond one word of bits`() throws {
        let levels = (0..<300).map { $0 * 7 % 3 == 0 }
        let text =
            levels.map { $0 ? #"{"a":"# : "[" }.joined() + "1" + levels.reversed().map { $0 ? "}" : "]" }.joined()

        #expect(try JSONReader.parse(Array(text.utf8), depthLimit: 300).text == text)
    }
}
