/// A number of bytes as it is written: `5.3` and megabyte (docs/contract.md, section 6).
///
/// Rounded half up in exact integer arithmetic; an amount that rounds to a thousand moves to the next unit.
struct ByteAmount: Equatable, Sendable {
    let number: DecimalNumber
    let unit: ByteUnit

    init(_ byteCount: UInt64) {
        var unit = ByteUnit.byte
        var steps = byteCount
        while steps >= unit.limit, let next = unit.next {
            unit = next
            let (quotient, remainder) = byteCount.quotientAndRemainder(dividingBy: unit.resolution)
            steps = remainder >= unit.resolution - remainder ? quotient + 1 : quotient
        }
        number = DecimalNumber(scaled: steps, digitCount: unit.fractionDigitCount)
        self.unit = unit
    }
}
