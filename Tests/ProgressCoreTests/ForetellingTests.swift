import Testing

@testable import ProgressCore

/// Finished runs of a name teach the next ones how long they take.
struct ForetellingTests {
    /// 100 units: 80 at one a second, and 20 at one in six.
    private static func gap(before unit: Int) -> Double { unit < 80 ? 1_000 : 6_000 }

    private func begin(_ letter: String, _ fixture: TreeFixture, name: String? = "x") throws {
        try fixture.root(letter, 0, of: 100) { new in
            new.details = ProgressDetails()
            new.details?.name = name
        }
    }

    private func work(
        _ letter: String,
        _ fixture: TreeFixture,
        _ units: Range<Int>,
        _ gap: (Int) -> Double = Self.gap
    ) throws {
        for unit in units {
            fixture.now += Int64(gap(unit))
            try fixture.complete(letter, by: 1)
        }
    }

    /// Runs that finish, each so many times as long as usual.
    private func finish(_ fixture: TreeFixture, paces: [Double], removing: Bool = true) throws {
        for (place, pace) in paces.enumerated() {
            try begin("run\(place)", fixture)
            try work("run\(place)", fixture, 0..<100) { pace * Self.gap(before: $0) }
            if removing { try fixture.remove("run\(place)") }
        }
    }

    private func timeLeft(_ letter: String, _ fixture: TreeFixture) -> Double? {
        fixture.snapshot(letter).estimatedTimeRemaining
    }

    // MARK: What runs leave

    @Test func `a finished run leaves how far it was at each sixteenth of its time`() throws {
        let fixture = TreeFixture()

        try finish(fixture, paces: [1])

        let profile = try #require(fixture.runs(of: "x")[0].profile)
        #expect(abs(profile.seconds - 199) < 0.5)
        #expect(abs(profile.share(at: 0.4) - 39.0 / 199) < 0.01)
        #expect(abs(profile.share(at: 0.8) - 79.0 / 199) < 0.04)
        #expect(profile.share(at: 0) == 0 && profile.share(at: 1) == 1)
    }

    @Test func `pauses are in no run's time`() throws {
        let fixture = TreeFixture()
        try begin("a", fixture)
        try work("a", fixture, 0..<50)
        try fixture.control("a", .pause)
        fixture.now += 600_000
        try fixture.control("a", .resume)
        try work("a", fixture, 50..<100)
        try fixture.remove("a")

        let seconds = try #require(fixture.runs(of: "x")[0].profile?.seconds)

        #expect(abs(seconds - 199) < 1)
    }

    @Test func `what failed, was cancelled or removed, or took no time leaves nothing`() throws {
        let fixture = TreeFixture()
        for end in ["failed", "cancelled", "removed"] {
            try begin(end, fixture)
            try work(end, fixture, 0..<50)
            if end == "failed" { try fixture.fail(end) }
            if end == "cancelled" { try fixture.control(end, .cancel) }
            try fixture.remove(end)
        }
        try begin("short", fixture)
        try work("short", fixture, 0..<100) { _ in 10 }
        try fixture.remove("short")

        let runs = fixture.runs(of: "x")

        #expect(runs.map(\.state) == [.finished, .cancelled, .cancelled, .failed])
        #expect(runs.allSatisfy { $0.profile == nil })
    }

    @Test func `a name keeps the profiles of its newest five runs`() throws {
        let fixture = TreeFixture()

        try finish(fixture, paces: Array(repeating: 1, count: 7))

        #expect(fixture.runs(of: "x").map { $0.profile != nil } == [true, true, true, true, true, false, false])
    }

    @Test func `a rate made from a mean teaches nothing`() {
        let part = RateBlocks(unitsPerSecond: 1, window: 100_000)
        var whole = part
        whole.isPart = false

        #expect(RunProfile(part, of: 100) == nil)
        #expect(RunProfile(whole, of: 100)?.seconds == 100)
    }

    // MARK: What they foretell

    @Test func `three alike runs give a time with the first update, and foretell a slow last step`() throws {
        let fixture = TreeFixture()
        try finish(fixture, paces: [0.9, 1, 1.1])
        try begin("a", fixture)

        let before = timeLeft("a", fixture)
        try work("a", fixture, 0..<1)
        let first = fixture.snapshot("a")
        try work("a", fixture, 1..<50)
        let byThen = timeLeft("a", fixture)

        #expect(before == nil && first.throughput == nil)
        #expect(abs(try #require(first.estimatedTimeRemaining) - 199) < 10)
        // By its rate it would be fifty seconds.
        #expect(abs(try #require(byThen) - 150) < 20)
        #expect(fixture.snapshot("a").throughput.map { abs($0 - 1) < 0.05 } == true)
    }

    @Test func `runs that still live teach as well`() throws {
        let fixture = TreeFixture()
        try finish(fixture, paces: [1, 1, 1], removing: false)
        try begin("a", fixture)

        try work("a", fixture, 0..<1)

        #expect(abs(try #require(timeLeft("a", fixture)) - 199) < 5)
    }

    @Test func `two runs teach nothing, nor do three that disagree`() throws {
        for paces: [Double] in [[1, 1], [1, 2, 4]] {
            let fixture = TreeFixture()
            try finish(fixture, paces: paces)
            try begin("a", fixture)

            try work("a", fixture, 0..<1)

            #expect(timeLeft("a", fixture) == nil)
        }
    }

    @Test func `of five runs the three that are most alike count`() throws {
        let fixture = TreeFixture()
        try finish(fixture, paces: [1, 0.1, 1, 9, 1])
        try begin("a", fixture)

        try work("a", fixture, 0..<1)

        #expect(abs(try #require(timeLeft("a", fixture)) - 199) < 5)
    }

    @Test func `a run that is unlike those before goes over to its rate`() throws {
        let fixture = TreeFixture()
        try finish(fixture, paces: [1, 1, 1])
        try begin("a", fixture)

        try work("a", fixture, 0..<90) { _ in 500 }

        #expect(abs(try #require(timeLeft("a", fixture)) - 5) < 2)
    }

    @Test func `how sure it is follows from how much the runs disagree`() throws {
        let ranges = try [[1.0, 1, 1], [0.85, 1, 1.2]].map { paces in
            let fixture = TreeFixture()
            try finish(fixture, paces: paces)
            try begin("a", fixture)
            try work("a", fixture, 0..<1)
            return fixture.snapshot("a").speed.uncertainty
        }

        #expect(ranges[0] > 20 && ranges[0] < 60 && ranges[1] > 2 * ranges[0] && ranges[1].isFinite)
    }

    @Test func `a child, a root that joins one, and a root without the name have no runs`() throws {
        let fixture = TreeFixture()
        try finish(fixture, paces: [1, 1, 1])
        try fixture.root("parent", 0, of: 10)
        try fixture.child("child", of: "parent", worth: 1, 0, of: 100) { new in
            new.details = ProgressDetails()
            new.details?.name = "x"
        }
        try begin("other", fixture, name: "y")
        for letter in ["child", "other"] { try work(letter, fixture, 0..<1) }
        let early = [timeLeft("child", fixture), timeLeft("other", fixture)]

        try fixture.edit("child", .name(nil))
        try begin("a", fixture)
        try work("a", fixture, 0..<1)
        let asRoot = timeLeft("a", fixture)
        try fixture.attach("a", to: "parent", worth: 1)

        #expect(early == [nil, nil])
        #expect(asRoot != nil && timeLeft("a", fixture) == nil)
    }

    @Test func `a root that gets the name while it works learns, and forgets when it loses it`() throws {
        let fixture = TreeFixture()
        try finish(fixture, paces: [1, 1, 1])
        try begin("a", fixture, name: nil)
        try work("a", fixture, 0..<1)

        try fixture.edit("a", .name("x"))
        let named = timeLeft("a", fixture)
        try fixture.edit("a", .name(nil))

        #expect(named != nil && timeLeft("a", fixture) == nil)
    }

    @Test func `forgotten runs teach no run that begins later`() throws {
        let fixture = TreeFixture()
        try finish(fixture, paces: [1, 1, 1])
        try begin("a", fixture)
        try work("a", fixture, 0..<1)

        _ = fixture.forgetRuns(of: "x")
        let kept = timeLeft("a", fixture)
        try work("a", fixture, 1..<100)
        try begin("b", fixture)
        try work("b", fixture, 0..<1)

        #expect(kept != nil && timeLeft("b", fixture) == nil)
    }

    @Test func `runs outlive the retention of their trees`() throws {
        let fixture = TreeFixture { $0.retention = 1_000 }
        try finish(fixture, paces: [1, 1, 1], removing: false)

        fixture.pass(2_000)
        try begin("a", fixture)
        try work("a", fixture, 0..<1)

        #expect(fixture.nodeCount == 1 && timeLeft("a", fixture) != nil)
    }

    @Test func `a worker that dies after its first update is noticed`() throws {
        let fixture = TreeFixture()
        try finish(fixture, paces: [1, 1, 1])
        try begin("a", fixture)
        try work("a", fixture, 0..<1)

        fixture.pass(29_000)
        let waiting = timeLeft("a", fixture)
        fixture.pass(2_000)
        let silent = timeLeft("a", fixture)
        try work("a", fixture, 1..<2)

        #expect(waiting != nil && silent == nil && timeLeft("a", fixture) != nil)
    }

    @Test func `a rest has no time, and the runs are there again after it`() throws {
        let fixture = TreeFixture()
        try finish(fixture, paces: [1, 1, 1])
        try begin("a", fixture)
        try work("a", fixture, 0..<40)
        let before = timeLeft("a", fixture)

        try fixture.control("a", .pause)
        let paused = timeLeft("a", fixture)
        fixture.now += 600_000
        try fixture.control("a", .resume)

        #expect(paused == nil && timeLeft("a", fixture) == before && before != nil)
    }

    // MARK: What keeps it

    @Test func `a restart keeps what is foretold, and what was`() throws {
        let fixture = TreeFixture()
        fixture.tree.beginRecording()
        try finish(fixture, paces: [0.9, 1, 1.1])
        try begin("a", fixture)
        try work("a", fixture, 0..<60)
        let before = fixture.tree.forest.nodes.foretellings[fixture.index("a")]
        let left = timeLeft("a", fixture)

        try fixture.restart()

        #expect(left != nil && timeLeft("a", fixture) == left)
        #expect(before != nil && fixture.tree.forest.nodes.foretellings[fixture.index("a")] == before)
    }

    @Test func `a root that waits learns after a restart, and so does the next run`() throws {
        let fixture = TreeFixture()
        fixture.tree.beginRecording()
        try finish(fixture, paces: [1, 1, 1])
        try begin("a", fixture)

        try fixture.restart()
        try work("a", fixture, 0..<1)
        let waited = timeLeft("a", fixture)
        try work("a", fixture, 1..<100)
        try fixture.restart()
        try begin("b", fixture)
        try work("b", fixture, 0..<1)

        #expect(waited != nil && timeLeft("b", fixture) != nil)
    }

    // MARK: What it costs

    @Test func `what is remembered of a run has 272 bytes, and nothing else has any`() throws {
        let fixture = TreeFixture()
        try finish(fixture, paces: [1, 1, 1])
        try begin("a", fixture)
        try begin("other", fixture, name: "y")
        try fixture.root("plain")
        let count = fixture.tree.forest.nodes.foretellings.count

        try fixture.remove("a")

        #expect(MemoryLayout<Foretelling>.stride <= 272 && MemoryLayout<RunProfile>.size == 36)
        #expect(count == 1 && fixture.tree.forest.nodes.foretellings.count == 0)
    }

    @Test func `sixteen moments are remembered, each a fifth later than the one before`() throws {
        let runs = try (0..<3).map { _ in
            try #require(RunProfile(seconds: 1_000, points: (0..<16).map { UInt16($0 * 4_000) }))
        }
        var foretelling = try #require(Foretelling(runs))

        for second in 2..<900 where foretelling.isDue(after: Double(second)) {
            foretelling.note(after: Double(second), at: Double(second) / 1_000, byRate: 1_000 - Double(second))
        }

        var seconds: [Float] = []
        foretelling.forEachMoment { seconds.append($0.seconds.value) }
        #expect(seconds.count == 16 && seconds[15] > 700)
        #expect(zip(seconds, seconds.dropFirst()).allSatisfy { $1 >= 1.19 * $0 })
        foretelling.note(after: 5, at: 0.1, byRate: 1)
        #expect(foretelling.recordedMomentCount == 1)
    }
}
