import Testing

@testable import ProgressCore

/// Computed rates end with the evidence, and come back with the next update.
struct SilenceTests {
    @Test func `after half a minute without an update nothing is computed any more`() throws {
        let fixture = try TreeFixture.working()
        let before = fixture.snapshot("p")

        fixture.pass(30_000)
        let believed = fixture.speed()
        fixture.pass(128)

        #expect(believed == [10, 94])
        #expect(fixture.speed() == [nil, nil])
        #expect(fixture.snapshot("p").version == before.version + 1)
        #expect(fixture.snapshot("p").updatedAt == before.updatedAt)
        #expect(fixture.state("p") == .running)
    }

    @Test func `who watches learns of it like of other progress`() throws {
        let fixture = try TreeFixture.working()
        fixture.tree.changes.removeAll()

        fixture.pass(31_000)

        let touches = fixture.tree.changes.touches
        #expect(touches.map(\.id) == [fixture.id("p")])
        #expect(touches.map(\.kinds) == [.progress])
    }

    @Test func `the next update brings it back; the silence is no work at speed 0`() throws {
        let fixture = try TreeFixture.working()
        fixture.pass(45_000)
        let version = fixture.snapshot("p").version

        try fixture.complete("p", by: 10)

        #expect(fixture.snapshot("p").version == version + 1)
        #expect(fixture.snapshot("p").updatedAt == fixture.now)
        #expect(abs(try #require(fixture.snapshot("p").throughput) - 10) < 1e-6)
        fixture.pass(100_000)
        #expect(fixture.speed() == [nil, nil])
    }

    @Test func `five usual gaps are waited for where that is longer`() throws {
        let fixture = try TreeFixture.working(every: 20_000)

        fixture.pass(100_000)
        let believed = fixture.speed()
        fixture.pass(128)

        #expect(believed.allSatisfy { $0 != nil })
        #expect(fixture.speed() == [nil, nil])
    }

    @Test func `a gap that becomes shorter shortens the wait at once`() throws {
        let fixture = try TreeFixture.working(every: 60_000)
        for _ in 0..<600 {
            fixture.pass(500)
            try fixture.complete("p", by: 1)
        }

        fixture.pass(30_000)
        let believed = fixture.speed()
        fixture.pass(128)

        #expect(believed.allSatisfy { $0 != nil })
        #expect(fixture.speed() == [nil, nil])
    }

    @Test(arguments: ["heartbeat", "same counts", "patch", "control", "child"])
    func `what moves no counts is no update`(write: String) throws {
        let fixture = try TreeFixture.working()
        fixture.pass(20_000)
        switch write {
        case "heartbeat": fixture.heartbeat("p")
        case "same counts": try fixture.complete("p", by: 0)
        case "patch": try fixture.edit("p", .kind("file"))
        case "control": try fixture.control("p", .resume)
        default: try fixture.child("c", of: "p", worth: 0)
        }

        fixture.pass(10_128)

        #expect(fixture.speed() == [nil, nil])
    }

    @Test(arguments: [ProgressTree.Edit.totalUnitCount(2_000), .completedUnitCount(55)])
    func `another total and a step back are updates`(edit: ProgressTree.Edit) throws {
        let fixture = try TreeFixture.working()
        fixture.pass(31_000)
        let silent = fixture.speed()

        try fixture.edit("p", edit)

        #expect(silent == [nil, nil])
        #expect(fixture.snapshot("p").throughput != nil)
    }

    @Test func `what is reported does not age, and hides that the rest did`() throws {
        let fixture = try TreeFixture.working()
        try fixture.edit("p", .throughput(7), .estimatedTimeRemaining(8))
        let before = Visible(fixture.snapshot("p"))

        fixture.pass(600_000)
        let later = Visible(fixture.snapshot("p"))
        try fixture.edit("p", .throughput(nil))

        #expect(later == before)
        #expect(fixture.speed() == [nil, 8])
    }

    @Test func `a pause is no silence`() throws {
        let fixture = try TreeFixture.working()
        fixture.pass(20_000)
        try fixture.control("p", .pause)
        fixture.pass(600_000)

        try fixture.control("p", .resume)
        fixture.pass(10_000)
        let believed = fixture.speed()
        fixture.pass(128)

        #expect(believed == [10, 94])
        #expect(fixture.speed() == [nil, nil])
    }

    @Test func `what was silent before a pause is silent after it`() throws {
        let fixture = try TreeFixture.working()
        fixture.pass(40_000)

        try fixture.control("p", .pause)
        try fixture.control("p", .resume)

        #expect(fixture.speed() == [nil, nil])
    }

    @Test func `an update while paused is one`() throws {
        let fixture = try TreeFixture.working()
        fixture.pass(29_000)
        try fixture.control("p", .pause)
        try fixture.complete("p", by: 1)

        try fixture.control("p", .resume)
        fixture.pass(29_000)
        let believed = fixture.snapshot("p").throughput
        fixture.pass(1_128)

        #expect(believed == 10)
        #expect(fixture.speed() == [nil, nil])
    }

    @Test func `a stalled node becomes silent without a word, and a heartbeat brings nothing back then`() throws {
        let fixture = try TreeFixture.working()
        try fixture.edit("p", .leaseSeconds(5))
        fixture.pass(6_000)
        let stalled = Visible(fixture.snapshot("p"))

        fixture.pass(60_000)
        let later = Visible(fixture.snapshot("p"))
        fixture.heartbeat("p")

        #expect(stalled.state == .stalled)
        #expect(later == stalled)
        #expect(fixture.state("p") == .running)
        #expect(fixture.speed() == [nil, nil])
    }

    @Test func `silence does not grow after the end, and grows again after a restart of work`() throws {
        let fixture = try TreeFixture.working()
        try fixture.setCounts("p", 1_000, of: 1_000)
        let finished = Visible(fixture.snapshot("p"))
        fixture.pass(600_000)
        let later = Visible(fixture.snapshot("p"))

        try fixture.edit("p", .totalUnitCount(2_000))
        let again = fixture.snapshot("p").throughput
        fixture.pass(31_000)

        #expect(later == finished)
        #expect(again != nil)
        #expect(fixture.speed() == [nil, nil])
    }
}
