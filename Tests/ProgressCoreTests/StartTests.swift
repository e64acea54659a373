import ProgressCore
import Testing

/// When a progress started and ended (docs/contract.md, section 1).
struct StartTests {
    private let fixture = TreeFixture()

    private func startedAt(_ letter: String) -> Int64? { fixture.snapshot(letter).startedAt }

    @Test func `what is created has not started, however far it is`() throws {
        try fixture.root("r", 5)
        try fixture.child("c", of: "r", worth: 1, 3)

        #expect(startedAt("r") == nil)
        #expect(startedAt("c") == nil)
    }

    @Test func `the first units start it and everything above, and no later ones do`() throws {
        try fixture.root("r")
        try fixture.child("p", of: "r", worth: 0)
        try fixture.child("c", of: "p", worth: 1)
        try fixture.child("d", of: "p", worth: 1)
        fixture.now += 1_000
        let first = fixture.now

        try fixture.complete("c", by: 1)
        fixture.now += 1_000
        try fixture.complete("c", by: 1)
        try fixture.complete("d", by: 1)

        #expect([startedAt("r"), startedAt("p"), startedAt("c")] == [first, first, first])
        #expect(startedAt("d") == first + 1_000)
    }

    @Test func `a heartbeat starts it, a new total and a control call do not`() throws {
        try fixture.root("r")
        try fixture.setCounts("r", 0, of: 20)
        try fixture.control("r", .pause)
        #expect(startedAt("r") == nil)
        let version = fixture.snapshot("r").version

        fixture.heartbeat("r")
        fixture.heartbeat("r")

        #expect(startedAt("r") == fixture.now)
        #expect(fixture.snapshot("r").version == version + 1)
    }

    @Test func `a write that says so starts it and everything above, once`() throws {
        try fixture.root("r")
        try fixture.child("c", of: "r", worth: 1)
        let version = fixture.snapshot("r").version
        fixture.now += 1_000
        let first = fixture.now

        try fixture.edit("c", .start)
        fixture.now += 1_000
        try fixture.edit("c", .start, .kind("file"))

        #expect([startedAt("r"), startedAt("c")] == [first, first])
        #expect(fixture.snapshot("r").version == version + 1)
        #expect(fixture.snapshot("r").updatedAt == first)
    }

    @Test func `what has ended does not start, unless the write lets it work again or ends it`() throws {
        for letter in ["done", "again"] { try fixture.root(letter, 10) }
        for letter in ["cancelled", "failed", "finishes", "shrinks"] { try fixture.root(letter, 5) }
        try fixture.control("cancelled", .cancel)
        try fixture.fail("failed")
        fixture.now += 1_000

        for letter in ["done", "cancelled", "failed"] { try fixture.edit(letter, .start) }
        try fixture.edit("again", .start, .totalUnitCount(20))
        try fixture.edit("shrinks", .start, .totalUnitCount(5))
        _ = try fixture.tree.finish(
            fixture.index("finishes"),
            [.start],
            by: Caller(role: .reporter),
            at: fixture.now
        )

        #expect(["done", "cancelled", "failed"].map { startedAt($0) } == [nil, nil, nil])
        #expect(["again", "shrinks", "finishes"].map { startedAt($0) } == Array(repeating: fixture.now, count: 3))
        #expect(fixture.snapshot("shrinks").endedAt == fixture.now)
    }

    @Test func `a late count or heartbeat starts neither what has ended nor what is above it`() throws {
        try fixture.root("r")
        for letter in ["cancelled", "failed"] { try fixture.child(letter, of: "r", worth: 1) }
        try fixture.root("done", 10)
        try fixture.control("cancelled", .cancel)
        try fixture.fail("failed")
        fixture.now += 1_000

        for letter in ["cancelled", "failed", "done"] {
            try fixture.complete(letter, by: 1)
            fixture.heartbeat(letter)
        }

        #expect(["r", "cancelled", "failed", "done"].map { startedAt($0) } == [nil, nil, nil, nil])
    }

    @Test func `a count that lets finished work go on starts it`() throws {
        try fixture.root("r", 10)
        fixture.now += 1_000
        try fixture.setCounts("r", 11, of: 20)
        #expect(startedAt("r") == fixture.now)
    }

    @Test func `a create may have started, with what is above it and not with what is below`() throws {
        try fixture.root("r")
        var new = ["top", "m", "leaf", "other"].map { fixture.new($0) }
        for (position, parent) in [-1, 0, 1, 0].enumerated() {
            new[position].parentPosition = parent
            new[position].pendingUnitCount = 1
        }
        new[1].hasStarted = true
        fixture.now += 1_000

        try fixture.insert(new, under: "r")

        let expected = ["r", "top", "m"].map { _ in Optional(fixture.now) } + [nil, nil]
        #expect(["r", "top", "m", "leaf", "other"].map { startedAt($0) } == expected)
        #expect(fixture.snapshot("top").version == 1)
    }

    @Test func `a repeated numbered write is no heartbeat`() throws {
        try fixture.root("r")
        for _ in 0..<2 {
            _ = try fixture.tree.complete(fixture.index("r"), by: 0, writer: "w", sequence: 1, at: fixture.now)
        }

        #expect(startedAt("r") == nil)
    }

    @Test func `a started root that joins starts its parent, a child that joins finished as well`() throws {
        for letter in ["a", "b", "c"] { try fixture.root(letter) }
        try fixture.root("child")
        fixture.heartbeat("child")
        fixture.now += 1_000

        try fixture.attach("child", to: "a", worth: 1)
        try fixture.child("done", of: "b", worth: 1, 10)
        try fixture.child("worthless", of: "c", worth: 0, 10)

        #expect(startedAt("a") == fixture.now)
        #expect(startedAt("b") == fixture.now)
        #expect(startedAt("done") == nil)
        #expect(startedAt("c") == nil)
    }

    @Test func `it has ended since it was cancelled, also if it finishes later`() throws {
        try fixture.root("r")
        try fixture.control("r", .cancel)
        let cancelledAt = fixture.now
        fixture.now += 1_000

        try fixture.complete("r", by: 10)

        #expect(fixture.snapshot("r").endedAt == cancelledAt)
        #expect(fixture.snapshot("r").finishedAt == fixture.now)
        try fixture.complete("r", by: -1)
        #expect(fixture.snapshot("r").endedAt == cancelledAt)
    }

    @Test func `what un-finishes has not ended, and what finishes again ends again`() throws {
        try fixture.root("r", 10)
        #expect(fixture.snapshot("r").endedAt == fixture.now)
        try fixture.complete("r", by: -1)
        #expect(fixture.snapshot("r").endedAt == nil)
        fixture.now += 1_000

        try fixture.complete("r", by: 1)

        #expect(fixture.snapshot("r").endedAt == fixture.now)
    }
}
