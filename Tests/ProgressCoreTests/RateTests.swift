import ProgressCore
import Testing

/// Throughput and time left, computed from the writes alone.
struct RateTests {
    private func makeFixture(_ completed: Int64 = 0, of total: Int64 = 1_000) throws -> TreeFixture {
        let fixture = TreeFixture()
        try fixture.root("p", completed, of: total)
        return fixture
    }

    @Test func `nothing is said before two updates, two seconds apart`() throws {
        let fixture = try makeFixture()
        try fixture.work("p", by: 10, times: 2, every: 1_900)
        let early = fixture.snapshot("p")
        fixture.now += 5_000
        let unwritten = fixture.snapshot("p")
        try fixture.work("p", by: 10, times: 1, every: 0)

        #expect([early.throughput, early.estimatedTimeRemaining] == [nil, nil])
        #expect([unwritten.throughput, unwritten.estimatedTimeRemaining] == [nil, nil])
        #expect(fixture.snapshot("p").throughput != nil)
    }

    @Test func `ten updates over three seconds give the rate and the time left`() throws {
        let fixture = try makeFixture()
        fixture.now += 60_000

        try fixture.work("p", by: 10, times: 10, every: 300)

        let snapshot = fixture.snapshot("p")
        let rate = try #require(snapshot.throughput)
        #expect(abs(rate - 10 / 0.3) < 0.04)
        #expect(abs(try #require(snapshot.estimatedTimeRemaining) - 900 / rate) < 1e-9)
    }

    @Test func `what was done before the first update is not speed`() throws {
        let fixture = try makeFixture(600)

        try fixture.setCounts("p", 700, of: 1_000)
        fixture.now += 1_000
        try fixture.work("p", by: 1, times: 3, every: 1_000)

        #expect(fixture.snapshot("p").throughput == 1)
    }

    @Test func `looks and a short time do not change what is computed`() throws {
        let fixture = try makeFixture()
        try fixture.work("p", by: 10, times: 10, every: 300)
        let before = Visible(fixture.snapshot("p"))

        fixture.pass(29_000)
        fixture.heartbeat("p")

        #expect(Visible(fixture.snapshot("p")) == before)
    }

    @Test func `a burst within a moment is one sample, and none of its units are lost`() throws {
        let fixture = try makeFixture(0, of: 1_000_000)
        for _ in 0..<4 {
            for _ in 0..<1_000 { try fixture.complete("p", by: 1) }
            fixture.now += 10_000
        }

        let rate = try #require(fixture.snapshot("p").throughput)

        #expect(abs(rate - 100) < 1)
    }

    @Test func `the time comes from what remains, and follows the total at once`() throws {
        let fixture = try makeFixture()
        try fixture.work("p", by: 10, times: 4, every: 1_000)
        let before = fixture.snapshot("p")

        try fixture.edit("p", .totalUnitCount(2_040))

        #expect(before.throughput == 10)
        #expect(before.estimatedTimeRemaining == 96)
        #expect(fixture.snapshot("p").throughput == 10)
        #expect(fixture.snapshot("p").estimatedTimeRemaining == 200)
    }

    @Test func `going back is no negative speed, and no speed at all makes no time`() throws {
        let fixture = try makeFixture(500)
        try fixture.work("p", by: -10, times: 5, every: 1_000)

        let snapshot = fixture.snapshot("p")

        #expect(snapshot.throughput == 0)
        #expect(snapshot.estimatedTimeRemaining == nil)
    }

    @Test func `a time of more than 10,000 hours is none`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", 0, of: 36_000_000 + 5)
        try fixture.work("p", by: 1, times: 4, every: 1_000)
        try fixture.complete("p", by: 1)
        let longest = fixture.snapshot("p").estimatedTimeRemaining
        try fixture.edit("p", .totalUnitCount(36_000_000 + 6))

        #expect(longest == 36_000_000)
        #expect(fixture.snapshot("p").estimatedTimeRemaining == nil && fixture.snapshot("p").throughput == 1)
    }

    @Test func `a parent whose children do more than they are worth has no time left`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", 0, of: 4)
        for letter in ["a", "b"] { try fixture.child(letter, of: "p", worth: 2, 0, of: 100) }
        for _ in 0..<5 {
            fixture.now += 1_000
            try fixture.complete("a", by: 10)
            try fixture.setCounts("b", 900, of: -1)
        }
        let before = fixture.snapshot("p").estimatedTimeRemaining
        try fixture.setCounts("a", 99, of: 100)
        try fixture.edit("p", .totalUnitCount(1))

        #expect(before != nil)
        #expect(fixture.state("p") == .running && fixture.fraction("p") > 1)
        #expect(fixture.snapshot("p").estimatedTimeRemaining == nil && fixture.snapshot("p").throughput != nil)
    }

    @Test func `an indeterminate progress has a throughput and no time`() throws {
        let fixture = try makeFixture(0, of: -1)
        try fixture.work("p", by: 10, times: 4, every: 1_000)
        let uncertain = fixture.snapshot("p")

        try fixture.edit("p", .totalUnitCount(140))

        #expect([uncertain.throughput, uncertain.estimatedTimeRemaining] == [10, nil])
        #expect(fixture.snapshot("p").estimatedTimeRemaining == 10)
    }

    // MARK: Pausing and ending

    @Test func `the rate stands still while paused, whatever is counted meanwhile`() throws {
        let fixture = try makeFixture()
        try fixture.work("p", by: 10, times: 4, every: 1_000)
        try fixture.control("p", .pause)
        let paused = fixture.snapshot("p")
        fixture.now += 600_000
        try fixture.complete("p", by: 100)
        let counted = fixture.snapshot("p")
        fixture.now += 600_000

        try fixture.control("p", .resume)
        let resumed = fixture.snapshot("p")
        try fixture.work("p", by: 10, times: 3, every: 1_000)

        #expect([paused.throughput, paused.estimatedTimeRemaining] == [nil, nil])
        #expect([counted.throughput, counted.estimatedTimeRemaining] == [nil, nil])
        #expect(resumed.throughput == 10)
        #expect(fixture.snapshot("p").throughput == 10)
    }

    @Test(arguments: [Control.cancel, nil])
    func `a cancelled or failed progress has neither, also when it is written to`(
        control: Control?
    ) throws {
        let fixture = try makeFixture()
        try fixture.work("p", by: 10, times: 4, every: 1_000)

        if let control { try fixture.control("p", control) } else { try fixture.fail("p") }
        try fixture.work("p", by: 10, times: 4, every: 1_000)

        #expect(fixture.snapshot("p").throughput == nil)
        #expect(fixture.snapshot("p").estimatedTimeRemaining == nil)
    }

    @Test func `a finished progress has neither, and goes on as fast as before when it is not finished any more`()
        throws
    {
        let fixture = try makeFixture(0, of: 50)
        try fixture.work("p", by: 10, times: 5, every: 1_000)
        let finished = fixture.snapshot("p")
        fixture.now += 3_600_000 - 1_000

        try fixture.edit("p", .totalUnitCount(100))

        #expect([finished.throughput, finished.estimatedTimeRemaining] == [nil, nil])
        #expect(fixture.snapshot("p").throughput == 10)
        #expect(fixture.snapshot("p").estimatedTimeRemaining == 5)
    }

    @Test func `nobody knows how long a stalled progress takes`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", 0, of: 1_000) {
            $0.details = ProgressDetails()
            $0.details?.leaseSeconds = 5
        }
        try fixture.work("p", by: 10, times: 4, every: 1_000)

        fixture.pass(20_000)
        let stalled = fixture.snapshot("p")
        fixture.heartbeat("p")

        #expect([stalled.throughput, stalled.estimatedTimeRemaining] == [nil, nil])
        #expect(fixture.snapshot("p").throughput == 10)
    }

    // MARK: Reporting

    @Test func `what is reported wins, and null puts the computed back`() throws {
        let fixture = try makeFixture()
        try fixture.work("p", by: 10, times: 4, every: 1_000)

        try fixture.edit("p", .throughput(7), .estimatedTimeRemaining(8))
        let reported = fixture.snapshot("p")
        try fixture.edit("p", .throughput(nil), .estimatedTimeRemaining(nil))

        #expect([reported.throughput, reported.estimatedTimeRemaining] == [7, 8])
        #expect(fixture.snapshot("p").throughput == 10)
        #expect(fixture.snapshot("p").estimatedTimeRemaining == 96)
        #expect(fixture.summary("p").throughput == 10)
    }

    @Test(arguments: [120, 600_000_000] as [Int64])
    func `other work begins a new rate at once, also in the moment of an update`(total: Int64) throws {
        let fixture = TreeFixture()
        try fixture.root("r", 0, of: 2)
        try fixture.child("p", of: "r", worth: 1, 0, of: 600_000_000)
        try fixture.work("p", by: 5_000_000, times: 7, every: 500)
        try fixture.complete("p", by: 5_000_000)
        let before = [fixture.speed("p"), fixture.speed("r")]

        try fixture.setCounts("p", 0, of: total)
        let atOnce = [fixture.speed("p"), fixture.speed("r")]
        fixture.now += 500
        try fixture.work("p", by: 2, times: 5, every: 1_000)

        #expect(before.joined().allSatisfy { $0 != nil })
        #expect(atOnce == [[nil, nil], [nil, nil]])
        #expect(abs(try #require(fixture.speed("p")[0]) - 2) < 0.3)
    }

    @Test func `a count that goes back a little in the moment of an update keeps the rate`() throws {
        let fixture = try TreeFixture.working()
        let before = fixture.speed()

        try fixture.setCounts("p", 50, of: 1_000)

        #expect(fixture.speed()[0] == before[0])
    }
}
