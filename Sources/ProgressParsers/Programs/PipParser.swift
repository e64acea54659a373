/// pip on a terminal, and with `--progress-bar raw`: the bytes of all downloads that it has begun so far.
///
/// `  Downloading numpy-2.4.6-….whl (16.9 MB)`, then `   ━━━━━━━━╸━━━ 5.1/16.9 MB 10.2 MB/s eta 0:00:02`, or
/// `Progress 5242880 of 16900000`.
struct PipParser: OutputParser {
    private var finished: Int64 = 0
    private var current: Part?

    mutating func read(_ line: ArraySlice<UInt8>, isFinished: Bool) -> Reading? {
        var scanner = Scanner(line)
        scanner.skipSpaces()
        if scanner.skip("Downloading ") { return isFinished ? begin(&scanner) : nil }
        if scanner.skip("Progress ") {
            guard isFinished, let completed = scanner.integer(), scanner.skip(" of "), let total = scanner.integer()
            else {
                return nil
            }
            return move(completed, total)
        }
        scanner.skipToNumber()
        return ByteAmount.pair(&scanner).flatMap { move($0.completed, $0.total) }
    }

    /// Reads `numpy-2.4.6.whl (16.9 MB)`; small files get no bar.
    private mutating func begin(_ scanner: inout Scanner) -> Reading? {
        guard let name = scanner.text(before: UInt8(ascii: " ")), scanner.skip("("),
            let total = ByteAmount.amount(&scanner), scanner.skip(")")
        else { return nil }
        finished += current?.total ?? 0
        let file = name.split(separator: UInt8(ascii: "/")).last ?? name
        current = Part(String(decoding: file, as: UTF8.self), completed: 0, total: total)
        current?.isFleeting = true
        return reading
    }

    private mutating func move(_ completed: Int64, _ total: Int64) -> Reading? {
        guard current != nil, total > 0 else { return nil }
        current?.completed = min(completed, total)
        current?.total = total
        return reading
    }

    private var reading: Reading? {
        guard let current, let total = current.total else { return nil }
        var reading = Reading(completed: finished + current.completed, total: finished + total)
        reading.isBytes = true
        reading.operation = "downloading"
        reading.parts = [current]
        return reading
    }
}
