import ProgressCore
import ProgressStreams
import Testing

@testable import ProgressRegistry

/// Which reactors are notified of which changes.
struct WatchTableTests {
    private static let root = ProgressID(high: 0, low: 1)
    private static let child = ProgressID(high: 0, low: 2)

    private static func move(_ id: ProgressID, before: TreePosition?, after: TreePosition?) -> Move {
        Move(id: id, stamp: 1, before: before, after: after)
    }

    @Test func `a reactor is told until its last subscription ends`() {
        var table = WatchTable()
        table.add(.node(Self.root), reactor: 3)
        table.add(.node(Self.root), reactor: 3)
        let removal = Self.move(Self.root, before: TreePosition(), after: nil)

        table.remove(.node(Self.root), reactor: 3)
        let (one, isEmptyWithOne) = (table.mask(of: removal), table.isEmpty)
        table.remove(.node(Self.root), reactor: 3)
        let (none, isEmptyWithNone) = (table.mask(of: removal), table.isEmpty)

        #expect(one == 1 << 3 && !isEmptyWithOne)
        #expect(none == 0 && isEmptyWithNone)
    }

    @Test func `a move reaches those who watch the old place, the new place, the parent, and everything`() {
        var table = WatchTable()
        let (old, new) = (ProgressID(high: 0, low: 7), ProgressID(high: 0, low: 8))
        table.add(.subtree(old), reactor: 0)
        table.add(.subtree(new), reactor: 1)
        table.add(.node(new), reactor: 2)
        table.add(.everything, reactor: 4)
        table.add(.node(Self.root), reactor: 5)
        let before = TreePosition(parentID: old, depth: 2, watchedTops: [old])
        let after = TreePosition(parentID: new, depth: 2, watchedTops: [new])

        let mask = table.mask(of: Self.move(Self.child, before: before, after: after))

        #expect(mask == 0b1_0111)
    }

    @Test(arguments: [(0, true), (1, true), (2, false)])
    func `those who watch roots hear of roots and of their children`(depth: Int, isTold: Bool) {
        var table = WatchTable()
        table.add(.roots, reactor: 0)

        let mask = table.mask(of: Self.move(Self.child, before: nil, after: TreePosition(depth: depth)))

        #expect(mask == (isTold ? 1 : 0))
    }

    @Test func `a change reaches those who watch the progress, a subtree around it, or roots if it is one`() throws {
        let state = RegistryState(limits: ProgressLimits())
        var below = NewProgress(id: Self.child)
        below.parentPosition = 0
        _ = try state.tree.insert([NewProgress(id: Self.root), below], at: 0)
        state.watch(.node(Self.child), reactor: 0)
        state.watch(.subtree(Self.root), reactor: 1)
        state.watch(.roots, reactor: 2)
        state.tree.changes.removeAll()

        _ = try state.tree.complete(try state.tree.find(Self.child), by: 1, at: 0)
        let masks = state.tree.changes.touches.map { ($0.id, state.watching.mask(of: $0, in: state.tree.forest)) }

        #expect(masks.first { $0.0 == Self.child }?.1 == 0b011)
        #expect(masks.filter { $0.0 == Self.root }.allSatisfy { $0.1 == 0b110 })
    }

    @Test func `the departure of a watched progress is awaited once it was there`() {
        var table = WatchTable()
        table.add(.node(Self.root), reactor: 0)
        let isAwaitedUnseen = table.awaitsDeparture(of: Self.root)

        let watched = table.noteFound(Self.root)
        let isAwaited = table.awaitsDeparture(of: Self.root)
        table.noteDeparture(of: Self.root)
        let isAwaitedAfterwards = table.awaitsDeparture(of: Self.root)

        #expect(watched == (itself: true, subtree: false))
        #expect(!isAwaitedUnseen && isAwaited && !isAwaitedAfterwards)
    }
}
