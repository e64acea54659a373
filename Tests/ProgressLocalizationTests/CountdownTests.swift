import ProgressCore
import ProgressLocalization
import Testing

/// Times in descriptions that count down between writes.
@Suite struct CountdownTests {
    private static let times: [Double] = [0, 1, 59, 60, 61, 97, 120, 3_600, 3_725, 7_200, 86_400, 90_000, 200_000]

    private func samples(_ time: Double, uncertainty: Double = 0) -> [Sample] {
        var samples: [Sample] = [
            .plain(2, of: 8, time: time), .plain(0, of: -1, time: time),
            .plain(512, of: -1, throughput: 51, time: time),
            .file(1_610_000_000, of: 3_220_000_000, throughput: 2_000, time: time),
            .file(0, of: -1, throughput: 1_000, time: time),
        ]
        for index in samples.indices { samples[index].snapshot.speed.uncertainty = uncertainty }
        return samples
    }

    @Test(arguments: Language.all)
    func `a time reads as the service would write it`(language: Language) throws {
        let describer = Describer(language: language)
        for (place, told) in Self.times.enumerated() {
            for left in Self.times[...place] {
                let isFine = Self.hasSmallerUnit(told) && Self.unit(left) == Self.unit(told)
                let expected = samples(left, uncertainty: isFine ? 0 : .infinity)
                for (sample, expected) in zip(samples(told), expected) {
                    let text = describer.counted(down: sample.additional(in: language), from: told, to: left)
                    #expect(text == expected.additional(in: language), "\(told) to \(left)")
                }
            }
        }
    }

    @Test func `it names no smaller units than before`() {
        let describer = Describer(language: .english)

        #expect(describer.counted(down: "5 minutes remaining", from: 320, to: 290) == "4 minutes remaining")
        #expect(
            describer.counted(down: "5 minutes, 20 seconds remaining", from: 320, to: 290)
                == "4 minutes, 50 seconds remaining"
        )
        #expect(
            describer.counted(down: "1 hour, 2 minutes remaining", from: 3_720, to: 3_590) == "59 minutes remaining"
        )
    }

    @Test func `what does not say the time is left alone`() {
        let describer = Describer(language: .english)

        #expect(describer.counted(down: "Phase 2 — nearly done", from: 320, to: 290) == nil)
        #expect(describer.counted(down: "2 of 8 — noch 5 Minuten", from: 320, to: 290) == nil)
        #expect(describer.counted(down: "2 of 8 — 5 minutes remaining", from: .infinity, to: 290) == nil)
    }

    private static func unit(_ seconds: Double) -> Double { [86_400, 3_600, 60].first { seconds >= $0 } ?? 1 }

    private static func hasSmallerUnit(_ seconds: Double) -> Bool {
        let unit = unit(seconds)
        return seconds.truncatingRemainder(dividingBy: unit) >= Self.unit(unit - 1)
    }
}
