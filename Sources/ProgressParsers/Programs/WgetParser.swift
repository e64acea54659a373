/// wget: the bar of a terminal, and the dots of a log.
///
/// `Length: 5242880 (5.0M) [application/octet-stream]`, in the language of the user; then `film.iso   57%[====>   ]  3.2M`
/// or `  3050K .......... .......... 60% 1.2M 2s`.
struct WgetParser: OutputParser {
    private var total: Int64?

    mutating func read(_ line: ArraySlice<UInt8>, isFinished _: Bool) -> Reading? {
        if line.starts(with: "--".utf8) {
            // The next file begins.
            total = nil
            return nil
        }
        if let length = length(line) { total = length }
        if let mark = line.firstRange(of: "%[".utf8) { return percent(before: mark.lowerBound, of: line) }
        var scanner = Scanner(line)
        scanner.skipSpaces()
        guard let kilobytes = scanner.integer(), scanner.skip("K "), kilobytes < 1 << 50 else { return nil }
        if let mark = line.firstIndex(of: UInt8(ascii: "%")), let reading = percent(before: mark, of: line) {
            return reading
        }
        return total == nil ? bytes(kilobytes * 1_024) : nil
    }

    private func percent(before mark: Int, of line: ArraySlice<UInt8>) -> Reading? {
        let digits = line[..<mark].reversed().prefix(while: \.isDigit).count
        var scanner = Scanner(line[(mark - digits)...])
        guard let percent = scanner.integer(), percent <= 100 else { return nil }
        guard let total, total > 0, total < Int64.max / 100 else { return Reading(completed: percent, total: 100) }
        return bytes(total * percent / 100)
    }

    private func bytes(_ completed: Int64) -> Reading {
        var reading = Reading(completed: total.map { min(completed, $0) } ?? completed, total: total)
        reading.isBytes = true
        reading.operation = "downloading"
        return reading
    }

    /// Reads the length from a word, a colon, a number, and a bracket.
    private func length(_ line: ArraySlice<UInt8>) -> Int64? {
        var scanner = Scanner(line)
        guard let word = scanner.text(before: UInt8(ascii: ":")), word.allSatisfy(\.isWordByte), scanner.skip(" "),
            let length = scanner.integer(), scanner.skip(" (") || scanner.skip(" ["), line.last == UInt8(ascii: "]")
        else { return nil }
        return length
    }
}
