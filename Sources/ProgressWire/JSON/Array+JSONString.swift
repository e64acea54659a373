extension [UInt8] {
    /// Appends a string in quotes. Escapes what JSON requires, and U+2028 and U+2029, which end a line in JavaScript.
    package mutating func appendJSON(_ text: String) {
        var text = text
        text.withUTF8 { appendJSON(utf8: $0) }
    }

    /// The same for bytes that are valid UTF-8.
    package mutating func appendJSON(utf8 text: UnsafeBufferPointer<UInt8>) {
        guard Self.isUnescaped(text), let start = text.baseAddress else { return appendEscaping(text) }
        append(atMost: text.count + 2) { writer in
            writer.append(UInt8(ascii: "\""))
            writer.append(count: text.count) { $0.update(from: start, count: text.count) }
            writer.append(UInt8(ascii: "\""))
        }
    }

    /// Whether nothing in the text needs an escape. True is exact; false may be wrong for short texts and U+2000 to
    /// U+2FFF.
    private static func isUnescaped(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard text.count >= 8 else { return false }
        var position = 0
        while position + 8 < text.count {
            if JSONWord.unescapedPrefix(of: text, at: position) < 8 { return false }
            position += 8
        }
        return JSONWord.unescapedPrefix(of: text, at: text.count - 8) == 8
    }

    private mutating func appendEscaping(_ text: UnsafeBufferPointer<UInt8>) {
        append(UInt8(ascii: "\""))
        var copied = 0
        var position = 0
        while position < text.count {
            if position + 8 <= text.count {
                let plain = JSONWord.unescapedPrefix(of: text, at: position)
                position += plain
                if plain == 8 { continue }
            }
            let width = Self.widthToEscape(text, at: position)
            if width > 0 {
                append(contentsOf: UnsafeBufferPointer(rebasing: text[copied..<position]))
                appendEscape(text[position], last: text[position + width - 1])
                copied = position + width
            }
            position += Swift.max(width, 1)
        }
        append(contentsOf: UnsafeBufferPointer(rebasing: text[copied...]))
        append(UInt8(ascii: "\""))
    }

    /// The bytes of the code point at `position` if it needs an escape: 1 or 3, else 0.
    private static func widthToEscape(_ text: UnsafeBufferPointer<UInt8>, at position: Int) -> Int {
        switch text[position] {
        case 0..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"): return 1
        case 0xE2:
            guard position + 3 <= text.count, text[position + 1] == 0x80 else { return 0 }
            return text[position + 2] & 0xFE == 0xA8 ? 3 : 0
        default: return 0
        }
    }

    private mutating func appendEscape(_ byte: UInt8, last: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): append("\\\"")
        case UInt8(ascii: "\\"): append("\\\\")
        case 0x08: append("\\b")
        case 0x09: append("\\t")
        case 0x0A: append("\\n")
        case 0x0C: append("\\f")
        case 0x0D: append("\\r")
        case 0xE2: if last == 0xA8 { append("\\u2028") } else { append("\\u2029") }
        default:
            append("\\u00")
            append(UInt8(ascii: "0") + byte >> 4)
            let low = byte & 15
            append(low < 10 ? UInt8(ascii: "0") + low : UInt8(ascii: "A") + low - 10)
        }
    }
}
