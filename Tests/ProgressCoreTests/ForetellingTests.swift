import Testing

@testable import ProgressCore

/// Finished runs of a name teach the next ones how long they take.
struct ForetellingTests {
    @Test func `three alike runs give a time with the first update, and half way foretell a slow end`() throws {
        let fixture = TreeFixture()
        try fixture.finishRuns(paces: [0.9, 1, 1.1])
        try fixture.beginRun("a")

        let before = fixture.timeLeft("a")
        try fixture.workRun("a", 0..<1)
        let first = fixture.snapshot("a")
        try fixture.workRun("a", 1..<50)
        let byThen = fixture.timeLeft("a")

        #expect(before == nil && first.throughput == nil)
        #expect(abs(try #require(first.estimatedTimeRemaining) - 199) < 10)
        // By its rate it would be fifty seconds.
        #expect(abs(try #require(byThen) - 150) < 20)
        #expect(fixture.snapshot("a").throughput.map { abs($0 - 1) < 0.05 } == true)
    }

    @Test func `runs that still live teach as well`() throws {
        let fixture = TreeFixture()
        try fixture.finishRuns(paces: [1, 1, 1], removing: false)
        try fixture.beginRun("a")

        try fixture.workRun("a", 0..<1)

        #expect(abs(try #require(fixture.timeLeft("a")) - 199) < 5)
    }

    @Test func `two runs teach nothing, nor do three that disagree`() throws {
        for paces: [Double] in [[1, 1], [1, 2, 4]] {
            let fixture = TreeFixture()
            try fixture.finishRuns(paces: paces)
            try fixture.beginRun("a")

            try fixture.workRun("a", 0..<1)

            #expect(fixture.timeLeft("a") == nil)
        }
    }

    @Test func `of five runs the three that are most alike count`() throws {
        let fixture = TreeFixture()
        try fixture.finishRuns(paces: [1, 0.1, 1, 9, 1])
        try fixture.beginRun("a")

        try fixture.workRun("a", 0..<1)

        #expect(abs(try #require(fixture.timeLeft("a")) - 199) < 5)
    }

    @Test func `a run that is unlike those before goes over to its rate`() throws {
        let fixture = TreeFixture()
        try fixture.finishRuns(paces: [1, 1, 1])
        try fixture.beginRun("a")

        try fixture.workRun("a", 0..<90) { _ in 500 }

        #expect(abs(try #require(fixture.timeLeft("a")) - 5) < 2)
    }

    @Test func `how sure it is follows from how much the runs disagree`() throws {
        let ranges = try [[1.0, 1, 1], [0.85, 1, 1.2]].map { paces in
            let fixture = TreeFixture()
            try fixture.finishRuns(paces: paces)
            try fixture.beginRun("a")
            try fixture.workRun("a", 0..<1)
            return fixture.snapshot("a").speed.uncertainty
        }

        #expect(ranges[0] > 20 && ranges[0] < 60 && ranges[1] > 2 * ranges[0] && ranges[1].isFinite)
    }

    @Test func `a child, a root that joins one, and a root without the name have no runs`() throws {
        let fixture = TreeFixture()
        try fixture.finishRuns(paces: [1, 1, 1])
        try fixture.root("parent", 0, of: 10)
        try fixture.child("child", of: "parent", worth: 1, 0, of: 100) { new in
            new.details = ProgressDetails()
            new.details?.name = "x"
        }
        try fixture.beginRun("other", name: "y")
        for letter in ["child", "other"] { try fixture.workRun(letter, 0..<1) }
        let early = [fixture.timeLeft("child"), fixture.timeLeft("other")]

        try fixture.edit("child", .name(nil))
        try fixture.beginRun("a")
        try fixture.workRun("a", 0..<1)
        let asRoot = fixture.timeLeft("a")
        try fixture.attach("a", to: "parent", worth: 1)

        #expect(early == [nil, nil])
        #expect(asRoot != nil && fixture.timeLeft("a") == nil)
    }

    @Test func `a root that gets the name while it works learns, and forgets when it loses it`() throws {
        let fixture = TreeFixture()
        try fixture.finishRuns(paces: [1, 1, 1])
        try fixture.beginRun("a", name: nil)
        try fixture.workRun("a", 0..<1)

        try fixture.edit("a", .name("x"))
        let named = fixture.timeLeft("a")
        try fixture.edit("a", .name(nil))

        #expect(named != nil && fixture.timeLeft("a") == nil)
    }

    @Test func `forgotten runs teach no run that begins later`() throws {
        let fixture = TreeFixture()
        try fixture.finishRuns(paces: [1, 1, 1])
        try fixture.beginRun("a")
        try fixture.workRun("a", 0..<1)

        _ = fixture.forgetRuns(of: "x")
        let kept = fixture.timeLeft("a")
        try fixture.workRun("a", 1..<100)
        try fixture.beginRun("b")
        try fixture.workRun("b", 0..<1)

        #expect(kept != nil && fixture.timeLeft("b") == nil)
    }

    @Test func `runs outlive the retention of their trees`() throws {
        let fixture = TreeFixture { $0.retention = 1_000 }
        try fixture.finishRuns(paces: [1, 1, 1], removing: false)

        fixture.pass(2_000)
        try fixture.beginRun("a")
        try fixture.workRun("a", 0..<1)

        #expect(fixture.nodeCount == 1 && fixture.timeLeft("a") != nil)
    }

    @Test func `a worker that dies after its first update is noticed`() throws {
        let fixture = TreeFixture()
        try fixture.finishRuns(paces: [1, 1, 1])
        try fixture.beginRun("a")
        try fixture.workRun("a", 0..<1)

        fixture.pass(29_000)
        let waiting = fixture.timeLeft("a")
        fixture.pass(2_000)
        let silent = fixture.timeLeft("a")
        try fixture.workRun("a", 1..<2)

        #expect(waiting != nil && silent == nil && fixture.timeLeft("a") != nil)
    }

    @Test func `a rest has no time, and the runs are there again after it`() throws {
        let fixture = TreeFixture()
        try fixture.finishRuns(paces: [1, 1, 1])
        try fixture.beginRun("a")
        try fixture.workRun("a", 0..<40)
        let before = fixture.timeLeft("a")

        try fixture.control("a", .pause)
        let paused = fixture.timeLeft("a")
        fixture.now += 600_000
        try fixture.control("a", .resume)

        #expect(paused == nil && fixture.timeLeft("a") == before && before != nil)
    }
}
