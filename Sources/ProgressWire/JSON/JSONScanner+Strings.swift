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
            // Both loops are also in the functions that they call, and stay here because the compiler then makes less
            // of plain strings: without them a line of a batch costs a percent more.
            switch bytes[offset] {
            case UInt8(ascii: "\""):
                defer { offset += 1 }
                return JSONText(range: start..<offset, isEscaped: isEscaped)
            case UInt8(ascii: "\\"):
                isEscaped = true
                repeat { try skipEscapes() } while offset < bytes.count && bytes[offset] == UInt8(ascii: "\\")
            case 0..<0x20: throw malformed("Control characters in a string must be escaped.")
            default: repeat { try skipScalars() } while offset < bytes.count && bytes[offset] >= 0x80
            }
        }
    }

    @inline(__always)
    private mutating func skipPlainBytes() { offset = Self.plainEnd(of: bytes, from: offset) }

    /// The end of the bytes from `start` on that stand for themselves within a string: ASCII without quote, backslash
    /// and control characters.
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

    /// Skips escapes that follow one another; there is one. Out of line, so that plain strings stay cheap.
    @inline(never)
    private mutating func skipEscapes() throws(JSONError) {
        repeat {
            guard offset + 1 < bytes.count else { throw malformed("An escape must be complete.") }
            let letter = bytes[offset + 1]
            if letter == UInt8(ascii: "u") {
                try skipUnicodeEscape()
                continue
            }
            let set = letter < 64 ? Self.lowEscapes : letter < 128 ? Self.highEscapes : 0
            guard set >> UInt64(letter & 63) & 1 == 1 else {
                throw malformed("A backslash must be followed by one of \"\\/bfnrtu.")
            }
            offset += 2
        } while offset < bytes.count && bytes[offset] == UInt8(ascii: "\\")
    }

    /// The letters of short escapes, a bit each: below 64, and from there on.
    private static let lowEscapes: UInt64 = 0x0000_8004_0000_0000
    private static let highEscapes: UInt64 = 0x0014_4044_1000_0000

    @inline(__always)
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
    @inline(__always)
    func unicodeEscape(at position: Int) -> UInt32? {
        guard position + 6 <= bytes.count, bytes[position] == UInt8(ascii: "\\"),
            bytes[position + 1] == UInt8(ascii: "u")
        else { return nil }
        var unit: UInt32 = 0
        for index in position + 2..<position + 6 {
            let digit = bytes[index] &- UInt8(ascii: "0")
            let letter = (bytes[index] | 0x20) &- UInt8(ascii: "a")
            guard digit < 10 || letter < 6 else { return nil }
            unit = unit << 4 | UInt32(digit < 10 ? digit : letter &+ 10)
        }
        return unit
    }

    /// Skips scalars beyond ASCII that follow one another; there is one. Takes the shortest form only, no surrogates,
    /// nothing above U+10FFFF (RFC 3629).
    @inline(never)
    private mutating func skipScalars() throws(JSONError) {
        let (bytes, count) = (bytes, bytes.count)
        var position = offset
        repeat {
            let first = bytes[position]
            let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
            guard first >= 0xC2, first <= 0xF4, position + length <= count else { throw invalidUTF8(at: position) }
            // Most first bytes may be followed by any second one.
            let least: UInt8 = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80
            let most: UInt8 = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF
            let second = bytes[position + 1]
            guard second >= least, second <= most, length < 3 || bytes[position + 2] & 0xC0 == 0x80,
                length < 4 || bytes[position + 3] & 0xC0 == 0x80
            else { throw invalidUTF8(at: position) }
            position += length
        } while position < count && bytes[position] >= 0x80
        offset = position
    }

    private mutating func invalidUTF8(at position: Int) -> JSONError {
        offset = position
        return .invalidUTF8(offset: position)
    }
}
