/// One element of Accept-Language (RFC 9110, section 12.5.4): `de-AT;q=0.8`.
struct LanguageRange {
    typealias Text = Slice<UnsafeBufferPointer<UInt8>>

    /// A basic language range (RFC 4647, section 2.1), or `*`.
    let range: Text
    /// Quality in thousandths.
    let quality: UInt32

    var isWildcard: Bool { range.first == UInt8(ascii: "*") }

    /// Nil for anything that the grammar does not allow, the empty element included.
    init?(_ element: Text) {
        let parts = element.split(separator: UInt8(ascii: ";"), maxSplits: 1, omittingEmptySubsequences: false)
        range = Self.trimmed(parts[0])
        guard Self.isRange(range) else { return nil }
        guard parts.count > 1 else {
            quality = 1000
            return
        }
        guard let quality = Self.quality(of: Self.trimmed(parts[1])) else { return nil }
        self.quality = quality
    }

    private static func trimmed(_ text: Text) -> Text {
        let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        let start = text.drop(while: isBlank)
        guard let last = start.lastIndex(where: { !isBlank($0) }) else { return start }
        return start[...last]
    }

    /// Subtags of one to eight letters or digits, the first of letters alone.
    private static func isRange(_ text: Text) -> Bool {
        if text.elementsEqual(CollectionOfOne(UInt8(ascii: "*"))) { return true }
        var subtag = 0
        var length = 0
        for byte in text {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
                length += 1
            case UInt8(ascii: "0")...UInt8(ascii: "9") where subtag > 0:
                length += 1
            case UInt8(ascii: "-") where length > 0:
                subtag += 1
                length = 0
            default:
                return false
            }
            if length > 8 { return false }
        }
        return length > 0
    }

    /// `q=0.123` in thousandths: at most three decimals, at most 1.
    private static func quality(of text: Text) -> UInt32? {
        guard (3...7).contains(text.count), text.first.map({ $0 | 0x20 }) == UInt8(ascii: "q"),
            text[text.startIndex + 1] == UInt8(ascii: "=")
        else { return nil }
        var quality: UInt32 = 0
        var weight: UInt32 = 1000
        for (position, byte) in text.dropFirst(2).enumerated() {
            if position == 1 {
                guard byte == UInt8(ascii: ".") else { return nil }
                continue
            }
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            quality += weight * UInt32(byte - UInt8(ascii: "0"))
            weight /= 10
        }
        return quality <= 1000 ? quality : nil
    }
}
