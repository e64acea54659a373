/// A natural number of any size, as simple as can be: its results must be beyond doubt, its cost does not matter.
struct BigNatural: Equatable {
    /// The lowest word first; no zero at the end.
    private(set) var words: [UInt64] = []

    init(_ value: UInt64) { if value != 0 { words = [value] } }

    var isZero: Bool { words.isEmpty }

    static func + (left: BigNatural, right: BigNatural) -> BigNatural {
        if left.words.count < right.words.count { return right + left }
        var sum = left
        var carry: UInt64 = 0
        for place in left.words.indices {
            if place >= right.words.count && carry == 0 { break }
            let addend = place < right.words.count ? right.words[place] : 0
            let (partial, first) = sum.words[place].addingReportingOverflow(addend)
            let (word, second) = partial.addingReportingOverflow(carry)
            sum.words[place] = word
            carry = first || second ? 1 : 0
        }
        if carry != 0 { sum.words.append(carry) }
        return sum
    }

    static func * (left: BigNatural, right: BigNatural) -> BigNatural {
        if left.isZero || right.isZero { return BigNatural(0) }
        var product = BigNatural(0)
        product.words = Array(repeating: 0, count: left.words.count + right.words.count)
        for (place, one) in left.words.enumerated() {
            var carry: UInt64 = 0
            for (offset, other) in right.words.enumerated() {
                let (high, low) = one.multipliedFullWidth(by: other)
                let (partial, first) = product.words[place + offset].addingReportingOverflow(low)
                let (word, second) = partial.addingReportingOverflow(carry)
                product.words[place + offset] = word
                carry = high + (first ? 1 : 0) + (second ? 1 : 0)
            }
            product.words[place + right.words.count] = carry
        }
        if product.words.last == 0 { product.words.removeLast() }
        return product
    }

    func shiftedLeft(by bits: Int) -> BigNatural {
        var shifted = self * BigNatural(1 << UInt64(bits & 63))
        if !shifted.isZero { shifted.words.insert(contentsOf: repeatElement(0, count: bits >> 6), at: 0) }
        return shifted
    }

    /// The number as `significand * 2^exponent`, the significand in [2^63, 2^64) and right to a unit in its last place.
    var scaled: (significand: Double, exponent: Int) {
        guard let top = words.last else { return (0, 0) }
        let shift = UInt64(top.leadingZeroBitCount)
        let below = words.count > 1 ? words[words.count - 2] : 0
        let word = shift == 0 ? top : top << shift | below >> (64 - shift)
        return (Double(word), (words.count - 1) * 64 - Int(shift))
    }
}

/// A non-negative fraction that is never rounded.
struct Rational {
    var numerator: BigNatural
    var denominator = BigNatural(1)

    static let zero = Rational(numerator: BigNatural(0))
    static let one = Rational(numerator: BigNatural(1))

    static func + (left: Rational, right: Rational) -> Rational {
        if right.numerator.isZero { return left }
        if left.denominator == right.denominator {
            return Rational(numerator: left.numerator + right.numerator, denominator: left.denominator)
        }
        return Rational(
            numerator: left.numerator * right.denominator + right.numerator * left.denominator,
            denominator: left.denominator * right.denominator
        )
    }

    func multiplied(by factor: Int64) -> Rational {
        if factor == 0 { return .zero }
        return Rational(numerator: numerator * BigNatural(UInt64(factor)), denominator: denominator)
    }

    func divided(by divisor: Int64) -> Rational {
        Rational(numerator: numerator, denominator: denominator * BigNatural(UInt64(divisor)))
    }

    /// The nearest double but for two units in the last place.
    var value: Double {
        if numerator.isZero { return 0 }
        let (above, below) = (numerator.scaled, denominator.scaled)
        let quotient = above.significand / below.significand
        return Double(sign: .plus, exponent: above.exponent - below.exponent, significand: quotient)
    }
}
