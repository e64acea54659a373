/// Checks, eight bytes at a time, that text has no bytes that a head must not contain.
enum VisibleText {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let tops: UInt64 = 0x8080_8080_8080_8080

    /// Whether no byte is below `least` (at most 0x80) or DEL.
    static func contains(only bytes: UnsafeBufferPointer<UInt8>, from least: UInt8) -> Bool {
        var position = 0
        while position + 8 <= bytes.count {
            let word = UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: position, as: UInt64.self)
            // A borrow can flag a byte wrongly, but only after one that is flagged rightly.
            let low = (word &- ones &* UInt64(least)) & ~word
            let delete = word ^ ones &* 0x7f
            if (low | (delete &- ones) & ~delete) & tops != 0 { return false }
            position += 8
        }
        while position < bytes.count {
            if bytes[position] < least || bytes[position] == 0x7f { return false }
            position += 1
        }
        return true
    }
}
