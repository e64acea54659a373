/// Escapes the characters of a JSON text that act on a terminal: controls, DEL, U+0080 to U+009F, and U+2028 to U+202E,
/// which end lines or change direction. JSON has them only in strings, so its meaning stays the same.
package enum ControlEscapes {
    package static func escaped(_ json: some Collection<UInt8>) -> [UInt8] {
        let text = Array(json)
        var escaped: [UInt8] = []
        escaped.reserveCapacity(text.count)
        var position = 0
        while position < text.count {
            guard let (value, width) = control(in: text, at: position) else {
                escaped.append(text[position])
                position += 1
                continue
            }
            let digits = String(value, radix: 16)
            escaped += Array(("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
            position += width
        }
        return escaped
    }

    /// The code point at `position` and its bytes, if it has to be escaped.
    private static func control(in text: [UInt8], at position: Int) -> (value: UInt32, width: Int)? {
        func byte(_ distance: Int) -> UInt8 { position + distance < text.count ? text[position + distance] : 0 }
        switch text[position] {
        // JSON may have tabs and line feeds between its values.
        case UInt8(ascii: "\t"), UInt8(ascii: "\n"): return nil
        case 0..<0x20, 0x7F: return (UInt32(text[position]), 1)
        case 0xC2 where (0x80..<0xA0).contains(byte(1)): return (UInt32(byte(1)), 2)
        case 0xE2 where byte(1) == 0x80 && (0xA8...0xAE).contains(byte(2)): return (0x2000 + UInt32(byte(2) & 0x3F), 3)
        default: return nil
        }
    }
}
