extension [UInt8] {
    /// Appends the shortest text that reads back as `value`: `0`, `1`, `0.25`, `1e+300`.
    ///
    /// -0 is `0`; infinities become the largest finite double, as sums do; NaN is a programmer error.
    /// No allocation from 1e-4 to 2^53, the range of fractions and rates.
    package mutating func appendJSON(_ value: Double) {
        append(atMost: RawWriter.doubleByteCount) { $0.appendJSON(value) }
    }
}

extension RawWriter {
    /// The most bytes that a double takes: sign, 17 digits, point, `e-308`, and zeros before a small one.
    static let doubleByteCount = 32

    mutating func appendJSON(_ value: Double) {
        precondition(!value.isNaN, "JSON has no word for NaN.")
        let magnitude = min(value.magnitude, .greatestFiniteMagnitude)
        if magnitude <= 0x1p53, magnitude == Double(Int64(magnitude)) { return appendJSON(Int64(value)) }
        if value < 0 { append(UInt8(ascii: "-")) }
        guard magnitude >= 1e-4, magnitude < 0x1p52 else {
            for byte in magnitude.description.utf8 { append(byte) }
            return
        }
        if magnitude < 1, appendDecimals(magnitude) { return }
        let shift = 52 - Int(magnitude.exponent)
        if shift <= 58 {
            appendDigits(significand: magnitude.significandBitPattern, shift: shift, in: UInt64.self)
        } else {
            appendDigits(significand: magnitude.significandBitPattern, shift: shift, in: UInt128.self)
        }
    }

    /// Appends a fraction below 1 that has at most 15 decimals, as counts out of a round total have.
    ///
    /// If a text of 15 decimals reads back as the value, it is the nearest one, and the only one of at most 15 digits: a
    /// double holds any 15 digits. Both operands of the division are exact, so it rounds as reading does. Without its
    /// trailing zeros the text is the shortest.
    /// - Returns: false, with nothing written, if there is no such text.
    private mutating func appendDecimals(_ fraction: Double) -> Bool {
        var rest = UInt64(fraction * 1e15 + 0.5)
        guard Double(rest) / 1e15 == fraction else { return false }
        var count = 15
        while rest % 1_000 == 0 { (rest, count) = (rest / 1_000, count - 3) }
        while rest % 10 == 0 { (rest, count) = (rest / 10, count - 1) }
        append("0.")
        append(count: count) { digits in
            for index in (0..<count).reversed() {
                digits[index] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            }
        }
        return true
    }

    @inline(__always)
    mutating func appendNumber(_ number: Double?) {
        if let number { appendJSON(number) } else { append("null") }
    }

    /// Appends the value (2^52 + significand) / 2^shift, which is not whole, digit by digit (Steele and White 1990).
    ///
    /// The denominator is a power of two, so a digit costs a multiplication by ten, a shift and a mask, and all of
    /// it is exact. Digits end as soon as they name this double and no other. `Word` must hold shift + 6 bits.
    @inline(__always)
    private mutating func appendDigits<Word: FixedWidthInteger & UnsignedInteger>(
        significand: UInt64,
        shift: Int,
        in _: Word.Type
    ) {
        let whole = significand | 1 << 52
        appendJSON(Int64(truncatingIfNeeded: whole >> UInt64(shift)))
        append(UInt8(ascii: "."))

        // In quarters of the last place of the double; below a power of two the neighbor is closer.
        let one = Word(1) << Word(shift + 2)
        var rest = Word(whole) << 2 & (one - 1)
        var above: Word = 2
        var below: Word = significand == 0 ? 1 : 2
        let isEven = significand & 1 == 0
        while true {
            rest *= 10
            above *= 10
            below *= 10
            let digit = UInt8(truncatingIfNeeded: rest >> Word(shift + 2))
            rest &= one - 1
            let canStop = isEven ? rest <= below : rest < below
            let canRoundUp = isEven ? rest + above >= one : rest + above > one
            guard canStop || canRoundUp else {
                append(UInt8(ascii: "0") + digit)
                continue
            }
            let roundsUp = canRoundUp && (!canStop || rest * 2 > one || (rest * 2 == one && digit & 1 == 1))
            return append(UInt8(ascii: "0") + digit + (roundsUp ? 1 : 0))
        }
    }
}
