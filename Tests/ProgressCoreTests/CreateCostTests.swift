import ProgressCore
import Testing

/// What one request can ask for must not cost the square of its size.
struct CreateCostTests {
    /// With a search through what has changed this took minutes in a debug build.
    @Test func `a create full of finished children that wish to go is told once for each`() throws {
        let count = 20_000
        let fixture = TreeFixture()
        var all = [fixture.new("p", 0, of: 100_000)]
        for _ in 0..<count {
            var one = NewProgress(id: fixture.freshID())
            one.counts = Counts(total: 1, completed: 1)
            one.pendingUnitCount = 1
            one.parentPosition = 0
            one.removeWhenFinished = true
            all.append(one)
        }

        try fixture.insert(all, under: nil)

        let departures = fixture.tree.changes.departures
        #expect(fixture.completed("p") == Int64(count))
        #expect(fixture.tree.nodeCount == 1)
        #expect(departures.count == count)
        #expect(departures.allSatisfy { $0.last?.kinds == .createdBelow })
    }
}
