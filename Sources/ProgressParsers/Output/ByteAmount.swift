/// Amounts of bytes as programs print them: `5.1 MB`, `400KiB`, `1,5 GB`, `1,5 Go`, `3.2M`.
enum ByteAmount {
    private static let powers: [UInt8: Double] = [
        UInt8(ascii: "k"): 1, UInt8(ascii: "K"): 1, UInt8(ascii: "M"): 2, UInt8(ascii: "G"): 3, UInt8(ascii: "T"): 4,
        UInt8(ascii: "P"): 5,
    ]

    /// Reads `5.1/50.3 MB`, `5.50 MiB / 50.00 MiB` or `5 MB of 50 MB`: the second amount has a unit, and is no rate.
    static func pair(_ scanner: inout Scanner) -> (completed: Int64, total: Int64)? {
        var next = scanner
        guard let completed = next.groupedDecimal() else { return nil }
        let ownUnit = Self.unit(&next)
        next.skipSpaces()
        guard next.skip("/") || next.skip("of ") || next.skip("out of ") else { return nil }
        next.skipSpaces()
        guard let total = next.groupedDecimal(), let unit = Self.unit(&next) else { return nil }
        let bytes = (completed.value(in: ownUnit ?? unit), total.value(in: unit))
        guard bytes.1 >= 1, bytes.0 <= bytes.1 * 1.01, bytes.1 < 9e18 else { return nil }
        scanner = next
        return (Int64(min(bytes.0, bytes.1).rounded()), Int64(bytes.1.rounded()))
    }

    /// Reads one amount with its unit.
    static func amount(_ scanner: inout Scanner) -> Int64? {
        var next = scanner
        guard let number = next.groupedDecimal(), let unit = Self.unit(&next) else { return nil }
        let bytes = number.value(in: unit)
        guard bytes < 9e18 else { return nil }
        scanner = next
        return Int64(bytes.rounded())
    }

    /// Reads a unit; returns its bytes: 1,000 for `kB`, 1,024 for `KiB`, and for `K`, which has to follow at once.
    static func unit(_ scanner: inout Scanner) -> Double? {
        var next = scanner
        next.skipSpaces()
        let isApart = next.rest.count < scanner.rest.count
        let power = next.rest.first.flatMap { powers[$0] }
        if power != nil { next = Scanner(next.rest.dropFirst()) }
        let isBinary = power != nil && next.skip("i")
        // `Mo` are the bytes of French.
        let isWhole = next.skip("Bytes") || next.skip("bytes") || next.skip("B") || (power != nil && next.skip("o"))
        guard isWhole || (power != nil && !isBinary && !isApart) else { return nil }
        guard next.rest.first?.isWordByte != true, !next.rest.starts(with: "/s".utf8) else { return nil }
        scanner = next
        var unit = 1.0
        for _ in 0..<Int(power ?? 0) { unit *= isBinary || !isWhole ? 1_024 : 1_000 }
        return unit
    }
}

/// The number of an amount, in which a point may be that of decimals or of thousands.
struct AmountNumber {
    fileprivate let value: Double
    /// With its points as those of thousands; nil if they cannot be.
    fileprivate let grouped: Double?

    /// The bytes. There are no parts of a byte, so `1.234 bytes` are more than a thousand.
    func value(in unit: Double) -> Double { (unit == 1 ? grouped ?? value : value) * unit }
}

extension Scanner {
    /// Reads `5.1`, `5,1`, `5,100`, `5\u{2019}100.5` or `1.234.567`: decimals have one or two digits after a comma.
    mutating func groupedDecimal() -> AmountNumber? {
        let digitCount = rest.prefix(while: \.isDigit).count
        var next = self
        guard let whole = next.groupedInteger() else { return nil }
        if rest.count - next.rest.count > digitCount, rest.first != UInt8(ascii: "0") {
            let decimals = next.decimals()
            self = next
            return AmountNumber(value: Double(whole) + decimals, grouped: nil)
        }
        let (grouped, groupCount) = Scanner(rest).groupedByPoints()
        guard let value = decimal() else { return nil }
        guard groupCount > 1 else { return AmountNumber(value: value, grouped: groupCount == 1 ? grouped : nil) }
        while skip(".") { _ = integer() }
        return AmountNumber(value: grouped, grouped: grouped)
    }

    /// Reads the decimals after groups; 0 if there are none.
    private mutating func decimals() -> Double {
        var next = self
        guard next.skip("."), next.rest.first?.isDigit == true else { return 0 }
        let digits = next.rest.prefix(while: \.isDigit)
        self = Scanner(next.rest[digits.endIndex...])
        return Double("0.\(String(decoding: digits, as: UTF8.self))") ?? 0
    }

    /// `1.234.567`, and how many groups follow the first digits.
    private consuming func groupedByPoints() -> (value: Double, groupCount: Int) {
        guard rest.prefix(while: \.isDigit).count <= 3, rest.first != UInt8(ascii: "0"), var value = integer() else {
            return (0, 0)
        }
        var count = 0
        while value < 1 << 50, skip("."), rest.prefix(while: \.isDigit).count == 3, let group = integer() {
            value = value * 1_000 + group
            count += 1
        }
        return (Double(value), count)
    }
}
