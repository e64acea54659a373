import ProgressCore
import Testing

/// Sums and counts over a subtree, and the text from deep down.
struct SummaryTests {
    /// A root with two file nodes below it; the second has a plain child.
    private func makeTree() throws -> TreeFixture {
        let fixture = TreeFixture()
        try fixture.root("p", 0, of: 100)
        try fixture.child("a", of: "p", worth: 10, 30, of: 50)
        try fixture.child("b", of: "p", worth: 10, 5, of: 70)
        try fixture.child("deep", of: "b", worth: 1, 9, of: 1_000)
        try fixture.edit("a", .kind("file"), .fileTotalCount(4), .fileCompletedCount(1), .throughput(100))
        try fixture.edit("b", .kind("file"), .fileTotalCount(6), .fileCompletedCount(2), .estimatedTimeRemaining(9))
        return fixture
    }

    private func sums(_ fixture: TreeFixture, _ letter: String) -> [Int64?] {
        let sums = fixture.summary(letter).sums
        return [sums.fileTotalCount, sums.fileCompletedCount, sums.totalByteCount, sums.completedByteCount]
    }

    @Test func `it adds up files and bytes of the whole subtree`() throws {
        let fixture = try makeTree()

        #expect(sums(fixture, "p") == [10, 3, 120, 35])
        #expect(sums(fixture, "b") == [6, 2, 70, 5])
        #expect(sums(fixture, "deep") == [nil, nil, nil, nil])
    }

    @Test func `files count whatever the units are, bytes only where the units are bytes`() throws {
        let fixture = try makeTree()

        try fixture.edit("deep", .fileTotalCount(5), .fileCompletedCount(4), .kind("import"))

        #expect(sums(fixture, "p") == [15, 7, 120, 35])
        #expect(sums(fixture, "deep") == [5, 4, nil, nil])
        try fixture.remove("b")
        #expect(sums(fixture, "p") == [15, 7, 120, 35])
    }

    @Test func `speed and time are those of what works`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", 0, of: 10)
        for (letter, time) in [("a", 6_000.0), ("b", 5_000), ("c", 7), ("d", 9_000), ("e", 8_000)] {
            try fixture.child(letter, of: "p", worth: 1)
            try fixture.edit(letter, .throughput(5), .estimatedTimeRemaining(time))
        }
        let before = fixture.summary("p")

        try fixture.finish("a")
        try fixture.control("b", .cancel)
        try fixture.control("d", .pause)
        try fixture.fail("e")

        #expect([before.throughput, before.estimatedTimeRemaining] == [25, 9_000])
        #expect(fixture.summary("p").throughput == 5 && fixture.summary("p").estimatedTimeRemaining == 7)
    }

    @Test func `negative counts count as 0`() throws {
        let fixture = try makeTree()

        try fixture.setCounts("a", -3, of: -1)
        try fixture.edit("a", .fileTotalCount(-2), .fileCompletedCount(.min))

        #expect(sums(fixture, "p") == [6, 2, 70, 5])
    }

    @Test func `sums stop at the end of int64`() throws {
        let fixture = try makeTree()

        try fixture.setCounts("a", .max, of: .max)
        try fixture.edit("a", .fileTotalCount(.max), .fileCompletedCount(.max))

        #expect(sums(fixture, "p") == [.max, .max, .max, .max])
    }

    @Test func `throughput is the sum, the time is the largest, and both are null where nobody has one`() throws {
        let fixture = try makeTree()
        try fixture.edit("deep", .throughput(11), .estimatedTimeRemaining(3))

        #expect(fixture.summary("p").throughput == 111)
        #expect(fixture.summary("p").estimatedTimeRemaining == 9)
        #expect(fixture.summary("a").estimatedTimeRemaining == nil)
        try fixture.edit("deep", .throughput(nil))
        #expect(fixture.summary("deep").throughput == nil)
    }

    @Test func `it counts the living by state`() throws {
        let fixture = try makeTree()
        try fixture.root("stalled") {
            $0.details = ProgressDetails(); $0.details?.leaseSeconds = 1
        }
        fixture.pass(1_000)
        try fixture.attach("stalled", to: "p", worth: 1)
        try fixture.child("failed", of: "p", worth: 1)
        try fixture.child("cancelled", of: "p", worth: 1)
        try fixture.child("finished", of: "p", worth: 1, 1, of: 1)
        try fixture.child("paused", of: "p", worth: 1)
        try fixture.child("indeterminate", of: "p", worth: 1, 0, of: -1)
        try fixture.fail("failed")
        try fixture.control("cancelled", .cancel)
        try fixture.control("paused", .pause)

        let counts = fixture.summary("p").nodeCounts

        #expect(
            ProgressState.allCases.map { String(describing: $0.name) } == [
                "failed", "cancelled", "finished", "paused", "stalled", "indeterminate", "running",
            ]
        )
        #expect(counts == [1, 1, 1, 1, 1, 1, 4])
    }

    @Test func `what vanished or was removed stays in the sums, what was released does not`() throws {
        let fixture = try makeTree()
        try fixture.edit("deep", .kind("file"), .fileTotalCount(1))

        try fixture.edit("a", .removeWhenFinished(true), .completedUnitCount(50))
        let vanished = sums(fixture, "p")
        try fixture.remove("deep")
        let below = sums(fixture, "p")
        try fixture.remove("b", pending: .release)

        #expect(vanished == [11, 3, 1_120, 64])
        #expect(below == [11, 3, 1_120, 65])
        #expect(sums(fixture, "p") == [4, 1, 50, 50])
        #expect(fixture.summary("p").nodeCounts.reduce(0, +) == 1)
    }

    @Test func `the latest is the deepest node that the last change touched`() throws {
        let fixture = try makeTree()

        try fixture.edit("deep", .localizedDescription("Copying deep down"))
        let texts = ["p", "b"].map { fixture.summary($0).latest.details?.localizedDescription }
        try fixture.complete("deep", by: 1)
        let after = fixture.summary("p").latest.id
        try fixture.complete("a", by: 1)

        #expect(texts == ["Copying deep down", "Copying deep down"])
        #expect(after == fixture.id("deep"))
        #expect(fixture.summary("p").latest.id == fixture.id("a"))
        #expect(fixture.summary("b").latest.id == fixture.id("deep"))
    }
}
