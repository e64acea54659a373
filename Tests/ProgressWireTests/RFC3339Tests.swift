import TestSupport
import Testing

@testable import ProgressWire

struct RFC3339Tests {
    private func written(_ milliseconds: Int64) -> String {
        var bytes: [UInt8] = []
        bytes.appendRFC3339(milliseconds: milliseconds)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (1_767_323_045_678, "2026-01-02T03:04:05.678Z"),
            (-1, "1969-12-31T23:59:59.999Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"), (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
            (253_402_300_799_999, "9999-12-31T23:59:59.999Z"), (.max, "9999-12-31T23:59:59.999Z"),
            (.min, "0000-01-01T00:00:00.000Z"),
        ] as [(Int64, String)]
    )
    func `a moment is written in UTC with milliseconds`(milliseconds: Int64, expected: String) {
        #expect(written(milliseconds) == "\"\(expected)\"")
    }

    @Test func `every day from 0000 to 9999 is the day after the one before`() {
        var (year, month, day) = (0, 1, 1)
        var wrong = 0
        for number in Int64(-719_528)...2_932_896 {
            let date = RFC3339.date(daysSinceYear0: UInt32(number + 719_528))
            let back = RFC3339.days(year: Int64(year), month: Int64(month), day: Int64(day))
            if (Int(date.year), Int(date.month), Int(date.day)) != (year, month, day) || back != number { wrong += 1 }
            let isLeap = year % 400 == 0 || (year % 4 == 0 && year % 100 != 0)
            day += 1
            if day > [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] {
                (month, day) = (month + 1, 1)
            }
            if month > 12 { (year, month) = (year + 1, 1) }
        }

        #expect(wrong == 0)
        #expect((year, month, day) == (10_000, 1, 1))
    }

    @Test func `what is written is read back`() {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<5000 {
            let moment = Int64.random(in: RFC3339.earliest...RFC3339.latest, using: &random)
            #expect(RFC3339.parse(written(moment).utf8.dropFirst().dropLast()) == moment)
        }
    }

    @Test(
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("1970-01-01t00:00:00z", 0), ("1970-01-01T01:00:00+01:00", 0),
            ("1969-12-31T19:30:00-04:30", 0),
            ("1970-01-01T00:00:00-00:00", 0), ("1970-01-01T00:00:00.5Z", 500), ("1970-01-01T00:00:00.05Z", 50),
            ("1970-01-01T00:00:00.1239999999Z", 123),
            ("1990-12-31T23:59:60Z", 662_688_000_000), ("1990-12-31T15:59:60-08:00", 662_688_000_000),
            ("1937-01-01T12:00:27.87+00:20", -1_041_337_172_130),
            ("2024-02-29T00:00:00+00:00", 1_709_164_800_000), ("1985-04-12T23:20:50.52Z", 482_196_050_520),
            ("1969-12-31T23:59:60Z", 0), ("0000-01-01T00:00:00Z", -62_167_219_200_000),
        ] as [(String, Int64)]
    )
    func `a moment is read with its offset and decimals`(text: String, expected: Int64) {
        #expect(RFC3339.parse(text.utf8) == expected)
    }

    @Test(arguments: [
        "", "2026", "2026-01-02", "2026-01-02T03:04Z", "2026-01-02T03:04:05", "2026-01-02 03:04:05Z",
        "2026-01-02T03:04:05ZZ", "2026-01-02T03:04:05.Z",
        "2026-01-02T03:04:05,5Z", "2026-13-02T03:04:05Z", "2026-00-02T03:04:05Z", "2026-01-00T03:04:05Z",
        "2026-01-32T03:04:05Z", "2026-04-31T03:04:05Z",
        "2026-02-29T03:04:05Z", "2100-02-29T03:04:05Z", "2026-01-02T24:00:00Z", "2026-01-02T03:60:05Z",
        "2026-01-02T03:04:61Z", "2026-01-02T03:04:60Z",
        "2026-01-02T03:04:05+0100", "2026-01-02T03:04:05+01", "2026-01-02T03:04:05+24:00", "2026-01-02T03:04:05+01:60",
        "2026-01-02T03:04:05 01:00",
        "2026-1-2T03:04:05Z", "+2026-01-02T03:04:05Z", "-026-01-02T03:04:05Z", "20260102T030405Z",
        "2026-01-02T03:04:05.5", "2026-01-02T03:04:05x",
        " 2026-01-02T03:04:05Z", "2026-01-02T03:04:05Z ", "２026-01-02T03:04:05Z", "2026-01-02T03:04:0aZ",
        "2026-01-02T03:04:05+01:00Z", "2026-01-02T03:04:05.+01:00",
    ])
    func `anything else is no moment`(text: String) { #expect(RFC3339.parse(text.utf8) == nil) }
}
