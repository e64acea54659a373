/// How a language writes numbers (CLDR's number symbols and the grouping of its decimal pattern).
package struct NumberSymbols: Sendable {
    /// The digit 0; the other nine follow it in Unicode.
    package let zeroDigit: Unicode.Scalar
    package let decimalSeparator: StaticString
    package let groupingSeparator: StaticString
    /// The digits in the last group, and in each group before it: 3 and 3, in Hindi 3 and 2.
    package let primaryGroupSize: Int
    package let secondaryGroupSize: Int
    /// How many digits must stand before the last group for groups to be made: 1, in Spanish and Polish 2.
    package let minimumGroupingDigits: Int

    package init(
        zeroDigit: Unicode.Scalar = "0",
        decimalSeparator: StaticString,
        groupingSeparator: StaticString,
        primaryGroupSize: Int = 3,
        secondaryGroupSize: Int = 3,
        minimumGroupingDigits: Int = 1
    ) {
        self.zeroDigit = zeroDigit
        self.decimalSeparator = decimalSeparator
        self.groupingSeparator = groupingSeparator
        self.primaryGroupSize = primaryGroupSize
        self.secondaryGroupSize = secondaryGroupSize
        self.minimumGroupingDigits = minimumGroupingDigits
    }

    package func append(_ number: DecimalNumber, to bytes: inout [UInt8]) {
        appendDigits(of: number.integer, isGrouped: true, to: &bytes)
        guard number.fractionDigitCount > 0 else { return }
        bytes.append(decimalSeparator)
        appendDigits(
            of: number.fraction,
            minimumCount: number.fractionDigitCount,
            isGrouped: false,
            to: &bytes
        )
    }

    /// Writes from the last digit to the first, so that the groups come out by counting.
    private func appendDigits(
        of number: UInt64,
        minimumCount: Int = 1,
        isGrouped: Bool,
        to bytes: inout [UInt8]
    ) {
        let separatorCount = groupingSeparator.utf8CodeUnitCount
        let most = 20 * (4 + separatorCount)
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: most) { text in
            var first = most
            var rest = number
            var digitCount = 0
            var leftInGroup = isGrouped && hasGroups(number) ? primaryGroupSize : .max
            while rest > 0 || digitCount < minimumCount {
                if leftInGroup == 0 {
                    first -= separatorCount
                    for index in 0..<separatorCount { text[first + index] = groupingSeparator.utf8Start[index] }
                    leftInGroup = secondaryGroupSize
                }
                let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
                first -= write(digit: UInt32(truncatingIfNeeded: digit), to: text, endingAt: first)
                rest = quotient
                digitCount += 1
                leftInGroup -= 1
            }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[first...]))
        }
    }

    /// Whether the number has digits enough for groups.
    private func hasGroups(_ number: UInt64) -> Bool {
        var least: UInt64 = 1
        for _ in 1..<primaryGroupSize + minimumGroupingDigits { least *= 10 }
        return number >= least
    }

    /// Writes one digit as UTF-8 before `end`.
    /// - Returns: how many bytes it takes.
    private func write(digit: UInt32, to text: UnsafeMutableBufferPointer<UInt8>, endingAt end: Int) -> Int {
        if zeroDigit.isASCII {
            text[end - 1] = UInt8(truncatingIfNeeded: zeroDigit.value + digit)
            return 1
        }
        guard let scalar = Unicode.Scalar(zeroDigit.value + digit), let code = UTF8.encode(scalar) else {
            preconditionFailure("The ten digits follow each other in Unicode.")
        }
        for (index, byte) in code.enumerated() { text[end - code.count + index] = byte }
        return code.count
    }
}
