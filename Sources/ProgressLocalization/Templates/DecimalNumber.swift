/// A non-negative number as it is written: `5.3` is integer 5 and fraction 3 of one digit.
///
/// These are the operands of CLDR's plural rules: i is `integer`, f and t are `fraction`, v and w are
/// `fractionDigitCount`; they coincide because trailing zeros are not written.
package struct DecimalNumber: Equatable, Sendable {
    package let integer: UInt64
    package let fraction: UInt64
    package let fractionDigitCount: Int

    package var isWhole: Bool { fractionDigitCount == 0 }

    package init(_ integer: UInt64) {
        self.integer = integer
        fraction = 0
        fractionDigitCount = 0
    }

    /// `scaled` divided by ten to the power of `digitCount`, without trailing zeros.
    package init(scaled: UInt64, digitCount: Int) {
        var scaled = scaled
        var digitCount = digitCount
        while digitCount > 0, scaled.isMultiple(of: 10) {
            scaled /= 10
            digitCount -= 1
        }
        var divisor: UInt64 = 1
        for _ in 0..<digitCount { divisor *= 10 }
        (integer, fraction) = scaled.quotientAndRemainder(dividingBy: divisor)
        fractionDigitCount = digitCount
    }
}
