import ProgressCore
import TestSupport
import Testing

/// The numbered rules of the arithmetic, in their order.
struct ArithmeticTests {
    @Test(arguments: [(-1, 0), (-1, 5), (10, -1), (0, -1), (0, 0), (.min, .max)] as [(Int64, Int64)])
    func `a negative count, or two zeros, make it indeterminate`(total: Int64, completed: Int64) throws {
        let fixture = TreeFixture()

        try fixture.root("p", completed, of: total)

        let snapshot = fixture.snapshot("p")
        #expect(snapshot.isIndeterminate)
        #expect(!snapshot.isFinished)
        #expect(snapshot.fractionCompleted == 0)
        #expect(snapshot.fractionCompleted.sign == .plus)
        #expect(snapshot.state == .indeterminate)
    }

    @Test func `a child never makes its parent indeterminate`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", 0, of: 10)

        try fixture.child("c", of: "p", worth: 10, 0, of: -1)

        #expect(!fixture.snapshot("p").isIndeterminate)
        #expect(fixture.state("p") == .running)
    }

    @Test(arguments: [(1, 0), (1, 1), (10, 10), (11, 10), (.max, 0), (.max, .max)] as [(Int64, Int64)])
    func `it is finished when a positive completed count reaches the total`(completed: Int64, total: Int64) throws {
        let fixture = TreeFixture()

        try fixture.root("p", completed, of: total)

        #expect(fixture.snapshot("p").isFinished)
        #expect(fixture.snapshot("p").finishedAt == fixture.now)
        #expect(fixture.state("p") == .finished)
    }

    @Test func `completion is decided by counts and never by a fraction of 1`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", 5, of: 10)

        try fixture.child("c", of: "p", worth: 10, 5, of: 10)

        #expect(fixture.fraction("p") == 1)
        #expect(!fixture.snapshot("p").isFinished)
        #expect(fixture.state("p") == .running)
    }

    @Test func `a total of 0 with something completed gives 1`() throws {
        let fixture = TreeFixture()

        try fixture.root("p", 7, of: 0)

        #expect(fixture.fraction("p") == 1)
    }

    @Test func `the fraction is not clamped`() throws {
        let fixture = TreeFixture()

        try fixture.root("p", 150, of: 100)

        #expect(fixture.fraction("p") == 1.5)
        #expect(fixture.snapshot("p").percentCompleted == 150)
    }

    @Test func `uncredited children count by their own fraction`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", 10, of: 100)
        try fixture.child("c", of: "p", worth: 40, 1, of: 2)
        try fixture.child("d", of: "p", worth: 50)

        try fixture.child("e", of: "d", worth: 5, 1, of: 5)

        #expect(fixture.fraction("p") == 0.35)
        #expect(fixture.fraction("d") == 0.1)
    }

    @Test func `a value depends on the present alone after any number of updates`() throws {
        let fixture = TreeFixture()
        var generator = SeededGenerator(seed: 1)
        try fixture.root("p", 0, of: 3)
        try fixture.child("c", of: "p", worth: 1, 0, of: 7)
        try fixture.child("d", of: "p", worth: 1, 0, of: 11)

        for _ in 0..<5_000 {
            try fixture.setCounts("c", Int64(generator.number(below: 1_000)), of: 1_000 + 7)
            try fixture.setCounts("d", Int64(generator.number(below: 1_000)), of: 1_000 + 11)
        }
        try fixture.setCounts("c", 0, of: 7)
        try fixture.setCounts("d", 0, of: 11)

        #expect(fixture.fraction("p") == 0)
    }

    @Test func `a node with completed equal to total and nothing uncredited reads exactly 1`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", 0, of: 3)
        for letter in ["a", "b", "c"] { try fixture.child(letter, of: "p", worth: 1, 0, of: 7) }

        for _ in 0..<7 { for letter in ["a", "b", "c"] { try fixture.complete(letter, by: 1) } }

        #expect(fixture.fraction("p") == 1)
        #expect(fixture.snapshot("p").isFinished)
    }

    @Test func `a finished child hands its pending units to its parent`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", 0, of: 10)
        try fixture.child("c", of: "p", worth: 5, 0, of: 4)

        try fixture.complete("c", by: 4)

        #expect(fixture.completed("p") == 5)
        #expect(fixture.fraction("p") == 0.5)
    }

    @Test func `the finish cascades upwards in the same change`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", 0, of: 10)
        try fixture.child("c", of: "p", worth: 10, 0, of: 3)
        try fixture.child("g", of: "c", worth: 3, 0, of: 1)
        let before = fixture.tree.sequence

        try fixture.complete("g", by: 1)

        #expect(fixture.completed("c") == 3)
        #expect(fixture.completed("p") == 10)
        #expect(["p", "c", "g"].allSatisfy { fixture.state($0) == .finished })
        #expect(fixture.tree.sequence == before + 1)
    }

    @Test func `un-finishing, overshooting and finishing again credit nothing more and take nothing back`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", 0, of: 10)
        try fixture.child("c", of: "p", worth: 5, 0, of: 4)
        try fixture.complete("c", by: 4)

        for (completed, total) in [(2, 4), (9, 4), (4, 4), (4, -1), (4, 8), (8, 8)] as [(Int64, Int64)] {
            try fixture.setCounts("c", completed, of: total)

            #expect(fixture.completed("p") == 5)
            #expect(fixture.fraction("p") == 0.5)
        }
    }

    @Test func `setting the completed count of a parent overwrites what its children credited`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", 0, of: 10)
        try fixture.child("c", of: "p", worth: 5, 4, of: 4)
        try fixture.child("d", of: "p", worth: 4, 1, of: 2)

        try fixture.setCounts("p", 1, of: 10)

        #expect(fixture.completed("p") == 1)
        #expect(fixture.fraction("p") == 0.3)
    }

    @Test func `total and completed change in one transition`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", 0, of: 10)
        try fixture.child("c", of: "p", worth: 5, 1, of: 2)

        try fixture.edit("c", .completedUnitCount(2), .totalUnitCount(4))
        try fixture.setCounts("c", 3, of: 6)

        #expect(fixture.completed("p") == 0)
        #expect(fixture.snapshot("c").finishedAt == nil)
        #expect(fixture.snapshot("c").version == 3)
    }

    @Test func `an excursion to indeterminate and back loses nothing`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", 0, of: 100)
        try fixture.child("c", of: "p", worth: 50, 2, of: 4)

        var seen = [fixture.fraction("p")]
        try fixture.edit("p", .totalUnitCount(-1))
        seen.append(fixture.fraction("p"))
        try fixture.edit("p", .totalUnitCount(100))
        seen.append(fixture.fraction("p"))

        #expect(seen == [0.25, 0, 0.25])
    }

    @Test func `pending units above the total give a fraction above 1`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", 0, of: 10)

        try fixture.child("c", of: "p", worth: 40, 1, of: 2)

        #expect(fixture.fraction("p") == 2)
        #expect(!fixture.snapshot("p").isFinished)
    }

    @Test func `a child worth 0 never moves its parent`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", 3, of: 10)
        try fixture.child("c", of: "p", worth: 0, 5, of: 10)
        fixture.heartbeat("c")
        let joined = Visible(fixture.snapshot("p"))

        try fixture.complete("c", by: 4)
        try fixture.complete("c", by: 1)

        #expect(joined.fraction == 0.3)
        #expect(Visible(fixture.snapshot("p")) == joined)
    }
}
