/// A sum of non-negative doubles from which a term can be taken back exactly.
///
/// Binary fixed point as wide as doubles reach, so the value depends on the present terms alone: no drift after any
/// number of replacements, and nothing cut off that a pending count far above its total could magnify. The words from
/// 2^-128 up to 2^128 are in place; the others are made only for terms that a chain of such counts can reach.
/// Cost: O(1) for a term.
struct ExactSum {
    /// From 2^-128 up to 1, and from 1 up to 2^128.
    private var low: UInt128 = 0
    private var high: UInt128 = 0
    /// All words, those in place left out as zeros; empty as long as every term fits into these.
    private var farWords: [UInt64] = []

    /// Bits behind the point: the smallest double is 2^-1074.
    private static let fractionBitCount = 1_088
    /// The largest double has its last bit at 2^1023; one more word takes the carries of any number of terms.
    private static let wordCount = 35
    /// The places of the words that are kept in place; the lowest bit of the first is 2^-128.
    private static let near = 15..<19

    /// - Precondition: `term` is finite and not negative.
    @inline(__always)
    mutating func add(_ term: Double) {
        guard let (low, high) = Self.nearParts(of: term) else { return addFar(term) }
        let carry: Bool
        let overflow: (Bool, Bool)
        (self.low, carry) = self.low.addingReportingOverflow(low)
        (self.high, overflow.0) = self.high.addingReportingOverflow(high)
        (self.high, overflow.1) = self.high.addingReportingOverflow(carry ? 1 : 0)
        if overflow.0 || overflow.1 { carryOver() }
    }

    /// - Precondition: `term` was added and not yet taken back.
    @inline(__always)
    mutating func subtract(_ term: Double) {
        guard let (low, high) = Self.nearParts(of: term) else { return subtractFar(term) }
        let borrow: Bool
        let overflow: (Bool, Bool)
        (self.low, borrow) = self.low.subtractingReportingOverflow(low)
        (self.high, overflow.0) = self.high.subtractingReportingOverflow(high)
        (self.high, overflow.1) = self.high.subtractingReportingOverflow(borrow ? 1 : 0)
        if overflow.0 || overflow.1 { borrowFromFar() }
    }

    /// - Precondition: `before` was added and not yet taken back; `after` is finite and not negative.
    @inline(__always)
    mutating func replace(_ before: Double, with after: Double) {
        let shift = Self.shift(of: after)
        guard Self.shift(of: before) == shift, Self.nearShifts.contains(shift) else {
            subtract(before)
            return add(after)
        }
        // Mostly the exponent stays; then the patterns differ by as much as the significands.
        let difference = Int128(Int64(bitPattern: after.bitPattern &- before.bitPattern))
        let isFar = shift >= 128
        let low = isFar ? 0 : UInt128(truncatingIfNeeded: difference &<< Int128(shift))
        let high = isFar ? difference &<< Int128(shift - 128) : (difference &>> Int128(127 - shift)) &>> 1
        let carry: Bool
        let overflow: (Bool, Bool)
        (self.low, carry) = self.low.addingReportingOverflow(low)
        (self.high, overflow.0) = self.high.addingReportingOverflow(UInt128(truncatingIfNeeded: high))
        (self.high, overflow.1) = self.high.addingReportingOverflow(carry ? 1 : 0)
        // A negative number in two's complement leaves a carry over, unless it borrows.
        let isCarried = overflow.0 || overflow.1
        if difference >= 0 && isCarried { carryOver() }
        if difference < 0 && !isCarried { borrowFromFar() }
    }

    /// The sum as a double, right to a few units in the last place; infinite where doubles end.
    @inline(__always)
    var value: Double {
        let below =
            Double(UInt64(truncatingIfNeeded: low)) * 0x1p-128 + Double(UInt64(truncatingIfNeeded: low >> 64)) * 0x1p-64
        if high == 0 && farWords.isEmpty { return below }
        let above =
            Double(UInt64(truncatingIfNeeded: high)) + Double(UInt64(truncatingIfNeeded: high >> 64)) * 0x1p64
        return farWords.isEmpty ? below + above : addingFar(to: below + above)
    }

    /// Where the lowest bit of the significand lies: it counts 2^(exponent - 1075), and the lowest in place 2^-128.
    @inline(__always)
    private static func shift(of term: Double) -> Int { Int(term.bitPattern >> 52) - 1_075 + 128 }

    /// Terms with these fit into the words in place.
    @inline(__always)
    private static var nearShifts: ClosedRange<Int> { 0...256 - 53 }

    /// The term as a part of the words in place; nil where it does not fit in.
    @inline(__always)
    private static func nearParts(of term: Double) -> (low: UInt128, high: UInt128)? {
        let shift = shift(of: term)
        guard nearShifts.contains(shift) else { return term == 0 ? (0, 0) : nil }
        let significand = UInt128(term.bitPattern & (1 << 52 - 1) | 1 << 52)
        if shift >= 128 { return (0, significand &<< UInt128(shift - 128)) }
        return (significand &<< UInt128(shift), significand >> (128 - shift))
    }

    // MARK: Far words

    private func addingFar(to near: Double) -> Double {
        var sum = near
        for (index, word) in farWords.enumerated() where word != 0 {
            let exponent = index * 64 - Self.fractionBitCount
            // Below 2^-1022 the scale alone would already have lost bits that the product keeps.
            sum += Double(sign: .plus, exponent: exponent, significand: Double(word))
        }
        return sum
    }

    @inline(never)
    private mutating func carryOver() {
        var index = Self.near.upperBound
        while increase(index, by: 0, carry: true) { index += 1 }
    }

    @inline(never)
    private mutating func borrowFromFar() {
        var index = Self.near.upperBound
        while decrease(index, by: 0, borrow: true) { index += 1 }
    }

    @inline(never)
    private mutating func addFar(_ term: Double) {
        let parts = Self.parts(of: term)
        var carry = increase(parts.index, by: parts.low)
        carry = increase(parts.index + 1, by: parts.high, carry: carry)
        var index = parts.index + 2
        while carry {
            carry = increase(index, by: 0, carry: true)
            index += 1
        }
    }

    @inline(never)
    private mutating func subtractFar(_ term: Double) {
        let parts = Self.parts(of: term)
        var borrow = decrease(parts.index, by: parts.low)
        borrow = decrease(parts.index + 1, by: parts.high, borrow: borrow)
        var index = parts.index + 2
        while borrow {
            borrow = decrease(index, by: 0, borrow: true)
            index += 1
        }
    }

    /// The term as two neighbouring words and the place of the lower one.
    private static func parts(of term: Double) -> (index: Int, low: UInt64, high: UInt64) {
        let isNormal = term >= .leastNormalMagnitude
        let significand = term.significandBitPattern | (isNormal ? 1 << 52 : 0)
        let exponent = isNormal ? Int(term.exponent) : -1_022
        let shift = exponent - 52 + fractionBitCount
        let bits = UInt64(shift & 63)
        return (shift >> 6, significand << bits, bits == 0 ? 0 : significand >> (64 - bits))
    }

    private mutating func increase(_ index: Int, by amount: UInt64, carry: Bool = false) -> Bool {
        if amount == 0 && !carry { return false }
        let (partial, first) = self[index].addingReportingOverflow(amount)
        let (sum, second) = partial.addingReportingOverflow(carry ? 1 : 0)
        self[index] = sum
        return first || second
    }

    private mutating func decrease(_ index: Int, by amount: UInt64, borrow: Bool = false) -> Bool {
        if amount == 0 && !borrow { return false }
        let (partial, first) = self[index].subtractingReportingOverflow(amount)
        let (difference, second) = partial.subtractingReportingOverflow(borrow ? 1 : 0)
        self[index] = difference
        return first || second
    }

    private subscript(index: Int) -> UInt64 {
        get {
            switch index - Self.near.lowerBound {
            case 0: UInt64(truncatingIfNeeded: low)
            case 1: UInt64(truncatingIfNeeded: low >> 64)
            case 2: UInt64(truncatingIfNeeded: high)
            case 3: UInt64(truncatingIfNeeded: high >> 64)
            default: farWords.isEmpty ? 0 : farWords[index]
            }
        }
        set {
            switch index - Self.near.lowerBound {
            case 0: low = (low >> 64) << 64 | UInt128(newValue)
            case 1: low = UInt128(newValue) << 64 | UInt128(UInt64(truncatingIfNeeded: low))
            case 2: high = (high >> 64) << 64 | UInt128(newValue)
            case 3: high = UInt128(newValue) << 64 | UInt128(UInt64(truncatingIfNeeded: high))
            default:
                if farWords.isEmpty { farWords = Array(repeating: 0, count: Self.wordCount) }
                farWords[index] = newValue
            }
        }
    }
}
