/// curl's meter, and the bar of `-#`.
///
/// ` 36 5120k   36 1856k    0     0  1983k      0  0:00:02 --:--:--  0:00:02 1982k`: percent and size of the whole, then of
/// the bytes received, then of those sent. The total is 0 while it is unknown.
struct CurlParser: OutputParser {
    private static let columns = 12

    func read(_ line: ArraySlice<UInt8>, isFinished _: Bool) -> Reading? {
        let fields = line.split(separator: UInt8(ascii: " "))
        if fields.count == Self.columns { return meter(fields) }
        guard let last = fields.last, last.last == UInt8(ascii: "%"), line.allSatisfy(Self.isBar) else { return nil }
        var scanner = Scanner(last)
        guard let percent = scanner.wholeNumber(), percent <= 100 else { return nil }
        return Reading(completed: percent, total: 100)
    }

    private func meter(_ fields: [ArraySlice<UInt8>]) -> Reading? {
        guard let total = Self.size(fields[1]), let received = Self.size(fields[3]), let sent = Self.size(fields[5]),
            fields[8].contains(UInt8(ascii: ":"))
        else { return nil }
        let completed = max(received, sent)
        var reading = Reading(completed: total > 0 ? min(completed, total) : completed, total: total > 0 ? total : nil)
        reading.isBytes = true
        return reading
    }

    private static func isBar(_ byte: UInt8) -> Bool { byte.isDigit || "# .,%=O-".utf8.contains(byte) }

    /// `512`, `5120k` or `10.0M`, in powers of 1,024.
    private static func size(_ field: ArraySlice<UInt8>) -> Int64? {
        var scanner = Scanner(field)
        if let bytes = ByteAmount.amount(&scanner) { return scanner.isAtEnd ? bytes : nil }
        guard let bytes = scanner.integer(), scanner.isAtEnd else { return nil }
        return bytes
    }
}
