/// ffmpeg, both its output for people and that of `-progress`: milliseconds of the longest input, or of `-t`.
///
/// `  Duration: 00:00:04.00, start: …`, then `frame=  92 … time=00:00:03.64 bitrate=…`; or `out_time_us=3640000`.
struct FfmpegParser: OutputParser {
    private let limit: Int64?
    private var duration: Int64?
    private var last: Int64 = 0

    init(arguments: [String]) {
        let option = arguments.lastIndex(of: "-t").map { arguments[($0 + 1)...].first ?? "" }
        limit = option.flatMap { text in
            var scanner = Scanner(Array(text.utf8)[...])
            return Self.time(&scanner) ?? Double(text).flatMap { $0 >= 0 && $0 < 1e9 ? Int64($0 * 1_000) : nil }
        }
    }

    mutating func read(_ line: ArraySlice<UInt8>, isFinished _: Bool) -> Reading? {
        var scanner = Scanner(line)
        scanner.skipSpaces()
        if scanner.skip("ffmpeg version ") || scanner.skip("Input #0, ") {
            // Another one begins in the same script.
            (duration, last) = (nil, 0)
            return nil
        }
        if scanner.skip("Duration: ") {
            if let time = Self.time(&scanner) { duration = max(duration ?? 0, time) }
            return nil
        }
        if scanner.skip("out_time_us=") || scanner.skip("out_time_ms=") {
            return scanner.integer().flatMap { reading($0 / 1_000) }
        }
        if scanner.skip("progress=end"), let total { return reading(total) }
        guard line.contains("bitrate="), let mark = line.firstRange(of: " time=".utf8) else { return nil }
        scanner = Scanner(line[mark.upperBound...])
        return Self.time(&scanner).flatMap { reading($0) }
    }

    private var total: Int64? {
        guard let duration else { return limit }
        return limit.map { min($0, duration) } ?? duration
    }

    private mutating func reading(_ time: Int64) -> Reading? {
        last = max(last, time)
        guard let total, total > 0 else { return Reading(completed: last) }
        return Reading(completed: min(last, total), total: total)
    }

    /// `01:02:03.45` in milliseconds.
    private static func time(_ scanner: inout Scanner) -> Int64? {
        guard let hours = scanner.integer(), scanner.skip(":"), let minutes = scanner.integer(), scanner.skip(":"),
            let seconds = scanner.decimal(), hours < 1 << 20, minutes < 60, seconds < 61
        else { return nil }
        return (hours * 60 + minutes) * 60_000 + Int64(seconds * 1_000)
    }
}
