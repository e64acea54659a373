import Testing

@testable import ProgressCore

/// How long a foretelling is kept, and its size.
struct ForetellingMemoryTests {
    @Test func `a restart keeps what is foretold, and what was`() throws {
        let fixture = TreeFixture()
        fixture.tree.beginRecording()
        try fixture.finishRuns(paces: [0.9, 1, 1.1])
        try fixture.beginRun("a")
        try fixture.workRun("a", 0..<60)
        let before = fixture.tree.forest.nodes.foretellings[fixture.index("a")]
        let left = fixture.timeLeft("a")

        try fixture.restart()

        #expect(left != nil && fixture.timeLeft("a") == left)
        #expect(before != nil && fixture.tree.forest.nodes.foretellings[fixture.index("a")] == before)
    }

    @Test func `a root that waits learns after a restart, and so does the next run`() throws {
        let fixture = TreeFixture()
        fixture.tree.beginRecording()
        try fixture.finishRuns(paces: [1, 1, 1])
        try fixture.beginRun("a")

        try fixture.restart()
        try fixture.workRun("a", 0..<1)
        let waited = fixture.timeLeft("a")
        try fixture.workRun("a", 1..<100)
        try fixture.restart()
        try fixture.beginRun("b")
        try fixture.workRun("b", 0..<1)

        #expect(waited != nil && fixture.timeLeft("b") != nil)
    }

    @Test func `what is remembered of a run has 272 bytes, and nothing else has any`() throws {
        let fixture = TreeFixture()
        try fixture.finishRuns(paces: [1, 1, 1])
        try fixture.beginRun("a")
        try fixture.beginRun("other", name: "y")
        try fixture.root("plain")
        let count = fixture.tree.forest.nodes.foretellings.count

        try fixture.remove("a")

        #expect(MemoryLayout<Foretelling>.stride <= 272 && MemoryLayout<RunProfile>.size == 36)
        #expect(count == 1 && fixture.tree.forest.nodes.foretellings.count == 0)
    }

    @Test func `sixteen moments are remembered, each a fifth later than the one before`() throws {
        let runs = try (0..<3).map { _ in
            try #require(RunProfile(seconds: 1_000, points: (0..<16).map { UInt16($0 * 4_000) }))
        }
        var foretelling = try #require(Foretelling(runs))

        for second in 2..<900 where foretelling.isDue(after: Double(second)) {
            foretelling.note(after: Double(second), at: Double(second) / 1_000, byRate: 1_000 - Double(second))
        }

        var seconds: [Float] = []
        foretelling.forEachMoment { seconds.append($0.seconds.value) }
        #expect(seconds.count == 16 && seconds[15] > 700)
        #expect(zip(seconds, seconds.dropFirst()).allSatisfy { $1 >= 1.19 * $0 })
        foretelling.note(after: 5, at: 0.1, byRate: 1)
        #expect(foretelling.recordedMomentCount == 1)
    }
}
