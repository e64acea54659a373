import ProgressCore
import ProgressLocalization
import Testing

@Suite struct DurationTests {
    @Test(
        arguments: [
            (0, "0 seconds"), (0.999, "0 seconds"), (1, "1 second"), (1.999, "1 second"), (59.9, "59 seconds"),
            (60, "1 minute"), (61, "1 minute, 1 second"), (97, "1 minute, 37 seconds"), (120, "2 minutes"),
            (3_599.9, "59 minutes, 59 seconds"), (3_600, "1 hour"), (3_605, "1 hour"), (3_660, "1 hour, 1 minute"),
            (86_399, "23 hours, 59 minutes"), (86_400, "1 day"), (90_000, "1 day, 1 hour"), (89_999, "1 day"),
            (1e9, "11,574 days, 1 hour"), (-5, "0 seconds"), (-0.0, "0 seconds"),
        ] as [(Double, String)]
    )
    func `a duration has its largest unit and the next smaller one if not zero`(seconds: Double, expected: String) {
        #expect(Sample.plain(0, of: -1, time: seconds).additional == "\(expected) remaining")
    }

    @Test(
        arguments: [
            (312, 60, "5 minutes, 12 seconds"), (312, 60.1, "5 minutes"), (312, .infinity, "5 minutes"),
            (45, .infinity, "45 seconds"), (5_400, 3_600, "1 hour, 30 minutes"), (5_400, 3_601, "1 hour"),
            (180_000, 86_400, "2 days, 2 hours"), (180_000, 90_000, "2 days"),
        ] as [(Double, Double, String)]
    )
    func `where the larger unit is not sure, the smaller one says nothing`(
        seconds: Double,
        uncertainty: Double,
        expected: String
    ) {
        var sample = Sample.plain(0, of: -1, time: seconds)
        sample.snapshot.speed.uncertainty = uncertainty

        #expect(sample.additional == "\(expected) remaining")
    }

    @Test func `a time in one unit has the plural form of its number`() throws {
        let russian = try #require(Language(tag: "ru"))
        var sample = Sample.plain(0, of: -1, time: 5 * 60 + 12)
        let full = sample.additional(in: russian)
        sample.snapshot.speed.uncertainty = .infinity

        #expect(full.contains("5 минут") && full.contains("12 секунд"))
        #expect(sample.additional(in: russian).contains("5 минут") && !sample.additional(in: russian).contains("12"))
    }

    @Test(arguments: [Double.infinity, 1e300, 0x1p63, .greatestFiniteMagnitude])
    func `no duration is too long to be written`(seconds: Double) {
        let expected = "106,751,991,167,300 days, 15 hours remaining"

        #expect(Sample.plain(0, of: -1, time: seconds).additional == expected)
    }

    @Test func `what is no number is no time, and what is below zero is none left`() {
        #expect(Sample.plain(0, of: -1, time: .nan).additional == "")
        #expect(Sample.plain(0, of: -1, time: -.infinity).additional == "0 seconds remaining")
    }

    @Test func `any duration is written as the obvious model writes it`() {
        var generator = SystemRandomNumberGenerator()

        for _ in 0..<5_000 {
            let seconds = Int.random(in: 0...999_999_999, using: &generator) >> Int.random(in: 0...29)

            #expect(Sample.plain(0, of: -1, time: Double(seconds) + 0.5).additional == Self.model(seconds))
        }
    }

    private static func model(_ seconds: Int) -> String {
        let counts = [seconds / 86_400, seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60]
        let words = zip(counts, ["day", "hour", "minute", "second"]).map { count, unit in
            "\(count >= 1_000 ? "\(count / 1_000),\("\(1_000 + count % 1_000)".dropFirst())" : "\(count)") "
                + (count == 1 ? unit : unit + "s")
        }
        guard let first = counts.firstIndex(where: { $0 > 0 }) else { return "0 seconds remaining" }
        let hasNext = first < 3 && counts[first + 1] > 0
        return (hasNext ? words[first] + ", " + words[first + 1] : words[first]) + " remaining"
    }
}
