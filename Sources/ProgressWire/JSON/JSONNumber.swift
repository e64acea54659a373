/// A number that keeps its text, so that it leaves as it came.
///
/// Equal numbers have the same canonical text: 1.0 and 1, 1e3 and 1000.
package struct JSONNumber: Equatable, Sendable {
    package let text: String

    /// Nil unless the text is a JSON number and nothing else.
    package init?(_ text: String) {
        var copy = text
        let isNumber = copy.withUTF8 { bytes in
            var scanner = JSONScanner(bytes)
            return (try? scanner.nextToken()) == .number(0..<bytes.count)
        }
        guard isNumber else { return nil }
        self.text = text
    }

    package init(_ value: Int64) { text = String(value) }

    /// The shortest text that reads back as `value`, which must not be NaN.
    package init(_ value: Double) {
        var bytes: [UInt8] = []
        bytes.appendJSON(value)
        text = String(decoding: bytes, as: UTF8.self)
    }

    /// - Parameter text: obeys the grammar.
    init(checked text: String) { self.text = text }

    /// The exact value if it is whole and has 64 bits: `1.0` and `1e3` are, `1.5` and 2^63 are not.
    package var int64: Int64? { withBytes { JSONDecimal.int64($0) } }

    /// The nearest double, nil if it is not finite. Never -0.
    package var double: Double? { withBytes { JSONDecimal($0).double } }

    private func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        var text = text
        return text.withUTF8(body)
    }

    package static func == (lhs: JSONNumber, rhs: JSONNumber) -> Bool { JSONValue.number(lhs) == .number(rhs) }
}
