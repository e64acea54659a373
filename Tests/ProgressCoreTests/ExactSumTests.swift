import TestSupport
import Testing

@testable import ProgressCore

/// The sum that is exact again when values are taken out.
struct ExactSumTests {
    /// The sum in exact arithmetic, in units of 2^-1088.
    private func exact(_ terms: [Double]) -> Rational {
        var sum = BigNatural(0)
        for term in terms where term > 0 {
            let isNormal = term >= .leastNormalMagnitude
            let significand = term.significandBitPattern + (isNormal ? 1 << 52 : 0)
            let exponent = isNormal ? Int(term.exponent) : -1_022
            sum = sum + BigNatural(significand).shiftedLeft(by: exponent - 52 + 1_088)
        }
        return Rational(numerator: sum, denominator: BigNatural(1).shiftedLeft(by: 1_088))
    }

    /// Terms of every size, most of them like those of real trees.
    private func makeTerms(_ count: Int, _ generator: inout SeededGenerator) -> [Double] {
        (0..<count).map { _ in
            switch generator.number(below: 5) {
            case 0: Double.random(in: 0...1, using: &generator)
            case 1: Double(Int64.random(in: 0...(.max), using: &generator))
            case 2: Double.random(in: 0...1e6, using: &generator)
            case 3: Double.random(in: 0...1e-9, using: &generator)
            default:
                Double(
                    sign: .plus,
                    exponent: Int.random(in: -1_074...1_015, using: &generator),
                    significand: Double.random(in: 1..<2, using: &generator)
                )
            }
        }
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `terms taken back in any order leave exactly zero`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let terms = makeTerms(200, &generator)
        var sum = ExactSum()

        for term in terms { sum.add(term) }
        for term in terms.shuffled(using: &generator) { sum.subtract(term) }

        #expect(sum.value == 0, "seed \(seed)")
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `the order of terms makes no difference`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let terms = makeTerms(100, &generator)
        var sum = ExactSum()
        var shuffled = ExactSum()

        for term in terms { sum.add(term) }
        for term in terms.shuffled(using: &generator) {
            shuffled.add(1e300)
            shuffled.add(term)
            shuffled.subtract(1e300)
        }

        #expect(sum.value == shuffled.value, "seed \(seed)")
    }

    /// Also where the words in place overflow: terms up to 2^128 carry into those above.
    @Test(arguments: 0..<40 as Range<UInt64>)
    func `replacing a term is taking it back and adding another`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var terms = makeTerms(20, &generator)
        for _ in 0..<20 { terms.append(Double.random(in: 0x1p126...0x1p129, using: &generator)) }
        var (sum, expected) = (ExactSum(), ExactSum())
        for term in terms {
            sum.add(term)
            expected.add(term)
        }

        for _ in 0..<500 {
            let place = generator.number(below: terms.count)
            let before = terms[place]
            let significand = Double.random(in: 1..<2, using: &generator)
            let isNear = before > 0 && !generator.chance(8)
            let after =
                isNear
                ? Double(sign: .plus, exponent: before.exponent, significand: significand)
                : makeTerms(1, &generator)[0]
            sum.replace(before, with: after)
            expected.subtract(before)
            expected.add(after)
            terms[place] = after
            #expect(sum.value == expected.value, "seed \(seed), \(before) to \(after)")
        }
        for term in terms { sum.subtract(term) }

        #expect(sum.value == 0, "seed \(seed)")
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func `the value is that of exact arithmetic`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var terms = makeTerms(1 + generator.number(below: 20), &generator)
        var sum = ExactSum()
        for term in terms { sum.add(term) }

        while !terms.isEmpty {
            let expected = exact(terms).value
            #expect(abs(sum.value - expected) <= expected * 0x1p-50, "seed \(seed), \(terms)")
            sum.subtract(terms.removeLast())
        }
    }

    @Test(arguments: [
        0x1p-1074, 0x1p-1022, 0x1p-128, 0x1p-64, 0x1p-12, 1, 0x1p63, 0x1p128, 0x1p1023, .greatestFiniteMagnitude,
    ])
    func `a single term comes back as it was`(term: Double) {
        var sum = ExactSum()

        sum.add(term)
        let alone = sum.value
        sum.add(1)
        sum.subtract(term)

        #expect(alone == term)
        #expect(sum.value == 1)
    }

    @Test func `the largest terms carry beyond doubles and come back`() {
        var sum = ExactSum()
        for _ in 0..<1_000 { sum.add(.greatestFiniteMagnitude) }
        let most = sum.value

        for _ in 0..<1_000 { sum.subtract(.greatestFiniteMagnitude) }

        #expect(most == .infinity)
        #expect(sum.value == 0)
    }

    @Test func `zero is no term`() {
        var sum = ExactSum()

        sum.add(0)
        sum.subtract(0)

        #expect(sum.value == 0)
        #expect(sum.value.sign == .plus)
    }

    @Test func `a carry runs through every word, and back`() {
        var sum = ExactSum()
        sum.add(0x1p128 - 0x1p76)
        for bit in 53...128 { sum.add(Double(sign: .plus, exponent: 128 - bit, significand: 1)) }
        sum.add(1 - 0x1p-53)

        sum.add(0x1p-53)

        #expect(sum.value == 0x1p128)
        sum.subtract(0x1p-53)
        sum.subtract(1 - 0x1p-53)
        sum.subtract(0x1p128 - 0x1p76)
        #expect(sum.value == 0x1p76 - 1)
    }
}
