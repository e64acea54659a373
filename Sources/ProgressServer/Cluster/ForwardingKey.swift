/// The key of an office, as `Progress-Forwarded` carries it.
enum ForwardingKey {
    /// Whether `text` is `key` in hexadecimal. Its time depends on the lengths alone.
    static func matches(_ text: UnsafeBufferPointer<UInt8>, _ key: [UInt8]) -> Bool {
        guard !key.isEmpty, text.count == 2 * key.count else { return false }
        var difference: UInt8 = 0
        for index in key.indices {
            difference |= text[2 * index] ^ digit(key[index] >> 4)
            difference |= text[2 * index + 1] ^ digit(key[index] & 15)
        }
        return difference == 0
    }

    /// Without a branch and without a table.
    private static func digit(_ nibble: UInt8) -> UInt8 {
        let isLetter: UInt8 = (9 &- nibble) >> 7
        return nibble &+ 0x30 &+ isLetter &* 0x27
    }
}
