import TestSupport
import Testing

@testable import ProgressWire

struct JSONNumberTests {
    @Test(
        arguments: [
            ("0", 0), ("-0", 0), ("-0.0e5", 0), ("0e99999999999999999999", 0), ("1.0", 1), ("1e3", 1000), ("100e-2", 1),
            ("-1E+2", -100),
            ("12.50e1", 125), ("0.001e3", 1), ("0.0012e4", 12), ("9223372036854775807", .max),
            ("-9223372036854775808", .min),
            ("9223372036854775807.000", .max), ("9.223372036854775807e18", .max), ("-9.223372036854775808E18", .min),
            ("922337203685477580700e-2", .max), ("1000000000000000000", 1_000_000_000_000_000_000),
            ("1e18", 1_000_000_000_000_000_000),
            ("999999999999999999", 999_999_999_999_999_999), ("-999999999999999999", -999_999_999_999_999_999),
            ("9223372036854775808", nil), ("-9223372036854775809", nil), ("9.223372036854775808e18", nil),
            ("1e19", nil), ("1e20", nil),
            ("18446744073709551616", nil), ("18446744073709551617", nil), ("1180591620717411303424", nil), ("1.5", nil),
            ("0.1", nil),
            ("1e-1", nil), ("15e-1", nil), ("1e999999999", nil), ("-1e-999999999", nil), ("1e9223372036854775808", nil),
            ("1e-99999999999999999999999", nil),
        ] as [(String, Int64?)]
    )
    func `a whole number of 64 bits is exact in any spelling`(text: String, expected: Int64?) throws {
        #expect(try #require(JSONNumber(text)).int64 == expected)
    }

    @Test func `a long run of zeros counts for what it is`() throws {
        let zeros = String(repeating: "0", count: 100_000)

        #expect(try #require(JSONNumber("1\(zeros)e-100000")).int64 == 1)
        #expect(try #require(JSONNumber("0.\(zeros)7e100001")).int64 == 7)
        #expect(try #require(JSONNumber("5.\(zeros)")).int64 == 5)
        #expect(try #require(JSONNumber("1\(zeros)")).int64 == nil)
        #expect(JSONNumber("1\(zeros)e-100000") == JSONNumber(Int64(1)))
    }

    @Test(
        arguments: [
            ("0", 0), ("1.5", 1.5), ("-2.25e2", -225), ("1e22", 1e22), ("1e23", 1e23), ("0.1", 0.1), ("1e-22", 1e-22),
            ("123e-25", 123e-25),
            ("1.7976931348623157e308", .greatestFiniteMagnitude), ("4.9e-324", .leastNonzeroMagnitude), ("1e-400", 0),
            ("9007199254740993", 9_007_199_254_740_992), ("1e400", nil), ("-1e400", nil),
            ("1e99999999999999999999", nil),
            ("1e-99999999999999999999", 0), ("0.3333333333333333333333333333", 1.0 / 3),
        ] as [(String, Double?)]
    )
    func `a double is the nearest, and nil beyond the finite`(text: String, expected: Double?) throws {
        #expect(try #require(JSONNumber(text)).double == expected)
    }

    @Test(arguments: ["-0", "-0.0", "-0e5", "-1e-400"])
    func `a zero as a double has no sign`(text: String) throws {
        #expect(JSONNumber(text)?.double?.sign == .plus)
    }

    @Test func `doubles are read as Swift reads them`() throws {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<3000 {
            let digits = UInt64.random(in: 0...(.max), using: &random) >> UInt64.random(in: 0..<64, using: &random)
            let text = "\(digits).\(digits % 1000)e\(Int.random(in: -40...40, using: &random))"
            #expect(try #require(JSONNumber(text)).double == Double(text), "\(text)")
        }
    }

    @Test(arguments: [
        ["1", "1.0", "1e0", "10e-1", "0.1e1", "1.000E+0"], ["1000", "1e3", "1E+3", "1000.0", "0.001e6"],
        ["0", "-0", "0.0", "0e9", "-0e-9"],
        ["-12.5", "-125e-1", "-0.125e2"], ["1e400", "10e399", "0.1e401"],
        ["1e1", "10e0", "100e-1", "1e01"],
    ])
    func `numbers are equal when their values are`(texts: [String]) {
        for left in texts { for right in texts { #expect(JSONNumber(left) == JSONNumber(right), "\(left) \(right)") } }
    }

    @Test(arguments: [
        ("1", "-1"), ("1", "2"), ("1", "10"), ("1", "1.1"), ("12", "21"), ("1e400", "1e401"), ("1e400", "2e400"),
        ("1e400", "1e-400"),
        ("1e999999999999999999999", "1e999999999999999999998"), ("1e999999999999999999999", "1e-999999999999999999999"),
        ("0", "1e-999"),
        ("9007199254740992", "9007199254740993"), ("0.1", "0.10000000000000000001"), ("1.2", "12"),
        ("1e10", "1e100000000000000000000"),
    ])
    func `and different by the smallest difference`(left: String, right: String) {
        #expect(JSONNumber(left) != JSONNumber(right))
        #expect(JSONNumber(right) != JSONNumber(left))
    }

    @Test(arguments: ["", " 1", "1 ", "01", "1x", "null", "\"1\"", "[1]", "-", "1\0"])
    func `only a number's text makes a number`(text: String) { #expect(JSONNumber(text) == nil) }
}
