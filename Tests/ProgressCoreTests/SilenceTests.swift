import Testing

@testable import ProgressCore

/// Computed rates end with the evidence, and come back with the next update.
struct SilenceTests {
    /// Ten units of 1,000 a second, the last update now.
    private func makeWorking(every milliseconds: Int64 = 1_000) throws -> TreeFixture {
        let fixture = TreeFixture()
        try fixture.root("p", 0, of: 1_000)
        try fixture.work("p", by: 10, times: 5, every: milliseconds)
        try fixture.complete("p", by: 10)
        return fixture
    }

    private func speed(_ fixture: TreeFixture, _ letter: String = "p") -> [Double?] {
        let snapshot = fixture.snapshot(letter)
        return [snapshot.throughput, snapshot.estimatedTimeRemaining]
    }

    @Test func `after half a minute without an update nothing is computed any more`() throws {
        let fixture = try makeWorking()
        let before = fixture.snapshot("p")

        fixture.pass(30_000)
        let believed = speed(fixture)
        fixture.pass(128)

        #expect(believed == [10, 94])
        #expect(speed(fixture) == [nil, nil])
        #expect(fixture.snapshot("p").version == before.version + 1)
        #expect(fixture.snapshot("p").updatedAt == before.updatedAt)
        #expect(fixture.state("p") == .running)
    }

    @Test func `who watches is told of it like of other progress`() throws {
        let fixture = try makeWorking()
        fixture.tree.changes.removeAll()

        fixture.pass(31_000)

        let touches = fixture.tree.changes.touches
        #expect(touches.map(\.id) == [fixture.id("p")])
        #expect(touches.map(\.kinds) == [.progress])
    }

    @Test func `the next update brings it back, with the silence in it`() throws {
        let fixture = try makeWorking()
        fixture.pass(45_000)
        let version = fixture.snapshot("p").version

        try fixture.complete("p", by: 10)

        #expect(fixture.snapshot("p").version == version + 1)
        #expect(fixture.snapshot("p").updatedAt == fixture.now)
        #expect(abs(try #require(fixture.snapshot("p").throughput) - 60 / 50) < 1e-6)
        fixture.pass(100_000)
        #expect(speed(fixture) == [nil, nil])
    }

    @Test func `five usual gaps are waited for where that is longer`() throws {
        let fixture = try makeWorking(every: 20_000)

        fixture.pass(100_000)
        let believed = speed(fixture)
        fixture.pass(128)

        #expect(believed.allSatisfy { $0 != nil })
        #expect(speed(fixture) == [nil, nil])
    }

    @Test func `a gap that becomes shorter shortens the wait at once`() throws {
        let fixture = try makeWorking(every: 60_000)
        for _ in 0..<600 {
            fixture.pass(500)
            try fixture.complete("p", by: 1)
        }

        fixture.pass(30_000)
        let believed = speed(fixture)
        fixture.pass(128)

        #expect(believed.allSatisfy { $0 != nil })
        #expect(speed(fixture) == [nil, nil])
    }

    @Test(arguments: ["heartbeat", "same counts", "patch", "control", "child"])
    func `what moves no counts is no update`(write: String) throws {
        let fixture = try makeWorking()
        fixture.pass(20_000)
        switch write {
        case "heartbeat": fixture.heartbeat("p")
        case "same counts": try fixture.complete("p", by: 0)
        case "patch": try fixture.edit("p", .kind("file"))
        case "control": try fixture.control("p", .resume)
        default: try fixture.child("c", of: "p", worth: 0)
        }

        fixture.pass(10_128)

        #expect(speed(fixture) == [nil, nil])
    }

    @Test(arguments: [ProgressTree.Edit.totalUnitCount(2_000), .completedUnitCount(5)])
    func `another total and a step back are updates`(edit: ProgressTree.Edit) throws {
        let fixture = try makeWorking()
        fixture.pass(31_000)
        let silent = speed(fixture)

        try fixture.edit("p", edit)

        #expect(silent == [nil, nil])
        #expect(fixture.snapshot("p").throughput != nil)
    }

    @Test func `what is reported does not age, and hides that the rest did`() throws {
        let fixture = try makeWorking()
        try fixture.edit("p", .throughput(7), .estimatedTimeRemaining(8))
        let before = Visible(fixture.snapshot("p"))

        fixture.pass(600_000)
        let later = Visible(fixture.snapshot("p"))
        try fixture.edit("p", .throughput(nil))

        #expect(later == before)
        #expect(speed(fixture) == [nil, 8])
    }

    // MARK: States

    @Test func `a pause is no silence`() throws {
        let fixture = try makeWorking()
        fixture.pass(20_000)
        try fixture.control("p", .pause)
        fixture.pass(600_000)

        try fixture.control("p", .resume)
        fixture.pass(10_000)
        let believed = speed(fixture)
        fixture.pass(128)

        #expect(believed == [10, 94])
        #expect(speed(fixture) == [nil, nil])
    }

    @Test func `what was silent before a pause is silent after it`() throws {
        let fixture = try makeWorking()
        fixture.pass(40_000)

        try fixture.control("p", .pause)
        try fixture.control("p", .resume)

        #expect(speed(fixture) == [nil, nil])
    }

    @Test func `an update while paused is one`() throws {
        let fixture = try makeWorking()
        fixture.pass(29_000)
        try fixture.control("p", .pause)
        try fixture.complete("p", by: 1)

        try fixture.control("p", .resume)
        fixture.pass(29_000)
        let believed = fixture.snapshot("p").throughput
        fixture.pass(1_128)

        #expect(believed == 10)
        #expect(speed(fixture) == [nil, nil])
    }

    @Test func `a stalled node becomes silent without a word, and a heartbeat brings nothing back then`() throws {
        let fixture = try makeWorking()
        try fixture.edit("p", .leaseSeconds(5))
        fixture.pass(6_000)
        let stalled = Visible(fixture.snapshot("p"))

        fixture.pass(60_000)
        let later = Visible(fixture.snapshot("p"))
        fixture.heartbeat("p")

        #expect(stalled.state == .stalled)
        #expect(later == stalled)
        #expect(fixture.state("p") == .running)
        #expect(speed(fixture) == [nil, nil])
    }

    @Test func `what has ended does not age, and ages again when it works again`() throws {
        let fixture = try makeWorking()
        try fixture.setCounts("p", 1_000, of: 1_000)
        let finished = Visible(fixture.snapshot("p"))
        fixture.pass(600_000)
        let later = Visible(fixture.snapshot("p"))

        try fixture.edit("p", .totalUnitCount(2_000))
        let again = fixture.snapshot("p").throughput
        fixture.pass(31_000)

        #expect(later == finished)
        #expect(again != nil)
        #expect(speed(fixture) == [nil, nil])
    }

    // MARK: Trees

    @Test func `a parent ages by its own updates, which are those of what is below it`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", 0, of: 100)
        try fixture.child("a", of: "p", worth: 50, 0, of: 100)
        try fixture.child("b", of: "p", worth: 50, 0, of: 100)
        try fixture.work("a", by: 1, times: 5, every: 1_000)
        try fixture.work("b", by: 1, times: 25, every: 1_000)
        let before = fixture.snapshot("p")
        fixture.pass(5_000)

        let speeds = ["a", "b", "p"].map { fixture.snapshot($0).throughput }
        fixture.pass(26_000)

        #expect(speeds.map { $0 == nil } == [true, false, false])
        #expect(before.estimatedTimeRemaining != nil)
        #expect(speed(fixture) == [nil, nil])
        #expect(speed(fixture, "b") == [nil, nil])
    }

    @Test func `counts that do not move a parent keep its rate alive, and bring it back`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", 0, of: 100)
        try fixture.child("c", of: "p", worth: 50, 0, of: 100)
        try fixture.child("crawl", of: "p", worth: 50, 0, of: -1)
        try fixture.work("c", by: 1, times: 5, every: 1_000)
        for _ in 0..<60 {
            try fixture.complete("crawl", by: 1)
            fixture.pass(1_000)
        }
        let (alive, version) = (speed(fixture), fixture.snapshot("p").version)
        fixture.pass(60_000)
        let silent = speed(fixture)

        try fixture.complete("crawl", by: 1)

        #expect(alive.allSatisfy { $0 != nil })
        #expect(silent == [nil, nil])
        #expect(speed(fixture) == alive)
        #expect(fixture.snapshot("p").version == version + 2)
        #expect(fixture.snapshot("p").updatedAt == fixture.now)
    }

    @Test func `what joins a silent parent and moves at once brings it back, also within a moment`() throws {
        let fixture = try makeWorking()
        try fixture.root("r", 0, of: 1_000)
        try fixture.child("c", of: "r", worth: 500, 0, of: 1_000)
        fixture.pass(31_000)
        try fixture.complete("c", by: 1)

        try fixture.attach("r", to: "p", worth: 10)
        let joined = speed(fixture)
        try fixture.complete("c", by: 1)

        #expect(joined == [nil, nil])
        #expect(fixture.snapshot("p").throughput != nil)
    }

    @Test func `the summary ages with the nodes`() throws {
        let fixture = try makeWorking()
        let before = fixture.summary("p")
        let stamp = fixture.tree.subtreeStamp(of: fixture.index("p"))

        fixture.pass(31_000)

        #expect(before.throughput == 10)
        #expect(fixture.summary("p").throughput == nil)
        #expect(fixture.summary("p").estimatedTimeRemaining == nil)
        #expect(fixture.tree.subtreeStamp(of: fixture.index("p")) > stamp)
    }

    @Test func `a rate has one entry in the queue, however often it is updated`() throws {
        let fixture = try makeWorking()

        for _ in 0..<1_000 {
            fixture.now += 129
            try fixture.complete("p", by: 0)
            try fixture.edit("p", .totalUnitCount(fixture.snapshot("p").totalUnitCount + 1))
            try fixture.complete("p", by: 1)
        }

        let count = fixture.tree.deadlines.heap.count
        #expect(count == 1)
    }

    // MARK: Restarts

    @Test func `time without the service is skipped once, however often it starts`() throws {
        let fixture = TreeFixture()
        fixture.tree.beginRecording()
        try fixture.root("p", 0, of: 1_000)
        try fixture.work("p", by: 10, times: 4, every: 1_000)
        for _ in 0..<3 {
            fixture.now += 3_600_000
            try fixture.restart()
            // It is saved again.
            fixture.heartbeat("p")
        }

        fixture.now += 1_000
        try fixture.complete("p", by: 10)
        let rate = fixture.snapshot("p").throughput
        fixture.pass(30_128)

        #expect(rate == 10)
        #expect(speed(fixture) == [nil, nil])
    }

    @Test func `a restart keeps what is silent silent, and lets the rest age again`() throws {
        let fixture = TreeFixture()
        fixture.tree.beginRecording()
        for letter in ["silent", "working", "paused"] { try fixture.root(letter, 0, of: 1_000) }
        try fixture.work("silent", by: 10, times: 4, every: 1_000)
        fixture.pass(31_000)
        for letter in ["working", "paused"] { try fixture.work(letter, by: 10, times: 4, every: 1_000) }
        try fixture.control("paused", .pause)
        fixture.now += 3_600_000

        try fixture.restart()
        let restored = ["silent", "working"].map { fixture.snapshot($0).throughput }
        let version = fixture.snapshot("silent").version
        fixture.pass(30_000)
        let believed = fixture.snapshot("working").throughput
        fixture.pass(128)
        try fixture.control("paused", .resume)
        let resumed = fixture.snapshot("paused").throughput
        fixture.pass(30_128)

        #expect(restored == [nil, 10])
        #expect(believed == 10)
        #expect(resumed == 10)
        #expect(speed(fixture, "working") == [nil, nil])
        #expect(speed(fixture, "paused") == [nil, nil])
        #expect(fixture.snapshot("silent").version == version)
        try fixture.complete("silent", by: 10)
        #expect(fixture.snapshot("silent").throughput != nil)
    }
}
