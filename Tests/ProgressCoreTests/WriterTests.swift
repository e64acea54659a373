import ProgressCore
import Testing

/// Numbered writes: a retry is harmless.
struct WriterTests {
    private func write(_ fixture: TreeFixture, _ count: Int64, _ writer: String, _ sequence: Int64) throws {
        let index = fixture.index("p")
        _ = try fixture.tree.complete(index, by: count, writer: writer, sequence: sequence, at: fixture.now)
    }

    @Test func `a number that is not above the last one of its writer is not added again`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", 0, of: 100)
        try write(fixture, 5, "w1", 17)
        let before = Visible(fixture.snapshot("p"))

        try write(fixture, 5, "w1", 17)
        try write(fixture, 5, "w1", 3)
        try write(fixture, 5, "w1", .min)

        #expect(Visible(fixture.snapshot("p")) == before)
        try write(fixture, 5, "w1", 18)
        #expect(fixture.completed("p") == 10)
    }

    @Test func `every writer of every node counts for itself`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", 0, of: 100)
        try fixture.root("q", 0, of: 100)

        try write(fixture, 1, "w1", 9)
        try write(fixture, 1, "w2", 1)
        try write(fixture, 1, "W1", 1)
        _ = try fixture.tree.complete(fixture.index("q"), by: 1, writer: "w1", sequence: 1, at: fixture.now)

        #expect(fixture.completed("p") == 3)
        #expect(fixture.completed("q") == 1)
    }

    @Test func `the lowest number is new to a writer that nobody knows`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", 0, of: 100)

        try write(fixture, 1, "w", .min)
        try write(fixture, 1, "w", .min)
        try write(fixture, 1, "w", .max)

        #expect(fixture.completed("p") == 2)
    }

    @Test func `the writer unused longest is forgotten when there are too many`() throws {
        let fixture = TreeFixture { $0.maximumWriterCount = 2 }
        try fixture.root("p", 0, of: 100)
        try write(fixture, 1, "a", 5)
        try write(fixture, 1, "b", 5)
        try write(fixture, 1, "a", 6)

        try write(fixture, 1, "c", 5)
        try write(fixture, 1, "a", 6)
        try write(fixture, 1, "b", 5)

        #expect(fixture.completed("p") == 5)
    }

    @Test func `a write that is refused leaves its number free`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", .max, of: 100)
        #expect(throws: ProgressError.self) { try write(fixture, 1, "w", 1) }

        try fixture.setCounts("p", 0, of: 100)
        try write(fixture, 1, "w", 1)

        #expect(fixture.completed("p") == 1)
    }

    @Test func `a repetition is a sign of life`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", 0, of: 100)
        try fixture.edit("p", .leaseSeconds(10))
        try write(fixture, 1, "w", 1)

        fixture.pass(9_000)
        try write(fixture, 1, "w", 1)
        fixture.pass(9_000)

        #expect(fixture.state("p") == .running)
    }

    @Test func `the names of writers count as text, and are gone with the node`() throws {
        let fixture = TreeFixture { $0.maximumTextByteCount = 10 }
        try fixture.root("p", 0, of: 100)
        try write(fixture, 1, "12345678", 1)

        #expect(throws: ProgressError.tooMuchText(limit: 10)) { try write(fixture, 1, "abc", 1) }
        try write(fixture, 1, "12345678", 2)
        let held = fixture.tree.heldTextByteCount
        try fixture.remove("p")

        #expect(held == 8)
        #expect(fixture.tree.heldTextByteCount == 0)
    }

    @Test func `a numbered write may make its node vanish, and the next one in its place starts anew`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", 0, of: 1) { $0.removeWhenFinished = true }
        try write(fixture, 1, "w", 5)

        try fixture.root("p", 0, of: 10)
        try write(fixture, 1, "w", 5)

        #expect(fixture.completed("p") == 1)
        #expect(fixture.tree.nodeCount == 1)
    }
}
