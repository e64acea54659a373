import ProgressCore

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
            let high = Hexadecimal.value(of: text[position + 1]),
            let low = Hexadecimal.value(of: text[position + 2])
        else {
            position += 1
            return byte
        }
        position += 3
        return high << 4 | low
    }
}
