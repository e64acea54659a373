import ProgressCore
import Testing

struct SlicedRemovalTests {
    private func fixture(_ children: Int, names: Bool = false) throws -> TreeFixture {
        let fixture = TreeFixture { $0.nodesFreedAtOnce = 0 }
        try fixture.root("r", of: Int64(children + 1))
        try fixture.child("t", of: "r", worth: 1, of: Int64(children))
        for number in 0..<children {
            try fixture.child("c\(number)", of: "t", worth: 1, 3) {
                var details = ProgressDetails()
                details.kind = "file"
                details.name = names ? "name\(number)" : nil
                $0.details = details
            }
        }
        return fixture
    }

    @Test func `nothing of a removed subtree is found, counted or in the way while it is still being freed`() throws {
        let fixture = try fixture(10, names: true)
        let lost = fixture.id("c3")
        let text = fixture.heldTextByteCount

        try fixture.remove("t")

        let isPending = fixture.tree.hasPendingRemovals
        #expect(isPending)
        #expect(!fixture.lives(lost))
        #expect(!fixture.lives(name: "name3"))
        #expect(fixture.nodeCount == 1)
        #expect(text > 0 && fixture.heldTextByteCount == 0)
        try fixture.root("again") {
            var details = ProgressDetails()
            details.name = "name3"
            $0.details = details
        }
        while fixture.tree.free(most: 1) {}
        #expect(fixture.nodeCount == 2)
        #expect(fixture.lives(name: "name3"))
    }

    @Test func `the sums of a removed subtree are in the summary of its parent before, while and after it is freed`()
        throws
    {
        let fixture = try fixture(10)
        let before = fixture.summary("r").sums

        try fixture.remove("t")

        #expect(before.completedByteCount == 30)
        repeat {
            let summary = fixture.summary("r")
            #expect(summary.sums == before)
            #expect(summary.nodeCounts.reduce(0, +) == 1)
        } while fixture.tree.free(most: 1)
        #expect(fixture.summary("r").sums == before)
    }

    @Test func `sums pass on where the parent is removed before its child was freed`() throws {
        let fixture = TreeFixture { $0.nodesFreedAtOnce = 0 }
        try fixture.root("r")
        try fixture.child("p", of: "r", worth: 1)
        try fixture.child("c", of: "p", worth: 1, 7) {
            $0.details = ProgressDetails()
            $0.details?.kind = "file"
        }

        try fixture.remove("c")
        try fixture.remove("p")

        repeat {
            #expect(fixture.summary("r").sums.completedByteCount == 7)
        } while fixture.tree.free(most: 1)
        #expect(fixture.summary("r").sums.completedByteCount == 7)
    }

    @Test func `a watched node below a removed one is told as gone when its turn comes, by a change of its own`() throws
    {
        let fixture = try fixture(3)
        fixture.tree.forest.setWatched(fixture.index("c1"), itself: true, descendants: false)
        let watched = fixture.id("c1")
        fixture.tree.changes.removeAll()

        try fixture.remove("t")
        let stamp = fixture.tree.sequence
        fixture.tree.changes.removeAll()
        while fixture.tree.free(most: 1) {}

        let departures = fixture.tree.changes.departures
        #expect(departures.map(\.id) == [watched])
        #expect(departures.allSatisfy { $0.kind == .removedBelow && $0.stamp > stamp })
    }

    @Test func `a create takes the room of what is removed and not freed`() throws {
        let fixture = TreeFixture {
            $0.nodesFreedAtOnce = 0
            $0.maximumNodeCount = 5
        }
        try fixture.root("r")
        for letter in ["a", "b", "c", "d"] { try fixture.child(letter, of: "r", worth: 1) }

        try fixture.remove("r")
        try fixture.root("s")

        #expect(fixture.nodeCount == 1)
    }

    @Test func `a reservation dies with its parent, though that is not freed yet`() throws {
        let fixture = TreeFixture { $0.nodesFreedAtOnce = 0 }
        try fixture.root("r")
        let key = try fixture.reserve(1, of: "r")

        try fixture.remove("r")

        let (isOpen, count) = (
            fixture.tree.openReservation(key, at: fixture.now) != nil, fixture.tree.reservationCount
        )
        #expect(!isOpen && count == 0)
        #expect(throws: ProgressError.notFound) { try fixture.resign(key) }
    }
}
