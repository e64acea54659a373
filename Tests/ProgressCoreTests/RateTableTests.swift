import Foundation
import TestSupport
import Testing

/// How wrong the time left is, for work of many kinds: ours beside the two plain ways.
struct RateTableTests {
    private struct Row {
        let name: String
        /// The median error over the seeds: three ways, three points each; nil where mostly nothing was said.
        let errors: [[Double?]]
    }

    private static func makeRows() throws -> [Row] {
        try SimulatedJob.all.map { name, make in
            let runs = try (UInt64(0)..<41).map { seed in
                var generator = SeededGenerator(seed: seed)
                return try SimulatedRun(make(&generator)).errors
            }
            let errors = (0..<3).map { way in
                SimulatedRun.points.indices.map { point in
                    let all = runs.map { $0[way][point] ?? .infinity }.sorted()
                    return all[all.count / 2].isFinite ? all[all.count / 2] : nil
                }
            }
            return Row(name: name, errors: errors)
        }
    }

    private static func lines(_ rows: [Row]) -> [String] {
        let cells = rows.map { row in
            row.errors.map { way in
                way.map { $0.map { "\(Int(($0 * 100).rounded()))" } ?? "–" }.joined(separator: " / ")
            }
        }
        return zip(rows, cells).map { "| \($0.name) | \($1.joined(separator: " | ")) |" }
    }

    /// Run with `PROGRESS_RATE_TABLE` set, it prints the table.
    @Test func `the decision shows the errors that are found`() throws {
        let rows = try Self.makeRows()
        let lines = Self.lines(rows)
        if ProcessInfo.processInfo.environment["PROGRESS_RATE_TABLE"] != nil { print(lines.joined(separator: "\n")) }

        let project = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        let decision = project.appending(path: "docs/decisions/0035-blocks-of-equal-time.md")
        let text = try String(contentsOf: decision, encoding: .utf8)

        for line in lines { #expect(text.contains(line + "\n")) }
    }

    @Test func `half way and near the end it is never much worse than the better of the plain ways`() throws {
        for row in try Self.makeRows() {
            for point in 1...2 {
                let ours = try #require(row.errors[0][point])
                let others = row.errors[1...].compactMap { $0[point] }

                #expect(ours <= 1.5 * (others.min() ?? 0) + 0.2, "\(row.name), point \(point)")
            }
        }
    }

    @Test func `over all kinds of work it is the nearest early and half way, and near the end about as near`() throws {
        let rows = try Self.makeRows()
        let means = SimulatedRun.points.indices.map { point in
            (0..<3).map { way in rows.map { $0.errors[way][point] ?? 1 }.reduce(0, +) / Double(rows.count) }
        }

        for point in 0...1 { #expect(means[point][0] < min(means[point][1], means[point][2]), "\(means)") }
        #expect(means[2][0] < means[2][1] + 0.03 && means[2][0] < means[2][2], "\(means)")
    }
}
