extension [UInt8] {
    /// Appends a string in quotes. Escapes those characters that JSON requires; U+2028 and U+2029, which end a line in
    /// JavaScript; and characters that act on a program that shows the text unchecked: DEL and the controls U+0080 to
    /// U+009F, which terminals obey, and U+202A to U+202E, which change the order of letters. Isolates (U+2066 to
    /// U+2069) are part of sentences.
    package mutating func appendJSON(_ text: String) {
        var text = text
        text.withUTF8 { appendJSON(utf8: $0) }
    }

    /// Appends valid UTF-8 like `appendJSON(_:)`.
    package mutating func appendJSON(utf8 text: UnsafeBufferPointer<UInt8>) {
        guard JSONWord.isUnescaped(text), let start = text.baseAddress else { return appendEscaping(text, .all) }
        append(atMost: text.count + 2) { writer in
            writer.append(UInt8(ascii: "\""))
            writer.append(count: text.count) { $0.update(from: start, count: text.count) }
            writer.append(UInt8(ascii: "\""))
        }
    }

    /// Appends a string with the escapes of the first versions: those that JSON requires, U+2028 and U+2029. Digests of
    /// bodies that are kept on disk are those of such texts.
    mutating func appendCanonicalJSON(_ text: String) {
        var text = text
        text.withUTF8 { appendEscaping($0, .canonical) }
    }

    private mutating func appendEscaping(_ text: UnsafeBufferPointer<UInt8>, _ escapes: JSONEscapes) {
        append(UInt8(ascii: "\""))
        var copied = 0
        var position = 0
        while position < text.count {
            if position + 8 <= text.count {
                let plain = JSONWord.unescapedPrefix(of: text, at: position)
                position += plain
                if plain == 8 { continue }
            }
            let width = escapes.width(in: text, at: position)
            if width > 0 {
                if copied < position { append(contentsOf: UnsafeBufferPointer(rebasing: text[copied..<position])) }
                appendEscape(text[position], last: text[position + width - 1])
                copied = position + width
            }
            position += Swift.max(width, 1)
        }
        append(contentsOf: UnsafeBufferPointer(rebasing: text[copied...]))
        append(UInt8(ascii: "\""))
    }

    /// - Parameters:
    ///   - byte: the first of a code point that is escaped.
    ///   - last: its last one.
    mutating func appendEscape(_ byte: UInt8, last: UInt8) {
        append(atMost: 6) { $0.appendEscape(byte, last: last) }
    }
}

extension RawWriter {
    @inline(__always)
    fileprivate mutating func appendEscape(_ byte: UInt8, last: UInt8) {
        append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(byte)
        case 0x08: append(UInt8(ascii: "b"))
        case 0x09: append(UInt8(ascii: "t"))
        case 0x0A: append(UInt8(ascii: "n"))
        case 0x0C: append(UInt8(ascii: "f"))
        case 0x0D: append(UInt8(ascii: "r"))
        case 0xE2:
            append("u202")
            appendHexadecimal(last & 15)
        default:
            append("u00")
            appendHexadecimal(last >> 4)
            appendHexadecimal(last & 15)
        }
    }

    @inline(__always)
    private mutating func appendHexadecimal(_ digit: UInt8) {
        append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10)
    }
}
