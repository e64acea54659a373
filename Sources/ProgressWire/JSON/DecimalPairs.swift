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
