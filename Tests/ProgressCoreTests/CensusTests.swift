import Testing

@testable import ProgressCore

struct CensusTests {
    /// All states, so many places at a time.
    private static func count(_ tree: borrowing ProgressTree, most: Int) -> [Int] {
        var counts = Array(repeating: 0, count: ProgressState.allCases.count)
        var place: NodePlace? = .first
        while let from = place { place = tree.forest.countStates(from: from, most: most, into: &counts) }
        return counts
    }

    @Test(arguments: [1, 2, 3, 1_000])
    func `each node counts once under its state, in slices of any size`(_ most: Int) throws {
        let fixture = TreeFixture()
        for letter in ["A", "B", "C", "D"] { try fixture.root(letter, of: 10) }
        try fixture.root("E", 0, of: -1)
        try fixture.complete("A", by: 10)
        try fixture.tree.control(fixture.index("B"), .cancel, by: Caller(role: .operator), at: fixture.now)
        try fixture.tree.control(fixture.index("C"), .pause, by: Caller(role: .operator), at: fixture.now)
        try fixture.tree.remove(fixture.index("D"), pending: .credit, at: fixture.now)

        let counts = Self.count(fixture.tree, most: most)

        for state in ProgressState.allCases {
            let expected = [.finished, .cancelled, .paused, .indeterminate].contains(state) ? 1 : 0
            #expect(counts[Int(state.rawValue)] == expected, "\(state)")
        }
    }

    @Test func `what is removed and not freed yet does not count`() throws {
        let fixture = TreeFixture { $0.nodesFreedAtOnce = 1 }
        try fixture.root("A", of: 100)
        for letter in ["B", "C", "D"] { try fixture.child(letter, of: "A", worth: 1) }
        try fixture.root("E", of: 10)

        try fixture.tree.remove(fixture.index("A"), pending: .credit, at: fixture.now)

        let hasMore = fixture.tree.hasPendingRemovals
        #expect(hasMore)
        #expect(Self.count(fixture.tree, most: 2).reduce(0, +) == 1)
    }

    @Test func `an empty tree has nothing to count`() {
        #expect(Self.count(ProgressTree(), most: 10).reduce(0, +) == 0)
    }
}
