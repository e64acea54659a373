import TestSupport
import Testing

@testable import ProgressWire

struct JSONWriterTests {
    private func written(_ body: (inout [UInt8]) -> Void) -> String {
        var bytes: [UInt8] = []
        body(&bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `integers of every length are written as Swift writes them`() {
        var random = SeededGenerator(seed: 2)
        var values: [Int64] = [0, .max, .min, .min + 1]
        for bits in 0..<63 { values += [1 << bits, -1 << bits, 1 << bits - 1] }
        for power in 0..<19 {
            let ten = (0..<power).reduce(into: Int64(1)) { value, _ in value *= 10 }
            values += [ten - 1, ten, ten + 1, -ten, 1 - ten]
        }
        for _ in 0..<2000 {
            values.append(Int64(truncatingIfNeeded: random.next()) >> Int64.random(in: 0..<64, using: &random))
        }

        for value in values { #expect(written { $0.appendJSON(value) } == String(value)) }
    }

    @Test(
        arguments: [
            (0.0, "0"), (-0.0, "0"), (1, "1"), (-1, "-1"), (0.25, "0.25"), (1.5, "1.5"), (-2.5, "-2.5"), (0.1, "0.1"),
            (0.3, "0.3"), (1e300, "1e+300"),
            (1e-5, "1e-05"), (1e-4, "0.0001"), (1.0 / 3, "0.3333333333333333"), (2.0 / 3, "0.6666666666666666"),
            (0.1 + 0.2, "0.30000000000000004"),
            (1e15, "1000000000000000"), (0x1p53, "9007199254740992"), (0x1p54, "1.8014398509481984e+16"),
            (.infinity, "1.7976931348623157e+308"),
            (-.infinity, "-1.7976931348623157e+308"), (.leastNonzeroMagnitude, "5e-324"),
            (0.5.nextDown, "0.49999999999999994"),
            (1.0.nextDown, "0.9999999999999999"), (1.0.nextUp, "1.0000000000000002"),
            (100.0.nextDown, "99.99999999999999"),
        ] as [(Double, String)]
    )
    func `a double is written in its shortest form`(value: Double, expected: String) {
        #expect(written { $0.appendJSON(value) } == expected)
    }

    @Test func `doubles are written like Swift's description, less a trailing point and zero, and read back`() throws {
        var random = SeededGenerator(seed: 3)
        var values = (0..<1000).map { _ in Double(bitPattern: random.next()) }.filter(\.isFinite)
        for _ in 0..<4000 { values.append(Double.random(in: 0..<2, using: &random)) }
        for _ in 0..<4000 {
            let exponent = Int.random(in: -14...53, using: &random)
            values.append(
                Double(sign: .plus, exponent: exponent, significand: Double.random(in: 1..<2, using: &random))
            )
        }
        for _ in 0..<2000 {
            let total = Int.random(in: 1...10_000, using: &random)
            values.append(Double(Int.random(in: 0...total, using: &random)) / Double(total))
        }
        for digits in 1...17 {
            let scale = (0..<digits).reduce(1.0) { scale, _ in scale * 10 }
            for _ in 0..<300 { values.append((Double.random(in: 0..<1, using: &random) * scale).rounded() / scale) }
        }
        for exponent in -14...53 {
            let power = Double(sign: .plus, exponent: exponent, significand: 1)
            values += [power, power.nextUp, power.nextDown, power * 1.5]
        }

        for value in values {
            var expected = value.description
            if expected.hasSuffix(".0") { expected.removeLast(2) }
            if expected == "-0" { expected = "0" }
            let text = written { $0.appendJSON(value) }
            #expect(text == expected)
            #expect(try #require(JSONNumber(text)).double == value)
        }
    }

    @Test(arguments: [
        ("", #""""#), ("a\"b\\c/d", #""a\"b\\c/d""#), ("\u{8}\t\n\u{C}\r", #""\b\t\n\f\r""#),
        ("\0\u{1}\u{1F}", #""\u0000\u0001\u001F""#),
        ("\u{2027}\u{2028}\u{2029}\u{202A}\u{202E}\u{202F}", "\"\u{2027}\\u2028\\u2029\\u202A\\u202E\u{202F}\""),
        ("\u{80}\u{9B}31m\u{9F}\u{A0}°", "\"\\u0080\\u009B31m\\u009F\u{A0}°\""),
        ("\u{2066}\u{2067}\u{2068}\u{2069}\u{200F}", "\"\u{2066}\u{2067}\u{2068}\u{2069}\u{200F}\""),
        ("1234567\u{2028}", #""1234567\u2028""#),
        ("“…”—é😀", "\"“…”—é😀\""), ("12345678\"", #""12345678\"""#), ("<&>", #""<&>""#), ("\u{7F}", #""\u007F""#),
    ])
    func `strings are escaped where they must be`(text: String, expected: String) {
        #expect(written { $0.appendJSON(text) } == expected)
    }

    @Test func `a code point is escaped wherever it is in a text`() {
        let values = (0...0x3000).map(UInt32.init) + [0xE280, 0xFEFF, 0x1F600]
        for scalar in values.compactMap(Unicode.Scalar.init) {
            let isEscaped =
                switch scalar.value {
                case 0..<0x20, 0x22, 0x5C, 0x7F...0x9F, 0x2028...0x202E: true
                default: false
                }
            for (before, after) in [(0, 0), (1, 0), (0, 2), (2, 3), (5, 0), (6, 1), (7, 9), (8, 8), (13, 4), (30, 2)] {
                let parts = (String(repeating: "b", count: before), String(repeating: "B", count: after))

                let text = written { $0.appendJSON(parts.0 + String(scalar) + parts.1) }

                let isPlain = text == "\"\(parts.0)\(scalar)\(parts.1)\""
                if isPlain == isEscaped { Issue.record("\(scalar.value) in \(text)") }
            }
        }
    }

    @Test func `digests that are kept are those of texts without the newer escapes`() {
        let value = JSONValue.object(["\u{7F}": .string("\u{9B}\u{202E}\u{2028}\n\u{1}°")])

        let canonical = String(decoding: CanonicalJSON.bytes(of: value), as: UTF8.self)

        #expect(canonical == "{\"\u{7F}\":\"\u{9B}\u{202E}\\u2028\\n\\u0001°\",}")
    }

    @Test func `random strings read back as they were`() throws {
        var random = SeededGenerator(seed: 4)
        let alphabet: [Unicode.Scalar] = [
            "a", "b", "\"", "\\", "\n", "\0", "\u{1F}", "é", "€", "\u{2028}", "\u{2029}", "😀", "\u{301}", "\u{FFFF}",
            "\u{7F}", "\u{80}", "\u{9F}", "\u{A0}", "\u{202E}", "\u{2069}",
        ]
        for _ in 0..<2000 {
            var text = ""
            for _ in 0..<Int.random(in: 0...40, using: &random) {
                text.unicodeScalars.append(alphabet.randomElement(using: &random) ?? "a")
            }
            let value = try JSONValue(written { $0.appendJSON(text) })
            #expect(value == .string(text))
        }
    }

    @Test func `keys take a comma unless they are the first`() {
        let text = written { bytes in
            bytes.append("{")
            bytes.appendKey("a")
            bytes.appendJSON(1)
            bytes.appendKey("b")
            bytes.append("[")
            for flag in [true, false] {
                bytes.appendSeparator()
                bytes.appendJSON(flag)
            }
            bytes.append("]")
            bytes.append(",\"c\":")
            bytes.appendJSON("{")
            bytes.appendKey("d")
            bytes.append("null}")
        }

        #expect(text == #"{"a":1,"b":[true,false],"c":"{","d":null}"#)
    }
}
