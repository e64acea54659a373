extension JSONScanner {
    /// The bytes of a token, as they were sent.
    package func slice(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: bytes[range])
    }

    /// A number token as an integer; nil if it is not whole or has more than 64 bits. No allocation.
    package func int64(_ number: Range<Int>) -> Int64? { JSONDecimal.int64(slice(number)) }

    /// A number token as a double; nil if it is not finite.
    package func double(_ number: Range<Int>) -> Double? { JSONDecimal(slice(number)).double }

    /// Whether the text, once unescaped, is `name`, code point by code point.
    package func matches(_ text: JSONText, _ name: StaticString) -> Bool {
        if text.isEscaped { return string(text).utf8.elementsEqual(UnsafeBufferPointer(name)) }
        guard text.range.count == name.utf8CodeUnitCount else { return false }
        for index in 0..<text.range.count where bytes[text.range.lowerBound + index] != name.utf8Start[index] {
            return false
        }
        return true
    }

    /// The text, unescaped.
    package func string(_ text: JSONText) -> String {
        guard text.isEscaped else { return String(decoding: slice(text.range), as: UTF8.self) }
        return String(unsafeUninitializedCapacity: text.range.count) { unescape(text, into: $0) }
    }

    /// Writes the unescaped text, which is never longer than the escaped one; returns how many bytes it has.
    private func unescape(_ text: JSONText, into target: UnsafeMutableBufferPointer<UInt8>) -> Int {
        var count = 0
        var position = text.range.lowerBound
        while position < text.range.upperBound {
            let byte = bytes[position]
            guard byte == UInt8(ascii: "\\") else {
                target[count] = byte
                count += 1
                position += 1
                continue
            }
            guard let unit = unicodeEscape(at: position) else {
                target[count] = Self.unescaped(bytes[position + 1])
                count += 1
                position += 2
                continue
            }
            if unit < 0x80 {
                target[count] = UInt8(unit)
                count += 1
                position += 6
                continue
            }
            let low = unit & 0xFC00 == 0xD800 ? unicodeEscape(at: position + 6) : nil
            let value = low.map { 0x10000 + (unit & 0x3FF) << 10 + ($0 & 0x3FF) } ?? unit
            for byte in UTF8.encode(Unicode.Scalar(value) ?? "\u{FFFD}") ?? UTF8.encodedReplacementCharacter {
                target[count] = byte
                count += 1
            }
            position += low == nil ? 6 : 12
        }
        return count
    }

    private static func unescaped(_ letter: UInt8) -> UInt8 {
        switch letter {
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: letter
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    fileprivate init(_ text: StaticString) {
        self.init(start: text.utf8Start, count: text.utf8CodeUnitCount)
    }
}

extension JSONScanner {
    /// Reads a number from its first byte on: exactly RFC 8259, section 6.
    mutating func scanNumber() throws(JSONError) -> Range<Int> {
        let start = offset
        skip(UInt8(ascii: "-"))
        if skip(UInt8(ascii: "0")) {
            guard !isAtDigit else { throw malformed("A number must not start with a zero.") }
        } else {
            try skipDigits()
        }
        if skip(UInt8(ascii: ".")) { try skipDigits() }
        if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
            if !skip(UInt8(ascii: "+")) { skip(UInt8(ascii: "-")) }
            try skipDigits()
        }
        return start..<offset
    }

    private var isAtDigit: Bool {
        offset < bytes.count && bytes[offset] >= UInt8(ascii: "0") && bytes[offset] <= UInt8(ascii: "9")
    }

    @discardableResult
    private mutating func skip(_ byte: UInt8) -> Bool {
        guard offset < bytes.count, bytes[offset] == byte else { return false }
        offset += 1
        return true
    }

    private mutating func skipDigits() throws(JSONError) {
        guard isAtDigit else { throw malformed("A digit is expected in a number.") }
        repeat { offset += 1 } while isAtDigit
    }
}
