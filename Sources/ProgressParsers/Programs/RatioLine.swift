/// Lines of which each percentage is a ratio, a share or a coverage, and none says how far a program is.
enum RatioLine {
    static func matches(_ line: ArraySlice<UInt8>) -> Bool {
        isNamed(line) || line.contains(" => ") || line.contains("% -- ") || line.contains("% = ") || isResized(line)
            || isTable(line)
            || isCoverage(line)
    }

    /// Lines of git about files, and of acpi: ` rewrite a (90%)`, `similarity index 97%`, `Battery 0: Charging, 45%`.
    private static func isNamed(_ line: ArraySlice<UInt8>) -> Bool {
        var scanner = Scanner(line)
        scanner.skipSpaces()
        return scanner.skip("Battery ") || scanner.skip("rewrite ") || scanner.skip("similarity ")
            || scanner.skip("dissimilarity ")
    }

    /// upx, jpegoptim and garbage collectors: `113944 ->  53040  46.55%`, `1000 --> 900 bytes (10%)`, `12M->5M(20M)`.
    private static func isResized(_ line: ArraySlice<UInt8>) -> Bool {
        guard let arrow = line.firstRange(of: "->".utf8) else { return false }
        let before = line[..<arrow.lowerBound].reversed().drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "-") }
        let after = line[arrow.upperBound...].drop { $0 == UInt8(ascii: " ") }
        let digits = before.drop { "KMGTkB".utf8.contains($0) }
        return before.count - digits.count <= 2 && digits.first?.isDigit == true && after.first?.isDigit == true
    }

    /// df: `/dev/sda1  20G  10G  10G  50% /`; docker: `Images  5  2  1.2GB  300MB (27%)`; ld: `RAM:  64 B  1 KB  6%`;
    /// coverage: `a.py  120  10  92%` or `a.cpp  120  110  92%`, where 10 of 120 lines are missing.
    private static func isTable(_ line: ArraySlice<UInt8>) -> Bool {
        let fields = line.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        guard let index = fields.firstIndex(where: { share($0) != nil }), index >= 2, let percent = share(fields[index])
        else { return false }
        let numbers = fields[..<index].reversed().prefix { field in
            field.first?.isDigit == true && !field.contains(UInt8(ascii: ":"))
        }
        let isDisk = index + 1 < fields.count && fields[index + 1].first == UInt8(ascii: "/")
        if numbers.count >= (isDisk ? 3 : 4) || isRegion(fields) { return true }
        guard let all = whole(fields[index - 2]), let some = whole(fields[index - 1]), all > 0, some <= all else {
            return false
        }
        let ratio = Double(some) / Double(all) * 100
        return min(abs(100 - ratio - Double(percent)), abs(ratio - Double(percent))) <= 1
    }

    /// A region of memory, its used size, its size, and the share.
    private static func isRegion(_ fields: [ArraySlice<UInt8>]) -> Bool {
        fields.count == 6 && fields[0].last == UInt8(ascii: ":")
            && [2, 4].allSatisfy { fields[$0].last == UInt8(ascii: "B") }
    }

    /// `go tool cover -func`: `a.go:12:  New  66.7%`
    private static func isCoverage(_ line: ArraySlice<UInt8>) -> Bool {
        guard line.last == UInt8(ascii: "%"), let mark = line.firstRange(of: ".go:".utf8) else { return false }
        let rest = line[mark.upperBound...].drop(while: \.isDigit)
        return rest.startIndex > mark.upperBound && rest.first == UInt8(ascii: ":")
    }

    /// `50%` or `(27%)`
    private static func share(_ field: ArraySlice<UInt8>) -> Int64? {
        var scanner = Scanner(field)
        let isInBrackets = scanner.skip("(")
        guard let percent = scanner.wholeNumber(), scanner.skip("%"), scanner.skip(")") == isInBrackets else {
            return nil
        }
        return scanner.isAtEnd ? percent : nil
    }

    /// Nil for what is not a number alone.
    private static func whole(_ field: ArraySlice<UInt8>) -> Int64? {
        var scanner = Scanner(field)
        guard let value = scanner.wholeNumber(), scanner.isAtEnd else { return nil }
        return value
    }
}
