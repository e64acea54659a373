import ProgressCore

extension JSONScanner {
    /// Reads a string from its opening quote past its closing one, and checks UTF-8 and escapes.
    mutating func scanString() throws(JSONError) -> JSONText {
        let start = offset + 1
        var isEscaped = false
        offset = start
        while true {
            skipPlainBytes()
            guard offset < bytes.count else { throw malformed("A string must end with a quote.") }
            switch bytes[offset] {
            case UInt8(ascii: "\""):
                defer { offset += 1 }
                return JSONText(range: start..<offset, isEscaped: isEscaped)
            case UInt8(ascii: "\\"):
                isEscaped = true
                try skipEscape()
            case 0..<0x20: throw malformed("Control characters in a string must be escaped.")
            default: repeat { try skipScalar() } while offset < bytes.count && bytes[offset] >= 0x80
            }
        }
    }

    @inline(__always)
    private mutating func skipPlainBytes() { offset = Self.plainEnd(of: bytes, from: offset) }

    /// Where the bytes from `start` on end that stand for themselves within a string: ASCII without quote, backslash and
    /// control characters.
    @inline(__always)
    static func plainEnd(of bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var offset = start
        while offset + 8 <= bytes.count {
            let count = JSONWord.plainPrefix(of: bytes, at: offset)
            offset += count
            if count < 8 { return offset }
        }
        while offset < bytes.count {
            let byte = bytes[offset]
            guard byte >= 0x20, byte < 0x80, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") else {
                return offset
            }
            offset += 1
        }
        return offset
    }

    private mutating func skipEscape() throws(JSONError) {
        guard offset + 1 < bytes.count else { throw malformed("An escape must be complete.") }
        switch bytes[offset + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            offset += 2
        case UInt8(ascii: "u"): try skipUnicodeEscape()
        default: throw malformed("A backslash must be followed by one of \"\\/bfnrtu.")
        }
    }

    private mutating func skipUnicodeEscape() throws(JSONError) {
        let hexadecimal = "\\u must be followed by four hexadecimal digits."
        guard let unit = unicodeEscape(at: offset) else { throw malformed(hexadecimal) }
        guard unit & 0xF800 == 0xD800 else {
            offset += 6
            return
        }
        guard unit < 0xDC00, let low = unicodeEscape(at: offset + 6), low & 0xFC00 == 0xDC00 else {
            throw malformed("A surrogate must be half of a pair, the high one first.")
        }
        offset += 12
    }

    /// The number in the `\u` escape at `position`; nil if there is none.
    func unicodeEscape(at position: Int) -> UInt32? {
        guard position + 6 <= bytes.count, bytes[position] == UInt8(ascii: "\\"),
            bytes[position + 1] == UInt8(ascii: "u")
        else { return nil }
        var unit: UInt32 = 0
        for byte in bytes[position + 2..<position + 6] {
            guard let value = Hexadecimal.value(of: byte) else { return nil }
            unit = unit << 4 | UInt32(value)
        }
        return unit
    }

    /// Skips one scalar beyond ASCII; takes the shortest form only, no surrogates, nothing above U+10FFFF (RFC 3629).
    private mutating func skipScalar() throws(JSONError) {
        let second: ClosedRange<UInt8>
        let length: Int
        switch bytes[offset] {
        case 0xC2...0xDF: (second, length) = (0x80...0xBF, 2)
        case 0xE0: (second, length) = (0xA0...0xBF, 3)
        case 0xED: (second, length) = (0x80...0x9F, 3)
        case 0xE1...0xEF: (second, length) = (0x80...0xBF, 3)
        case 0xF0: (second, length) = (0x90...0xBF, 4)
        case 0xF1...0xF3: (second, length) = (0x80...0xBF, 4)
        case 0xF4: (second, length) = (0x80...0x8F, 4)
        default: throw .invalidUTF8(offset: offset)
        }
        guard offset + length <= bytes.count, second.contains(bytes[offset + 1]) else {
            throw .invalidUTF8(offset: offset)
        }
        for byte in bytes[offset + 2..<offset + length] where byte & 0xC0 != 0x80 {
            throw .invalidUTF8(offset: offset)
        }
        offset += length
    }
}
