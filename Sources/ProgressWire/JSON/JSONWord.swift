/// Checks eight bytes of text at once; there must be eight.
///
/// The tests for "zero" and "below" borrow across bytes, so they may flag bytes after one that is rightly flagged. The
/// first flag is always exact, and only that one is used.
enum JSONWord {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let tops: UInt64 = 0x8080_8080_8080_8080

    /// The number of bytes from `position` on that a reader may skip: no quote, backslash, control or byte beyond ASCII.
    @inline(__always)
    static func plainPrefix(of bytes: UnsafeBufferPointer<UInt8>, at position: Int) -> Int {
        let word = load(bytes, position)
        return ((special(word) | word) & tops).trailingZeroBitCount / 8
    }

    /// The number of bytes from `position` on that a writer may copy: as above, but beyond ASCII only E2 stops it, the
    /// first byte of U+2028 and U+2029.
    @inline(__always)
    static func unescapedPrefix(of bytes: UnsafeBufferPointer<UInt8>, at position: Int) -> Int {
        let word = load(bytes, position)
        return ((special(word) | zeros(word ^ (ones &* 0xE2))) & tops).trailingZeroBitCount / 8
    }

    @inline(__always)
    private static func load(_ bytes: UnsafeBufferPointer<UInt8>, _ position: Int) -> UInt64 {
        UInt64(littleEndian: UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: position, as: UInt64.self))
    }

    @inline(__always)
    private static func special(_ word: UInt64) -> UInt64 {
        let controls = (word &- ones &* 0x20) & ~word
        return controls | zeros(word ^ (ones &* 0x22)) | zeros(word ^ (ones &* 0x5C))
    }

    @inline(__always)
    private static func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word }
}
