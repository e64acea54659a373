import ProgressCore
import Testing

/// Work that people really do, and the time left that they should read.
struct EstimateTests {
    private let fixture = TreeFixture()

    private func seconds(_ letter: String = "p") -> Double? { fixture.snapshot(letter).estimatedTimeRemaining }

    private func expect(_ seconds: Double, within part: Double = 0.03) throws {
        let told = try #require(self.seconds())
        #expect(abs(told - seconds) <= part * seconds + 1, "\(told) instead of \(seconds)")
    }

    @Test func `a new phase with far fewer units forgets the speed of the one before`() throws {
        try fixture.root("p", 0, of: 600_000_000)
        try fixture.work("p", by: 5_000_000, times: 119, every: 500)
        try fixture.setCounts("p", 0, of: 120)
        let atOnce = seconds()
        fixture.now += 1_000
        try fixture.complete("p", by: 1)
        let early = seconds()
        fixture.now += 1_000
        try fixture.work("p", by: 1, times: 4, every: 1_000)

        #expect(atOnce == nil && early == nil)
        try expect(115)
        try fixture.work("p", by: 1, times: 100, every: 1_000)
        try expect(15)
    }

    @Test(arguments: ["finished", "paused"])
    func `a phase that begins while nothing works forgets it too`(rest: String) throws {
        try fixture.root("p", 0, of: rest == "finished" ? 800 : 10_000)
        try fixture.work("p", by: 100, times: 8, every: 1_000)
        if rest == "paused" { try fixture.control("p", .pause) }
        fixture.now += 60_000
        try fixture.setCounts("p", 0, of: 30)
        if rest == "paused" { try fixture.control("p", .resume) }
        let atOnce = seconds()
        fixture.now += 1_000
        try fixture.work("p", by: 1, times: 5, every: 1_000)

        #expect(atOnce == nil)
        try expect(25)
    }

    @Test func `a count that is put right by less than half goes on`() throws {
        try fixture.root("p", 0, of: 1_000)
        try fixture.work("p", by: 10, times: 20, every: 1_000)
        try fixture.complete("p", by: -50)

        #expect(seconds() != nil)
    }

    @Test func `what is skipped at the start is no speed`() throws {
        try fixture.root("p", 0, of: 1_000)
        try fixture.work("p", by: 100, times: 4, every: 100)
        for second in 1...60 {
            fixture.now += 1_000
            try fixture.complete("p", by: 1)
            if second >= 5 { try expect(Double(600 - second)) }
        }
    }

    @Test func `one silence that was told is no work at speed 0`() throws {
        try fixture.root("p", 0, of: 4_000)
        try fixture.work("p", by: 1, times: 200, every: 250)
        fixture.pass(600_000)
        #expect(seconds() == nil)
        try fixture.work("p", by: 1, times: 40, every: 250)

        try expect(3_760 / 4)
    }

    @Test func `a silence that something else ends is none either`() throws {
        try fixture.root("p", 0, of: 3_900)
        try fixture.work("p", by: 1, times: 200, every: 250)
        fixture.pass(600_000)
        try fixture.edit("p", .totalUnitCount(4_000))
        fixture.now += 1_000
        try fixture.work("p", by: 1, times: 40, every: 250)

        try expect(3_760 / 4)
    }

    @Test func `silences that recur are a part of the work`() throws {
        try fixture.root("p", 0, of: 100_000)
        for _ in 0..<10 {
            try fixture.work("p", by: 10, times: 100, every: 200)
            fixture.pass(60_000)
        }
        try fixture.work("p", by: 10, times: 10, every: 200)

        try expect(Double(100_000 - 10_100) / 1_000 * 80, within: 0.2)
    }

    @Test func `a pause is no silence`() throws {
        try fixture.root("p", 0, of: 4_000)
        for _ in 0..<3 {
            try fixture.work("p", by: 1, times: 100, every: 250)
            try fixture.control("p", .pause)
            fixture.pass(600_000)
            try fixture.control("p", .resume)
        }
        try fixture.work("p", by: 1, times: 20, every: 250)

        try expect(3_680 / 4)
    }

    @Test func `a restart keeps what is known`() throws {
        fixture.tree.beginRecording()
        try fixture.root("p", 0, of: 1_000)
        try fixture.work("p", by: 1, times: 30, every: 1_000)
        let before = seconds()

        try fixture.restart()

        #expect(before != nil && seconds() == before)
    }
}
