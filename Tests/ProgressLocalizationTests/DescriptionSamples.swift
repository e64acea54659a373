import ProgressCore
import ProgressLocalization

/// The lines of the tables of descriptions, in order.
enum DescriptionSamples {
    enum Line {
        case heading(String)
        case description(String, Sample)
        case additional(String, Sample)

        func line(_ language: Language) -> String {
            switch self {
            case .heading(let text): "\n## \(text)\n"
            case .description(let label, let sample): "\(label) | \(sample.description(in: language))"
            case .additional(let label, let sample): "\(label) | \(sample.additional(in: language))"
            }
        }
    }

    static var all: [Line] {
        plain + operations + counts + amounts + times + parts + openEnded
    }

    private static var plain: [Line] {
        let pairs: [(Int64, Int64)] = [(0, 8), (2, 8), (1, 100), (1_234, 12_345_678), (.max, 1)]
        return [.heading("Any work: percent; n of m")]
            + pairs.flatMap { completed, total -> [Line] in
                let sample = Sample.plain(completed, of: total)
                return [
                    .description("\(completed) of \(total)", sample), .additional("\(completed) of \(total)", sample),
                ]
            }
    }

    private static var operations: [Line] {
        let kinds = [
            "downloading", "decompressingAfterDownloading", "receiving", "copying", "uploading", "duplicating", "other",
        ]
        return kinds.flatMap { kind -> [Line] in
            let counts: [Int64] = [1, 2, 5]
            return [
                .heading("Files: \(kind)"), .description("files", .file(0, of: 8, operation: kind)),
                .description("a name", .file(0, of: 8, operation: kind, url: "file:///a/Text%20Edit/")),
            ] + counts.map { .description("\($0)", .file(0, of: 8, operation: kind, files: (0, $0))) }
        }
    }

    private static var counts: [Line] {
        let counts: [Int64] = [0, 1, 2, 3, 4, 5, 10, 11, 12, 21, 22, 25, 99, 100, 101, 102, 103, 111, 1_000, 1_000_000]
        return [.heading("Numbers of files")]
            + counts.flatMap { count -> [Line] in
                let sample = Sample.file(0, of: 8, files: (min(7, count), count))
                return [.description("\(count)", sample), .additional("\(min(7, count)) of \(count)", sample)]
            }
    }

    private static var amounts: [Line] {
        let counts: [Int64] = [
            0, 1, 2, 3, 5, 11, 21, 100, 419_000, 5_000_000, 5_300_000, 1_610_000_000, 2_000_000_000_000,
            3_000_000_000_000_000, .max,
        ]
        return [.heading("Bytes")]
            + counts.map { .additional("\($0) of 5300000", .file($0, of: 5_300_000)) }
            + [.additional("5000000, total unknown", .file(5_000_000, of: -1))]
    }

    private static var times: [Line] {
        let times = [
            0, 1, 2, 3, 5, 11, 21, 37, 60, 61, 62, 65, 97, 120, 180, 300, 660, 3_600, 3_660, 7_384, 18_000, 39_600,
            86_400, 90_000, 172_800, 180_000, 270_000, 432_000, 1_000_000, 1e8,
        ]
        return [.heading("Time left")] + times.map { .additional("\(Int($0)) s", .plain(0, of: -1, time: $0)) }
    }

    private static var openEnded: [Line] {
        let rates = [0, 0.1, 1, 1.5, 2, 5, 9.94, 51, 1_234, 1_234_567]
        return [
            .heading("No end in sight"), .additional("512", .plain(512, of: -1)),
            .additional("12345", .plain(12_345, of: -1)),
            .additional("512, time", .plain(512, of: -1, time: 60)),
            .additional("512, rate, time", .plain(512, of: -1, throughput: 51, time: 60)),
        ] + rates.map { .additional("512, \($0) a second", .plain(512, of: -1, throughput: $0)) }
    }

    private static var parts: [Line] {
        let half: (Int64, Int64) = (1_610_000_000, 3_220_000_000)
        return [
            .heading("Parts together"),
            .additional("counts, time", .plain(419_000, of: 5_300_000, time: 97)),
            .additional("bytes, rate", .file(half.0, of: half.1, throughput: 2_000)),
            .additional("bytes, time", .file(half.0, of: half.1, time: 120)),
            .additional("bytes, rate, time", .file(half.0, of: half.1, throughput: 2_000, time: 120)),
            .additional("files, rate, time", .file(5, of: 8, files: (7, 9), throughput: 5_300_000, time: 60)),
            .additional("bytes counted, rate, time", .file(5_000_000, of: -1, throughput: 1_000, time: 60)),
            .additional("rate, time", .file(0, of: -1, throughput: 1_000, time: 60)),
            .additional("rate", .file(0, of: -1, throughput: 5)),
        ]
    }
}
