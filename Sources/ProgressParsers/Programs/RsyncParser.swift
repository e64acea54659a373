/// `rsync --info=progress2`, and the numbers of files that `--progress` shows.
///
/// `     43,932,160  36%   39.09MB/s    0:00:01 (xfr#1, to-chk=5/7)`, where the locale chooses the separators.
struct RsyncParser: OutputParser {
    /// Whether bytes and percent are those of the whole, not of one file.
    private let isWhole: Bool
    private var total = EstimatedTotal()
    private var files: FileCounts?

    init(isWhole: Bool) { self.isWhole = isWhole }

    mutating func read(_ line: ArraySlice<UInt8>) -> Reading? {
        var scanner = Scanner(line)
        scanner.skipSpaces()
        guard let bytes = grouped(&scanner) else { return nil }
        scanner.skipSpaces()
        guard let percent = scanner.integer(), scanner.skip("%"), percent <= 100 else { return nil }
        if let counts = filesLeft(scanner.rest) { files = counts }
        guard isWhole else { return files.map { Reading(completed: $0.completed, total: $0.total) } }
        var reading = Reading(completed: bytes, total: total.estimate(bytes: bytes, percent: percent))
        reading.isBytes = true
        reading.operation = "copying"
        reading.files = files
        return reading
    }

    /// `43,932,160`, `43.932.160`, `43 932 160` or plain digits.
    private func grouped(_ scanner: inout Scanner) -> Int64? {
        guard var value = scanner.integer() else { return nil }
        while true {
            var next = scanner
            guard next.skip(",") || next.skip(".") || next.skip("'") || next.skip("\u{A0}") || next.skip("\u{202F}"),
                let group = next.integer(), group < 1_000, value < Int64.max / 1_000 - 1
            else { return value }
            value = value * 1_000 + group
            scanner = next
        }
    }

    /// `to-chk=5/7`: files left to check, of all. `ir-chk` says that more may follow.
    private func filesLeft(_ rest: ArraySlice<UInt8>) -> FileCounts? {
        var scanner = Scanner(rest)
        guard scanner.text(before: UInt8(ascii: "=")) != nil else { return nil }
        guard let left = scanner.integer(), scanner.skip("/"), let total = scanner.integer(), scanner.skip(")"),
            left <= total
        else { return nil }
        return FileCounts(completed: total - left, total: total)
    }
}
