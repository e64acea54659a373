import ProgressCore

/// How a language writes numbers (CLDR's number symbols and the grouping of its decimal pattern).
package struct NumberSymbols: Sendable {
    /// The digit 0; the other nine follow it in Unicode.
    package let zeroDigit: Unicode.Scalar
    package let decimalSeparator: StaticString
    package let groupingSeparator: StaticString
    /// The digits in the last group, and in each group before it: 3 and 3, in Hindi 3 and 2.
    package let primaryGroupSize: Int
    package let secondaryGroupSize: Int
    /// A number is grouped if it has this many digits before the last group: 1, in Spanish and Polish 2.
    package let minimumGroupingDigits: Int
    /// The least number with enough digits for groups.
    private let leastGrouped: UInt64
    /// ASCII digits in groups of three, as in most languages: these are written three at a time.
    private let isPlain: Bool

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
        leastGrouped = (1..<primaryGroupSize + minimumGroupingDigits).reduce(1) { least, _ in least * 10 }
        isPlain = zeroDigit == "0" && primaryGroupSize == 3 && secondaryGroupSize == 3
    }

    package func append(_ number: DecimalNumber, to bytes: inout [UInt8]) {
        if isPlain {
            appendPlain(number.integer, to: &bytes)
        } else {
            appendDigits(of: number.integer, isGrouped: true, to: &bytes)
        }
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
            var leftInGroup = isGrouped && number >= leastGrouped ? primaryGroupSize : .max
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

    /// Like `appendDigits`, for ASCII digits in groups of three.
    private func appendPlain(_ number: UInt64, to bytes: inout [UInt8]) {
        let separatorCount = groupingSeparator.utf8CodeUnitCount
        let most = 20 + 6 * separatorCount
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: most) { text in
            guard let start = text.baseAddress else { preconditionFailure("20 bytes have an address.") }
            var first = start + most
            var rest = number
            while rest >= 1_000, number >= leastGrouped {
                let (quotient, group) = rest.quotientAndRemainder(dividingBy: 1_000)
                first -= 3
                let (hundreds, pair) = UInt32(truncatingIfNeeded: group).quotientAndRemainder(dividingBy: 100)
                first[0] = Self.digit(hundreds)
                first[1] = Self.digit(pair / 10)
                first[2] = Self.digit(pair % 10)
                first -= separatorCount
                for index in 0..<separatorCount { first[index] = groupingSeparator.utf8Start[index] }
                rest = quotient
            }
            repeat {
                let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
                first -= 1
                first.pointee = Self.digit(UInt32(truncatingIfNeeded: digit))
                rest = quotient
            } while rest > 0
            bytes.append(first, count: start + most - first)
        }
    }

    @inline(__always)
    private static func digit(_ value: UInt32) -> UInt8 { UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value) }

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
