extension [UInt8] {
    package mutating func appendJSON(_ value: Int) { appendJSON(Int64(value)) }

    package mutating func appendJSON(_ value: Int64) {
        append(atMost: RawWriter.integerByteCount) { $0.appendJSON(value) }
    }

    package mutating func appendJSON(_ value: Bool) {
        if value { append("true") } else { append("false") }
    }
}

extension RawWriter {
    /// The most bytes that an integer takes: a sign and 19 digits.
    static let integerByteCount = 20

    @inline(__always)
    mutating func appendJSON(_ value: Int) { appendJSON(Int64(value)) }

    mutating func appendJSON(_ value: Int64) {
        if value >= 0, value < 10 { return append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value)) }
        if value < 0 { append(UInt8(ascii: "-")) }
        let magnitude = value.magnitude
        let count = Self.digitCount(of: magnitude)
        append(count: count) { Self.write(magnitude, to: $0, count: count) }
    }

    @inline(__always)
    mutating func appendInteger(_ number: Int64?) {
        if let number { appendJSON(number) } else { append("null") }
    }

    /// Writes all digits of `value`, the last ones first.
    @inline(__always)
    private static func write(_ value: UInt64, to digits: UnsafeMutablePointer<UInt8>, count: Int) {
        var rest = value
        var end = count
        while rest >= 100 {
            let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: 100)
            end &-= 2
            DecimalPairs.write(UInt32(truncatingIfNeeded: remainder), to: digits + end)
            rest = quotient
        }
        if rest >= 10 {
            DecimalPairs.write(UInt32(truncatingIfNeeded: rest), to: digits)
        } else {
            digits[0] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest)
        }
    }

    /// 1233 / 4096 is just above the decimal logarithm of 2; a power of ten corrects the guess.
    @inline(__always)
    private static func digitCount(of value: UInt64) -> Int {
        let guess = (64 &- value.leadingZeroBitCount) &* 1233 / 4096
        return value < JSONDecimal.powerOfTen(guess) ? guess : guess &+ 1
    }
}

/// Two decimal digits at a time.
enum DecimalPairs {
    /// Writes `value`, which is below 100, as two digits.
    @inline(__always)
    static func write(_ value: UInt32, to target: UnsafeMutablePointer<UInt8>) {
        let tens = (value &* 103) &>> 10
        target[0] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: tens)
        target[1] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value &- tens &* 10)
    }
}
