/// Amounts of bytes as programs print them: `5.1 MB`, `400KiB`, `1,5 GB`, `1,5 Go`, `3.2M`.
enum ByteAmount {
    private static let powers: [UInt8: Double] = [
        UInt8(ascii: "k"): 1, UInt8(ascii: "K"): 1, UInt8(ascii: "M"): 2, UInt8(ascii: "G"): 3, UInt8(ascii: "T"): 4,
        UInt8(ascii: "P"): 5,
    ]

    /// Reads `5.1/50.3 MB`, `5.50 MiB / 50.00 MiB` or `5 MB of 50 MB`: the second amount has a unit, and is no rate.
    static func pair(_ scanner: inout Scanner) -> (completed: Int64, total: Int64)? {
        var next = scanner
        guard let completed = next.decimal() else { return nil }
        let ownUnit = Self.unit(&next)
        next.skipSpaces()
        guard next.skip("/") || next.skip("of ") else { return nil }
        next.skipSpaces()
        guard let total = next.decimal(), let unit = Self.unit(&next) else { return nil }
        let bytes = (completed * (ownUnit ?? unit), total * unit)
        guard bytes.1 >= 1, bytes.0 <= bytes.1 * 1.01, bytes.1 < 9e18 else { return nil }
        scanner = next
        return (Int64(min(bytes.0, bytes.1).rounded()), Int64(bytes.1.rounded()))
    }

    /// Reads one amount with its unit.
    static func amount(_ scanner: inout Scanner) -> Int64? {
        var next = scanner
        guard let value = next.decimal(), let unit = Self.unit(&next), value * unit < 9e18 else { return nil }
        scanner = next
        return Int64((value * unit).rounded())
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
