import Testing

@testable import ProgressCore

/// The profiles that finished runs of a name leave for the next ones.
struct RunProfileTests {
    @Test func `a finished run leaves how far it was at each sixteenth of its time`() throws {
        let fixture = TreeFixture()

        try fixture.finishRuns(paces: [1])

        let profile = try #require(fixture.runs(of: "x")[0].profile)
        #expect(abs(profile.seconds - 199) < 0.5)
        #expect(abs(profile.share(at: 0.4) - 39.0 / 199) < 0.01)
        #expect(abs(profile.share(at: 0.8) - 79.0 / 199) < 0.04)
        #expect(profile.share(at: 0) == 0 && profile.share(at: 1) == 1)
    }

    @Test func `pauses are in no run's time`() throws {
        let fixture = TreeFixture()
        try fixture.beginRun("a")
        try fixture.workRun("a", 0..<50)
        try fixture.control("a", .pause)
        fixture.now += 600_000
        try fixture.control("a", .resume)
        try fixture.workRun("a", 50..<100)
        try fixture.remove("a")

        let seconds = try #require(fixture.runs(of: "x")[0].profile?.seconds)

        #expect(abs(seconds - 199) < 1)
    }

    @Test func `what failed, was cancelled or removed, or took no time leaves nothing`() throws {
        let fixture = TreeFixture()
        for end in ["failed", "cancelled", "removed"] {
            try fixture.beginRun(end)
            try fixture.workRun(end, 0..<50)
            if end == "failed" { try fixture.fail(end) }
            if end == "cancelled" { try fixture.control(end, .cancel) }
            try fixture.remove(end)
        }
        try fixture.beginRun("short")
        try fixture.workRun("short", 0..<100) { _ in 10 }
        try fixture.remove("short")

        let runs = fixture.runs(of: "x")

        #expect(runs.map(\.state) == [.finished, .cancelled, .cancelled, .failed])
        #expect(runs.allSatisfy { $0.profile == nil })
    }

    @Test func `a name keeps the profiles of its newest five runs`() throws {
        let fixture = TreeFixture()

        try fixture.finishRuns(paces: Array(repeating: 1, count: 7))

        #expect(fixture.runs(of: "x").map { $0.profile != nil } == [true, true, true, true, true, false, false])
    }

    @Test func `a rate made from a mean teaches nothing`() {
        let part = RateBlocks(unitsPerSecond: 1, window: 100_000)
        var whole = part
        whole.isPart = false

        #expect(RunProfile(part, of: 100) == nil)
        #expect(RunProfile(whole, of: 100)?.seconds == 100)
    }
}
