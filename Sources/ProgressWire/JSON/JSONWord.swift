/// Checks eight bytes of text at once.
///
/// The tests for "zero" and "below" borrow across bytes, so they may flag bytes after one that is rightly flagged. The
/// first flag is always exact, and only that one is used.
enum JSONWord {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let tops: UInt64 = 0x8080_8080_8080_8080

    /// The number of bytes from `position` on that a reader may skip: no quote, backslash, control or byte beyond ASCII.
    /// There must be eight.
    @inline(__always)
    static func plainPrefix(of bytes: UnsafeBufferPointer<UInt8>, at position: Int) -> Int {
        let word = load(UnsafeRawBufferPointer(bytes), position)
        return ((special(word) | word) & tops).trailingZeroBitCount / 8
    }

    /// The number of bytes from `position` on that a writer may copy: like `plainPrefix`, and no DEL; but beyond ASCII
    /// only C2 and E2 stop it, the first bytes of U+0080 to U+009F and of U+2028 to U+202E. There must be eight.
    @inline(__always)
    static func unescapedPrefix(of bytes: UnsafeBufferPointer<UInt8>, at position: Int) -> Int {
        escapeFlags(load(UnsafeRawBufferPointer(bytes), position)).trailingZeroBitCount / 8
    }

    /// Whether a writer may copy all of the text. True is exact; false may be wrong for U+00A0 to U+00BF and U+2000 to
    /// U+2FFF.
    @inline(__always)
    static func isUnescaped(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let start = UnsafeRawPointer(text.baseAddress) else { return true }
        let count = text.count
        guard count >= 8 else { return escapeFlags(shortWord(start, count)) == 0 }
        var position = 0
        while position &+ 8 < count {
            if escapeFlags(load(start, position)) != 0 { return false }
            position &+= 8
        }
        return escapeFlags(load(start, count &- 8)) == 0
    }

    /// All bytes of a text of less than eight, some of them twice, and letters in the unused places.
    @inline(__always)
    private static func shortWord(_ start: UnsafeRawPointer, _ count: Int) -> UInt64 {
        if count >= 4 {
            let first = start.loadUnaligned(as: UInt32.self)
            let last = start.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
            return UInt64(first) | UInt64(last) << 32
        }
        if count == 0 { return ones &* 0x61 }
        func byte(_ position: Int) -> UInt64 { UInt64(start.load(fromByteOffset: position, as: UInt8.self)) }
        return byte(0) | byte(count / 2) << 8 | byte(count &- 1) << 16 | 0x6161_6161_6100_0000
    }

    /// A bit for each byte at which a writer has to look: in ASCII, those at which a reader stops, and DEL, the only
    /// byte that adding 1 makes 80; beyond it C2 and E2, which differ in one bit.
    @inline(__always)
    private static func escapeFlags(_ word: UInt64) -> UInt64 {
        let ascii = special(word) | (word &+ ones)
        let start = ((word | (ones &* 0x20)) ^ (ones &* 0xE2)) &- ones
        return ((ascii & ~word) | (start & word)) & tops
    }

    /// Flags special bytes in ASCII; bytes beyond it are flagged at random. With one bit changed, a quote (22) is the
    /// only byte beside the controls (below 20) that is below 21.
    @inline(__always)
    private static func special(_ word: UInt64) -> UInt64 {
        ((word ^ (ones &* 0x02)) &- ones &* 0x21) | ((word ^ (ones &* 0x5C)) &- ones)
    }

    @inline(__always)
    private static func load(_ bytes: UnsafeRawBufferPointer, _ position: Int) -> UInt64 {
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
    }

    @inline(__always)
    private static func load(_ start: UnsafeRawPointer, _ position: Int) -> UInt64 {
        UInt64(littleEndian: start.loadUnaligned(fromByteOffset: position, as: UInt64.self))
    }
}
