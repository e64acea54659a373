import Foundation
import ProgressCore
import Testing

@Suite struct PlainDescriptionTests {
    @Test func `a plain progress shows percent and counts`() {
        let sample = Sample.plain(2, of: 8)

        #expect(sample.description == "25% completed")
        #expect(sample.additional == "2 of 8")
    }

    @Test(
        arguments: [
            (419_000, 5_300_000, "7% completed", "419,000 of 5,300,000"),
            (999, 1_000, "99% completed", "999 of 1,000"),
            (29, 100, "29% completed", "29 of 100"),
            (57, 100, "57% completed", "57 of 100"),
            (0, 8, "0% completed", "0 of 8"),
            (8, 8, "100% completed", "8 of 8"),
            (150, 100, "150% completed", "150 of 100"),
            (1, 0, "100% completed", "1 of 0"),
            (.max, 1, "999,999% completed", "9,223,372,036,854,775,807 of 1"),
            (.max, .max, "100% completed", "9,223,372,036,854,775,807 of 9,223,372,036,854,775,807"),
        ] as [(Int64, Int64, String, String)]
    )
    func `percent is rounded down and counts are grouped`(
        completed: Int64,
        total: Int64,
        description: String,
        additional: String
    ) {
        let sample = Sample.plain(completed, of: total)

        #expect(sample.description == description)
        #expect(sample.additional == additional)
    }

    @Test func `with uncredited children the fraction decides, and 100 waits for 1`() {
        var sample = Sample.plain(2, of: 8)
        sample.snapshot.hasUncreditedChildren = true
        sample.snapshot.fractionCompleted = 0.9999

        #expect(sample.description == "99% completed")
        #expect(sample.additional == "2 of 8")
    }

    @Test(arguments: [(0, 0), (0, -1), (-1, 5), (-3, -4), (.min, .min)] as [(Int64, Int64)])
    func `an indeterminate plain progress without a count has no text but the remaining time`(
        completed: Int64,
        total: Int64
    ) {
        let silent = Sample.plain(completed, of: total, throughput: 1_000)
        let timed = Sample.plain(completed, of: total, throughput: 1_000, time: 60)

        #expect(silent.description == "")
        #expect(silent.additional == "")
        #expect(timed.description == "")
        #expect(timed.additional == "1 minute remaining")
    }

    @Test(
        arguments: [
            (nil, nil, "512"), (51, nil, "512 (51/sec)"), (nil, 60, "512 — 1 minute remaining"),
            (51, 60, "512 (51/sec) — 1 minute remaining"),
        ] as [(Double?, Double?, String)]
    )
    func `an open-ended progress shows what was counted, how fast, and the remaining time`(
        throughput: Double?,
        time: Double?,
        additional: String
    ) {
        let sample = Sample.plain(512, of: -1, throughput: throughput, time: time)

        #expect(sample.description == "")
        #expect(sample.additional == additional)
    }

    @Test(
        arguments: [
            (0, "0"), (0.04, "0"), (0.05, "0.1"), (0.25, "0.3"), (2, "2"), (2.04, "2"), (9.94, "9.9"), (9.95, "10"),
            (9.96, "10"), (10.4, "10"), (10.5, "11"), (1_234.5, "1,235"), (1e300, "9,223,372,036,854,775,807"),
        ] as [(Double, String)]
    )
    func `below ten a second a rate has one decimal, else none, and both are rounded half up`(
        throughput: Double,
        written: String
    ) {
        #expect(Sample.plain(1_000, of: -1, throughput: throughput).additional == "1,000 (\(written)/sec)")
    }

    @Test(arguments: [true, false])
    func `a paused or ended open-ended progress shows the count alone`(isPaused: Bool) {
        var sample = Sample.plain(512, of: -1, throughput: 51, time: 60)
        if isPaused { sample.snapshot.isPaused = true } else { sample.snapshot.isCancelled = true }

        #expect(sample.additional == "512")
    }

    @Test func `the remaining time follows the counts, and the throughput of a progress with an end is not shown`() {
        let sample = Sample.plain(419_000, of: 5_300_000, throughput: 2_000, time: 97)

        #expect(sample.additional == "419,000 of 5,300,000 — 1 minute, 37 seconds remaining")
    }

    @Test(arguments: ["photo", "", "File", "files"])
    func `any kind but file is described as plain`(kind: String) {
        var sample = Sample.file(2, of: 8, url: "file:///a.txt", files: (7, 9))
        sample.details.kind = kind

        #expect(sample.description == "25% completed")
        #expect(sample.additional == "2 of 8")
    }

    @Test func `explicit texts win until they are null`() {
        var sample = Sample.file(2, of: 8, time: 60)
        sample.details.localizedDescription = "Ma\u{0}king “tea”\n☕️"
        sample.details.localizedAdditionalDescription = ""

        #expect(sample.description == "Ma\u{0}king “tea”\n☕️")
        #expect(sample.additional == "")

        sample.details.localizedDescription = nil
        sample.details.localizedAdditionalDescription = nil

        #expect(sample.description == "Downloading files…")
        #expect(sample.additional == "2 bytes of 8 bytes — 1 minute remaining")
    }

    @Test func `numbers are grouped as Foundation groups them`() {
        var generator = SystemRandomNumberGenerator()
        let style = IntegerFormatStyle<Int64>(locale: Locale(identifier: "en_US"))

        for _ in 0..<2_000 {
            let completed = Int64.random(in: 0...(.max), using: &generator) >> Int64.random(in: 0...62)
            let total = max(1, Int64.random(in: 0...(.max), using: &generator) >> Int64.random(in: 0...62))

            let expected = "\(completed.formatted(style)) of \(total.formatted(style))"
            #expect(Sample.plain(completed, of: total).additional == expected)
        }
    }
}
