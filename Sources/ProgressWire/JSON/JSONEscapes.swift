/// Which code points a writer escapes.
enum JSONEscapes {
    /// Code points that JSON requires to be escaped, U+2028 and U+2029.
    case canonical
    /// Also those that act on terminals and on the order of text.
    case all
    /// Only those that `all` adds to `canonical`: for a text that is JSON already, where such code points are in
    /// strings alone.
    case hidden

    /// The bytes of the code point at `position` if it needs an escape: 1 to 3, else 0.
    func width(in text: UnsafeBufferPointer<UInt8>, at position: Int) -> Int {
        switch text[position] {
        case 0..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"): return self == .hidden ? 0 : 1
        case 0x7F: return self == .canonical ? 0 : 1
        case 0xC2:
            guard self != .canonical, position + 2 <= text.count else { return 0 }
            return text[position + 1] < 0xA0 ? 2 : 0
        case 0xE2:
            guard position + 3 <= text.count, text[position + 1] == 0x80 else { return 0 }
            switch text[position + 2] {
            case 0xA8, 0xA9: return 3
            case 0xAA...0xAE: return self == .canonical ? 0 : 3
            default: return 0
            }
        default: return 0
        }
    }
}

extension [UInt8] {
    /// Escapes code points that `appendJSON` escapes now and did not escape when this text of JSON was stored.
    mutating func escapeHidden() {
        guard contains(where: { $0 == 0x7F || $0 == 0xC2 || $0 == 0xE2 }) else { return }
        var escaped: [UInt8] = []
        withUnsafeBufferPointer { text in
            var position = 0
            while position < text.count {
                let width = JSONEscapes.hidden.width(in: text, at: position)
                if width == 0 {
                    escaped.append(text[position])
                } else {
                    escaped.appendEscape(text[position], last: text[position + width - 1])
                }
                position += Swift.max(width, 1)
            }
        }
        self = escaped
    }

    /// How many bytes this text of JSON, which `appendJSON` wrote, has without the escapes that only `all` has: a limit
    /// that was made for plain text does not shrink by them.
    var byteCountWithoutHiddenEscapes: Int {
        var count = 0
        var position = 0
        while position < self.count {
            guard self[position] == UInt8(ascii: "\\"), position + 1 < self.count else {
                count += 1
                position += 1
                continue
            }
            let isUnicode = self[position + 1] == UInt8(ascii: "u")
            let width = isUnicode ? 6 : 2
            count += isUnicode ? Self.plainWidth(of: self[position..<Swift.min(position + width, self.count)]) : width
            position += width
        }
        return count
    }

    /// The width of an escape such as `\u009B`: the bytes of its code point in UTF-8 if only `all` escapes it, else its
    /// own.
    private static func plainWidth(of escape: ArraySlice<UInt8>) -> Int {
        switch UInt32(String(decoding: escape.dropFirst(2), as: UTF8.self), radix: 16) ?? 0 {
        case 0x7F: 1
        case 0x80..<0xA0: 2
        case 0x202A...0x202E: 3
        default: escape.count
        }
    }
}
