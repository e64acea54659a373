import ProgressCore
import Testing

/// A single request must not cost the square of its size.
struct CreateCostTests {
    /// With a search through all changes this took minutes in a debug build.
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

    @Test func `what is created keeps the details that were made for it`() throws {
        let fixture = TreeFixture()
        var new = [fixture.new("p")]
        for text in ["first", "second"] {
            var child = NewProgress(id: fixture.freshID())
            child.parentPosition = 0
            child.apply([.name(text), .localizedDescription(text)])
            new.append(child)
        }
        let made = new.dropFirst().map(\.box)

        try fixture.insert(new, under: nil)

        let kept = try new.dropFirst().map { fixture.tree.snapshot(of: try fixture.tree.find($0.id)).box }
        #expect(zip(made, kept).allSatisfy { $0 === $1 })
        #expect(kept.allSatisfy { $0?.details.run == RunPlace() })
    }
}
