import ProgressCore
import Testing

/// Counts stay in int64: an operation that would overflow is refused whole.
struct OverflowTests {
    @Test func `a count that would leave int64 is refused and nothing has changed`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", .max, of: 10)
        try fixture.root("q", .min, of: 10)
        let before = fixture.picture()

        #expect(throws: ProgressError.countOverflow(id: fixture.id("p"), count: .max, addend: 1)) {
            try fixture.complete("p", by: 1)
        }
        #expect(throws: ProgressError.countOverflow(id: fixture.id("q"), count: .min, addend: -1)) {
            try fixture.complete("q", by: -1)
        }

        #expect(fixture.picture() == before)
    }

    @Test func `a cascade that would leave int64 far above is refused and nothing has changed`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", .max, of: .max)
        try fixture.child("c", of: "p", worth: 1, 0, of: 5)
        try fixture.child("g", of: "c", worth: 5, 0, of: 2)
        let before = fixture.picture()
        let overflow = ProgressError.countOverflow(id: fixture.id("p"), count: .max, addend: 1)

        #expect(throws: overflow) { try fixture.complete("g", by: 2) }
        #expect(throws: overflow) { try fixture.setCounts("g", 7, of: 3) }
        #expect(throws: overflow) { try fixture.edit("c", .completedUnitCount(9), .name("c")) }
        #expect(throws: overflow) { try fixture.remove("g") }
        #expect(throws: overflow) { try fixture.remove("c") }
        #expect(throws: overflow) { try fixture.child("x", of: "c", worth: 5, 1, of: 1) }

        #expect(fixture.picture() == before)
        #expect(fixture.tree.nodeCount == 3)
    }

    @Test func `an attach whose credit would overflow leaves both sides unchanged`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", .max, of: .max)
        try fixture.root("c", 1, of: 1)
        let before = fixture.picture()

        #expect(throws: ProgressError.countOverflow(id: fixture.id("p"), count: .max, addend: 1)) {
            try fixture.attach("c", to: "p", worth: 1)
        }

        #expect(fixture.picture() == before)
        #expect(fixture.tree.forest.rootsCount == 2)
    }

    @Test func `a create whose own credits would overflow makes nothing`() throws {
        let fixture = TreeFixture()
        let top = fixture.new("p", .max, of: .max)
        let below = fixture.new("c", 1, of: 1) {
            $0.parentPosition = 0
            $0.pendingUnitCount = 1
        }

        #expect(throws: ProgressError.countOverflow(id: top.id, count: .max, addend: 1)) {
            try fixture.insert([top, below], under: nil)
        }

        #expect(fixture.tree.nodeCount == 0)
    }

    @Test func `the ends of int64 are counts like others`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", 0, of: .max)
        try fixture.child("c", of: "p", worth: .max, 0, of: .max)

        try fixture.complete("c", by: .max - 1)
        let nearly = fixture.snapshot("c")
        try fixture.complete("c", by: 1)

        #expect(!nearly.isFinished)
        #expect(nearly.percentCompleted == 99)
        #expect(fixture.completed("p") == .max)
        #expect(fixture.fraction("p") == 1)
        #expect(fixture.snapshot("p").isFinished)
    }

    @Test func `a fraction never becomes infinite, however much the units exaggerate`() throws {
        let fixture = TreeFixture()
        try fixture.root("0", 0, of: 1)
        for level in 1...20 { try fixture.child("\(level)", of: "\(level - 1)", worth: .max, 0, of: 1) }
        try fixture.child("c", of: "20", worth: .max, 1, of: 2)

        let high = fixture.fraction("0")
        let percent = fixture.snapshot("0").percentCompleted
        try fixture.setCounts("c", 0, of: 2)

        #expect(high == .greatestFiniteMagnitude)
        #expect(percent == 999_999)
        #expect((0...20).allSatisfy { fixture.fraction("\($0)") == 0 })
    }

    @Test(arguments: [Int64.min, -1, 0, 1, 2, Int64.max - 1, Int64.max])
    func `no pair of counts is too odd`(total: Int64) throws {
        let fixture = TreeFixture()
        try fixture.root("p", 0, of: 100)
        try fixture.child("c", of: "p", worth: 7)

        for completed in [Int64.min, -1, 0, 1, 2, .max - 1, .max] {
            try fixture.setCounts("c", completed, of: total)

            let snapshot = fixture.snapshot("c")
            #expect(snapshot.fractionCompleted.isFinite && snapshot.fractionCompleted >= 0)
            #expect((0...999_999).contains(snapshot.percentCompleted))
            #expect(fixture.fraction("p").isFinite)
        }
    }
}
