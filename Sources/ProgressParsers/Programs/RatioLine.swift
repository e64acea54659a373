/// Lines of which each percentage is a ratio, a share or a coverage, and none says how far a program is.
enum RatioLine {
    static func matches(_ line: ArraySlice<UInt8>) -> Bool {
        isNamed(line) || line.contains(" => ") || line.contains("% -- ") || isResized(line) || isTable(line)
    }

    /// Lines of git about files, and of acpi: ` rename a => b (90%)`, `similarity index 97%`, `Battery 0: Charging, 45%`.
    private static func isNamed(_ line: ArraySlice<UInt8>) -> Bool {
        var scanner = Scanner(line)
        scanner.skipSpaces()
        return scanner.skip("Battery ") || scanner.skip("rename ") || scanner.skip("copy ") || scanner.skip("rewrite ")
            || scanner.skip("similarity ") || scanner.skip("dissimilarity ")
    }

    /// upx, jpegoptim and garbage collectors: `113944 ->  53040  46.55%`, `1000 --> 900 bytes (10%)`, `12M->5M(20M)`.
    private static func isResized(_ line: ArraySlice<UInt8>) -> Bool {
        guard let arrow = line.firstRange(of: "->".utf8) else { return false }
        let before = line[..<arrow.lowerBound].reversed().drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "-") }
        let after = line[arrow.upperBound...].drop { $0 == UInt8(ascii: " ") }
        let digits = before.drop { "KMGTkB".utf8.contains($0) }
        return before.count - digits.count <= 2 && digits.first?.isDigit == true && after.first?.isDigit == true
    }

    /// df: `/dev/sda1  20G  10G  10G  50% /`; coverage: `a.py  120  10  92%`, where 10 of 120 lines are missing.
    private static func isTable(_ line: ArraySlice<UInt8>) -> Bool {
        let fields = line.split(separator: UInt8(ascii: " "))
        guard let index = fields.firstIndex(where: { $0.last == UInt8(ascii: "%") }), index >= 2 else { return false }
        let numbers = fields[..<index].reversed().prefix { $0.first?.isDigit == true }
        if numbers.count >= 3, index + 1 < fields.count, fields[index + 1].first == UInt8(ascii: "/") { return true }
        guard let all = whole(fields[index - 2]), let missing = whole(fields[index - 1]), all > 0, missing <= all,
            let percent = whole(fields[index].dropLast())
        else { return false }
        return abs(100 - Double(missing) / Double(all) * 100 - Double(percent)) <= 1
    }

    /// Nil for what is not a number alone.
    private static func whole(_ field: ArraySlice<UInt8>) -> Int64? {
        var scanner = Scanner(field)
        guard let value = scanner.wholeNumber(), scanner.isAtEnd else { return nil }
        return value
    }
}
