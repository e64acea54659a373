/// Reads a line from its beginning; if something does not match, the position stays.
struct Scanner {
    var rest: ArraySlice<UInt8>

    init(_ line: ArraySlice<UInt8>) { rest = line }

    var isAtEnd: Bool { rest.isEmpty }

    @discardableResult
    mutating func skip(_ text: StaticString) -> Bool {
        guard rest.starts(with: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)) else {
            return false
        }
        rest = rest.dropFirst(text.utf8CodeUnitCount)
        return true
    }

    mutating func skipSpaces() { rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") } }

    /// Reads an integer; nil if there are no digits, or too many for a count.
    mutating func integer() -> Int64? {
        var value: Int64 = 0
        let digits = rest.prefix { $0.isDigit }
        for digit in digits {
            let (tens, isTooMuch) = value.multipliedReportingOverflow(by: 10)
            let (sum, isAboveIt) = tens.addingReportingOverflow(Int64(digit - UInt8(ascii: "0")))
            if isTooMuch || isAboveIt { return nil }
            value = sum
        }
        guard !digits.isEmpty else { return nil }
        rest = rest.dropFirst(digits.count)
        return value
    }

    /// Reads the text before `byte`, and skips `byte`; nil if it does not come.
    mutating func text(before byte: UInt8) -> ArraySlice<UInt8>? {
        guard let end = rest.firstIndex(of: byte) else { return nil }
        defer { rest = rest[(end + 1)...] }
        return rest[..<end]
    }

    /// Reads a number with or without decimals, which are cut off.
    mutating func wholeNumber() -> Int64? {
        guard let value = integer() else { return nil }
        if rest.startsDecimals { rest = rest.dropFirst().drop { $0.isDigit } }
        return value
    }

    /// Reads a number with or without decimals.
    mutating func decimal() -> Double? {
        guard let value = integer() else { return nil }
        guard rest.startsDecimals else { return Double(value) }
        let digits = rest.dropFirst().prefix { $0.isDigit }
        rest = rest[digits.endIndex...]
        return Double("\(value).\(String(decoding: digits, as: UTF8.self))")
    }
}

extension ArraySlice<UInt8> {
    /// Whether decimals come next: `.5`, or `,5` as in many languages.
    fileprivate var startsDecimals: Bool {
        (first == UInt8(ascii: ".") || first == UInt8(ascii: ",")) && dropFirst().first?.isDigit == true
    }
}

extension UInt8 {
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    /// Whether it belongs to a word or a number, as all bytes beyond ASCII do.
    var isWordByte: Bool { isDigit || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) || self >= 0x80 }
}
