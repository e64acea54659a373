import ProgressCore
import Testing

/// Every write reaches the root at once, whether or not it is read or watched.
struct RollUpTests {
    /// p - c - g, and g's sibling h, with no watchers.
    private func makeFixture(_ configure: (inout ProgressLimits) -> Void = { _ in }) throws -> TreeFixture {
        let fixture = TreeFixture(configure)
        try fixture.root("p")
        try fixture.child("c", of: "p", worth: 5)
        try fixture.child("g", of: "c", worth: 5)
        try fixture.child("h", of: "c", worth: 0)
        fixture.tree.forest.recordsTouches = false
        return fixture
    }

    @Test func `an ancestor's version grows with each change below that moves it`() throws {
        let fixture = try makeFixture()
        let before = fixture.snapshot("p")

        for _ in 0..<4 { try fixture.complete("g", by: 1) }
        try fixture.complete("h", by: 1)

        #expect(fixture.snapshot("p").fractionCompleted == 0.1)
        #expect(fixture.snapshot("p").version == before.version + 4)
        #expect(fixture.snapshot("g").version == 5)
        #expect(fixture.snapshot("c").fractionCompleted == 0.2)
    }

    @Test func `an ancestor that came back to where it was has changed twice`() throws {
        let fixture = try makeFixture()
        let before = fixture.snapshot("p")
        fixture.now += 10

        try fixture.complete("g", by: 1)
        try fixture.complete("g", by: -1)

        #expect(fixture.snapshot("p").fractionCompleted == before.fractionCompleted)
        #expect(fixture.snapshot("p").version == before.version + 2)
        #expect(fixture.snapshot("p").updatedAt == fixture.now)
    }

    @Test func `an ancestor was updated when the newest change moved it, not when something below did not`() throws {
        let fixture = try makeFixture()
        let begun = fixture.now
        fixture.now = begun + 5
        try fixture.complete("g", by: 1)
        fixture.now = begun + 6
        try fixture.complete("h", by: 1)
        fixture.now = begun + 7
        try fixture.setCounts("g", 2, of: 20)
        fixture.now = begun + 8
        try fixture.control("g", .pause)

        #expect(fixture.snapshot("p").updatedAt == begun + 5)
        #expect(fixture.snapshot("c").updatedAt == begun + 5)
        #expect(fixture.snapshot("g").updatedAt == begun + 8)
    }

    @Test func `the newest change below is known above`() throws {
        let fixture = try makeFixture()
        try fixture.complete("g", by: 1)
        try fixture.complete("h", by: 1)

        let newest = fixture.tree.forest.subtreeStamp(of: fixture.index("p"))
        let latest = fixture.summary("p").latest.id

        #expect(newest == fixture.tree.forest.changeStamp(of: fixture.index("h")))
        #expect(fixture.tree.forest.changeStamp(of: fixture.index("p")) < newest)
        #expect(latest == fixture.id("h"))
    }

    @Test func `whoever begins to watch learns of later changes only, and of each`() throws {
        let fixture = try makeFixture()
        try fixture.complete("g", by: 1)

        fixture.tree.changes.removeAll()
        fixture.tree.forest.recordsTouches = true
        let earlier = fixture.tree.changes.touches.count
        let version = fixture.snapshot("p").version
        try fixture.complete("g", by: 1)

        #expect(earlier == 0)
        #expect(fixture.tree.changes.touches.map(\.id) == [fixture.id("g"), fixture.id("c"), fixture.id("p")])
        #expect(fixture.snapshot("p").version == version + 1)
    }

    @Test func `a tree that is written to is not abandoned, and an ended one stays for the retention`() throws {
        let fixture = try makeFixture {
            $0.abandonment = 1_000
            $0.retention = 500
        }
        try fixture.root("q")
        fixture.now += 900
        try fixture.complete("g", by: 1)
        fixture.pass(200)
        let isSpared = fixture.lives("p") && !fixture.lives("q")
        try fixture.control("p", .cancel)
        fixture.now += 400
        try fixture.complete("g", by: 1)
        let expiresAt = fixture.snapshot("p").expiresAt
        fixture.pass(499)
        let isKept = fixture.lives("p")
        fixture.pass(1)

        #expect(isSpared && isKept)
        #expect(expiresAt == fixture.now)
        #expect(!fixture.lives("p"))
    }

    @Test func `what was done is taken along by a join, and given back by a removal`() throws {
        let fixture = try makeFixture()
        try fixture.root("r")
        try fixture.complete("g", by: 5)
        try fixture.attach("p", to: "r", worth: 4)
        let joined = fixture.fraction("r")
        try fixture.complete("g", by: 1)
        try fixture.remove("g", pending: .release)

        #expect(joined == 0.05)
        #expect(fixture.fraction("p") == 0)
        #expect(fixture.fraction("r") == 0)
    }

    @Test func `a chain and many siblings are rolled up at once`() throws {
        let fixture = TreeFixture { $0.maximumDepth = 2_000 }
        fixture.tree.forest.recordsTouches = false
        try fixture.root("0", 0, of: 1)
        for level in 1...1_000 { try fixture.child("\(level)", of: "\(level - 1)", worth: 1, 0, of: 1) }
        for number in 0..<100 { try fixture.child("s\(number)", of: "1000", worth: 1, 0, of: 100) }

        for number in 0..<100 { try fixture.complete("s\(number)", by: 1) }

        #expect(fixture.fraction("0") == fixture.fraction("1000"))
        #expect(abs(fixture.fraction("0") - 1) < 1e-12)
        #expect(fixture.state("0") == .running)
    }
}
