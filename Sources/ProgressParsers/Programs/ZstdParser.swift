/// zstd on a terminal. The percentage after `==>` or `=>` is the compression ratio.
///
/// `Read:  4.62 MiB /  13.4 MiB ==> 23%`; with several threads `Consumed:  4.6 MiB`, which has no total; and
/// `film.zst : 12.3 MiB...` when it unpacks.
struct ZstdParser: OutputParser {
    func read(_ line: ArraySlice<UInt8>, isFinished _: Bool) -> Reading? {
        if let mark = line.firstRange(of: "Read:".utf8) {
            var scanner = Scanner(line[mark.upperBound...])
            scanner.skipSpaces()
            return ByteAmount.pair(&scanner).map { Self.bytes($0.completed, $0.total) }
        }
        if let mark = line.firstRange(of: "Consumed:".utf8) { return Self.amount(line[mark.upperBound...]) }
        guard line.contains("..."), let mark = line.firstRange(of: " : ".utf8) else { return nil }
        return Self.amount(line[mark.upperBound...])
    }

    private static func amount(_ rest: ArraySlice<UInt8>) -> Reading? {
        var scanner = Scanner(rest)
        scanner.skipSpaces()
        return ByteAmount.amount(&scanner).map { bytes($0, nil) }
    }

    private static func bytes(_ completed: Int64, _ total: Int64?) -> Reading {
        var reading = Reading(completed: completed, total: total)
        reading.isBytes = true
        return reading
    }
}
