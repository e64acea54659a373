extension JSONScanner {
    /// Reads a number from its first byte on; RFC 8259 section 6, nothing laxer.
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
