import Testing

@testable import ProgressCore

/// Rates of trees end with the evidence from everything below, also after a restart.
struct SilentTreeTests {
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
        #expect(fixture.speed() == [nil, nil])
        #expect(fixture.speed("b") == [nil, nil])
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
        let (alive, version) = (fixture.speed(), fixture.snapshot("p").version)
        fixture.pass(60_000)
        let silent = fixture.speed()

        try fixture.complete("crawl", by: 1)

        #expect(alive.allSatisfy { $0 != nil })
        #expect(silent == [nil, nil])
        #expect(fixture.speed() == alive)
        #expect(fixture.snapshot("p").version == version + 2)
        #expect(fixture.snapshot("p").updatedAt == fixture.now)
    }

    @Test func `what joins a silent parent and moves at once brings it back, also within a moment`() throws {
        let fixture = try TreeFixture.working()
        try fixture.root("r", 0, of: 1_000)
        try fixture.child("c", of: "r", worth: 500, 0, of: 1_000)
        fixture.pass(31_000)
        try fixture.complete("c", by: 1)

        try fixture.attach("r", to: "p", worth: 10)
        let joined = fixture.speed()
        try fixture.complete("c", by: 1)

        #expect(joined == [nil, nil])
        #expect(fixture.snapshot("p").throughput != nil)
    }

    @Test func `the summary ages with the nodes`() throws {
        let fixture = try TreeFixture.working()
        let before = fixture.summary("p")
        let stamp = fixture.tree.forest.subtreeStamp(of: fixture.index("p"))

        fixture.pass(31_000)

        #expect(before.throughput == 10)
        #expect(fixture.summary("p").throughput == nil)
        #expect(fixture.summary("p").estimatedTimeRemaining == nil)
        #expect(fixture.tree.forest.subtreeStamp(of: fixture.index("p")) > stamp)
    }

    @Test func `a rate has one entry in the queue, however often it is updated`() throws {
        let fixture = try TreeFixture.working()

        for _ in 0..<1_000 {
            fixture.now += 129
            try fixture.complete("p", by: 0)
            try fixture.edit("p", .totalUnitCount(fixture.snapshot("p").totalUnitCount + 1))
            try fixture.complete("p", by: 1)
        }

        let count = fixture.tree.forest.deadlines.heap.count
        #expect(count == 1)
    }

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
        #expect(fixture.speed() == [nil, nil])
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
        #expect(fixture.speed("working") == [nil, nil])
        #expect(fixture.speed("paused") == [nil, nil])
        #expect(fixture.snapshot("silent").version == version)
        try fixture.complete("silent", by: 10)
        #expect(fixture.snapshot("silent").throughput != nil)
    }
}
