/// `rsync --info=progress2`, and the file counts that `--progress` shows.
///
/// `     43,932,160  36%   39.09MB/s    0:00:01 (xfr#1, to-chk=5/7)`, with the separators of the locale. If the bytes
/// are rounded, the percentage counts.
struct RsyncParser: OutputParser {
    /// Whether bytes and percentage are those of the whole, not of one file.
    private let isWhole: Bool
    private var total = EstimatedTotal()
    private var files: FileCounts?

    init(isWhole: Bool) { self.isWhole = isWhole }

    mutating func read(_ line: ArraySlice<UInt8>, isFinished _: Bool) -> Reading? {
        var scanner = Scanner(line)
        scanner.skipSpaces()
        guard let amount = amount(&scanner) else { return nil }
        scanner.skipSpaces()
        guard let percent = scanner.integer(), scanner.skip("%"), percent <= 100 else { return nil }
        if let counts = filesLeft(scanner.rest) { files = counts }
        guard isWhole else { return files.map { Reading(completed: $0.completed, total: $0.total) } }
        var reading = Reading(completed: percent, total: 100)
        if case .bytes(let bytes) = amount {
            reading = Reading(completed: bytes, total: total.estimate(bytes: bytes, percent: percent))
            reading.isBytes = true
        }
        reading.operation = "copying"
        reading.files = files
        return reading
    }

    private enum Amount {
        case bytes(Int64)
        /// An amount of `--human-readable`, such as `43.93M`: too coarse to be counted.
        case rounded
    }

    private func amount(_ scanner: inout Scanner) -> Amount? {
        guard var value = scanner.integer() else { return nil }
        while value < Int64.max / 1_000 - 1, let group = group(&scanner) { value = value * 1_000 + group }
        let hasFraction = (scanner.skip(".") || scanner.skip(",")) && scanner.integer() != nil
        let units: [StaticString] = ["K", "M", "G", "T", "P"]
        if units.contains(where: { scanner.skip($0) }) { return .rounded }
        return hasFraction ? nil : .bytes(value)
    }

    /// Reads the next three digits of `43,932,160`, `43.932.160` or `43 932 160`; nil if there are none.
    private func group(_ scanner: inout Scanner) -> Int64? {
        var next = scanner
        let separators: [StaticString] = [",", ".", "'", "\u{A0}", "\u{202F}"]
        guard separators.contains(where: { next.skip($0) }), next.rest.prefix(while: \.isDigit).count == 3 else {
            return nil
        }
        guard let group = next.integer() else { return nil }
        scanner = next
        return group
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
