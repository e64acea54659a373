import Testing

@Suite struct ByteAmountTests {
    @Test(
        arguments: [
            (1, "1 byte"), (2, "2 bytes"), (999, "999 bytes"), (1_000, "1 KB"), (1_499, "1 KB"), (1_500, "2 KB"),
            (419_000, "419 KB"), (999_499, "999 KB"), (999_500, "1 MB"), (999_999, "1 MB"), (1_000_000, "1 MB"),
            (1_049_999, "1 MB"), (1_050_000, "1.1 MB"), (5_300_000, "5.3 MB"), (999_949_999, "999.9 MB"),
            (999_950_000, "1 GB"), (1_004_999_999, "1 GB"), (1_005_000_000, "1.01 GB"), (1_100_000_000, "1.1 GB"),
            (1_610_000_000, "1.61 GB"), (999_994_999_999, "999.99 GB"), (999_995_000_000, "1 TB"),
            (999_995_000_000_000, "1 PB"), (999_994_999_999_999_999, "999.99 PB"), (999_995_000_000_000_000, "1 EB"),
            (.max, "9.22 EB"),
        ] as [(Int64, String)]
    )
    func `bytes are decimal, rounded half up, without trailing zeros`(count: Int64, expected: String) {
        #expect(Sample.file(count, of: -1).additional == expected)
    }

    @Test func `any number of bytes is written as the obvious model writes it`() {
        var generator = SystemRandomNumberGenerator()

        for _ in 0..<5_000 {
            let count = max(1, Int64.random(in: 0...(.max), using: &generator) >> Int64.random(in: 0...62))

            #expect(Sample.file(count, of: -1).additional == Self.model(count))
        }
    }

    @Test func `around each threshold too`() {
        var power: Int64 = 1
        for _ in 0..<19 {
            for digit in 1...9 as ClosedRange<Int64> {
                for half in [0, power / 2, power / 20, power / 200, power / 2_000] {
                    for nudge in -1...1 as ClosedRange<Int64> {
                        let (product, overflow) = power.multipliedReportingOverflow(by: digit)
                        let count = overflow ? Int64.max : max(1, product - half + nudge)

                        #expect(Sample.file(count, of: -1).additional == Self.model(count))
                    }
                }
            }
            power = power.multipliedReportingOverflow(by: 10).partialValue
        }
    }

    /// Tries each unit from the smallest, in hundredths of hundredths, and takes the first that stays below 1000.
    private static func model(_ count: Int64) -> String {
        let units = ["", "KB", "MB", "GB", "TB", "PB", "EB"]
        let decimals = [0, 0, 1, 2, 2, 2, 2]
        var divisor: Int128 = 1
        for (unit, digits) in zip(units, decimals) {
            let scale: Int128 = [1, 10, 100][digits]
            let rounded = (Int128(count) * scale * 2 + divisor) / (divisor * 2)
            defer { divisor *= 1000 }
            guard rounded < 1000 * scale else { continue }
            if unit.isEmpty { return count == 1 ? "1 byte" : "\(count) bytes" }
            var text = "\(rounded / scale)"
            if digits > 0 {
                let fraction = "\(scale + rounded % scale)".dropFirst()
                text += "." + fraction
                while text.hasSuffix("0") { text.removeLast() }
                if text.hasSuffix(".") { text.removeLast() }
            }
            return "\(text) \(unit)"
        }
        return "no unit"
    }
}
