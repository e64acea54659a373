/// The bytes of a URL's text with its escapes decoded; anything else is unchanged.
struct PercentDecodedBytes: IteratorProtocol {
    private let text: UnsafeBufferPointer<UInt8>
    private var position = 0

    /// `text` must outlive the value.
    init(_ text: Slice<UnsafeBufferPointer<UInt8>>) {
        self.text = UnsafeBufferPointer(rebasing: text)
    }

    mutating func next() -> UInt8? {
        guard position < text.count else { return nil }
        let byte = text[position]
        guard byte == UInt8(ascii: "%"), position + 2 < text.count,
            let high = Self.hexadecimalValue(of: text[position + 1]),
            let low = Self.hexadecimalValue(of: text[position + 2])
        else {
            position += 1
            return byte
        }
        position += 3
        return high << 4 | low
    }

    private static func hexadecimalValue(of byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
