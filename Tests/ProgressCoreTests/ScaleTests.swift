import ProgressCore
import Testing

/// Deep and wide trees: right, and without recursion. How fast they are is not asked here.
struct ScaleTests {
    @Test func `a chain a thousand nodes deep works from its end to its root`() throws {
        let fixture = TreeFixture()
        try fixture.root("0", 0, of: 1)
        for level in 1...1_000 { try fixture.child("\(level)", of: "\(level - 1)", worth: 1, 0, of: 1) }
        try fixture.setCounts("1000", 0, of: 4)

        try fixture.complete("1000", by: 1)
        let quarter = fixture.fraction("0")
        try fixture.control("0", .pause)
        let paused = fixture.state("1000")
        try fixture.control("0", .resume)
        try fixture.complete("1000", by: 3)

        #expect(quarter == 0.25)
        #expect(paused == .paused)
        #expect(fixture.snapshot("1000").depth == 1_000)
        #expect((0...1_000).allSatisfy { fixture.state("\($0)") == .finished })
        try fixture.remove("0")
        #expect(fixture.tree.nodeCount == 0)
    }

    @Test func `a thousand levels keep the error within bounds`() throws {
        let fixture = TreeFixture()
        try fixture.root("0", 0, of: 7)
        for level in 1...1_000 { try fixture.child("\(level)", of: "\(level - 1)", worth: 7, 0, of: 7) }

        try fixture.setCounts("1000", 1, of: 3)

        #expect(abs(fixture.fraction("0") - 1.0 / 3) <= 1e-12)
    }

    @Test func `a chain made from its lower end has the right depths`() throws {
        let fixture = TreeFixture()
        try fixture.root("0")
        for level in 1...300 {
            try fixture.root("\(level)")
            try fixture.attach("\(level - 1)", to: "\(level)", worth: 1)
        }

        #expect(fixture.snapshot("0").depth == 300)
        #expect(fixture.snapshot("0").rootID == fixture.id("300"))
        #expect(fixture.tree.forest.rootsCount == 1)
    }

    @Test func `a parent with a hundred thousand children counts each of them once`() throws {
        let fixture = TreeFixture()
        fixture.tree.forest.recordsTouches = false
        let count = 100_000
        var all = [fixture.new("p", 0, of: Int64(count))]
        for _ in 0..<count {
            var one = NewProgress(id: fixture.freshID())
            one.counts = Counts(total: 2, completed: 0)
            one.pendingUnitCount = 1
            one.parentPosition = 0
            all.append(one)
        }
        try fixture.insert(all, under: nil)

        for one in all.dropFirst().prefix(count / 10) {
            _ = try fixture.tree.complete(fixture.tree.find(one.id), by: 1, at: fixture.now)
        }
        let begun = fixture.snapshot("p")
        for one in all.dropFirst() {
            _ = try fixture.tree.complete(fixture.tree.find(one.id), by: 2, at: fixture.now)
        }

        #expect(begun.fractionCompleted == 0.05)
        #expect(begun.completedUnitCount == 0)
        #expect(fixture.completed("p") == Int64(count))
        #expect(fixture.fraction("p") == 1)
        #expect(fixture.state("p") == .finished)
        #expect(throws: ProgressError.tooManyChildren(limit: count)) { try fixture.child("x", of: "p", worth: 1) }
        try fixture.remove("p")
        #expect(fixture.tree.nodeCount == 0)
    }
}
