/// Eight hexadecimal digits at once, the first of them in the highest byte.
enum HexadecimalWord {
    private static let ones: UInt64 = 0x0101_0101_0101_0101

    /// The lower-case digits of `value`: first a nibble to each byte, then 0x30, or 0x57 from ten on.
    @inline(__always)
    static func digits(of value: UInt32) -> UInt64 {
        var word = UInt64(value)
        word = (word | word << 16) & 0x0000_ffff_0000_ffff
        word = (word | word << 8) & 0x00ff_00ff_00ff_00ff
        word = (word | word << 4) & (ones &* 0x0f)
        let letters = (word &+ ones &* 6) >> 4 & ones
        return word &+ ones &* 0x30 &+ letters &* 0x27
    }

    /// The value of eight digits in either case; nil if one is not a digit.
    ///
    /// Every byte is taken for a digit. Only if all were digits does writing the value give the same digits again.
    @inline(__always)
    static func value(of digits: UInt64) -> UInt32? {
        let lowered = digits | (digits & (ones &* 0x40)) >> 1
        var word = (lowered & (ones &* 0x0f)) &+ (lowered >> 6 & ones) &* 9
        word &= ones &* 0x0f
        word = (word | word >> 4) & 0x00ff_00ff_00ff_00ff
        word = (word | word >> 8) & 0x0000_ffff_0000_ffff
        let value = UInt32(truncatingIfNeeded: word | word >> 16)
        return Self.digits(of: value) == lowered ? value : nil
    }

    /// Four digits from here and four from there.
    @inline(__always)
    static func load(_ first: UnsafeRawPointer, _ second: UnsafeRawPointer) -> UInt64 {
        let high = UInt32(bigEndian: first.loadUnaligned(as: UInt32.self))
        return UInt64(high) << 32 | UInt64(UInt32(bigEndian: second.loadUnaligned(as: UInt32.self)))
    }

    /// Four digits here and four there.
    @inline(__always)
    static func store(_ digits: UInt64, _ first: UnsafeMutableRawPointer, _ second: UnsafeMutableRawPointer) {
        first.storeBytes(of: UInt32(truncatingIfNeeded: digits >> 32).bigEndian, as: UInt32.self)
        second.storeBytes(of: UInt32(truncatingIfNeeded: digits).bigEndian, as: UInt32.self)
    }
}
