import ProgressCore
import ProgressStreams
import Testing

struct BacklogTests {
    private static func id(_ number: UInt64) -> ProgressID { ProgressID(high: 0, low: number) }

    private static func look(_ number: UInt64, isSelected: Bool = true) -> NodeView {
        let snapshot = ProgressSnapshot(id: id(number), rootID: id(number))
        return NodeView(snapshot: snapshot, isSelected: isSelected, isParentSelected: true)
    }

    /// The events of one node, by name.
    private static func told(_ backlog: inout Backlog, of number: UInt64, _ look: NodeView) -> [String] {
        var names: [String] = []
        while let event = backlog.next(of: id(number), look) {
            switch event {
            case .node(let kind, _): names.append("\(kind)")
            case .removed(_, let reason): names.append(reason.name.map { "\($0)" } ?? "removed")
            case .unknown, .reset, .synced, .end: names.append("\(event.kind)")
            }
        }
        return names
    }

    @Test func `debts come in the order in which they were made, merged by node`() {
        var backlog = Backlog()
        backlog.add(.progress, of: Self.id(1), stamp: 5)
        backlog.add(.progress, of: Self.id(2), stamp: 6)
        backlog.add(.state, of: Self.id(1), stamp: 7)

        let oldest = backlog.oldestStamp()
        let due = backlog.due(at: 0, limit: 8)

        #expect(oldest == 5)
        #expect(due == [Self.id(1), Self.id(2)])
        #expect(Self.told(&backlog, of: 1, Self.look(1)) == ["progress", "state"])
        #expect(backlog.oldestStamp() == 6)
        #expect(Self.told(&backlog, of: 2, Self.look(2)) == ["progress"])
        #expect(backlog.isEmpty && backlog.oldestStamp() == nil)
    }

    @Test func `a debt that is not due waits, and holds up no other`() {
        var backlog = Backlog()
        backlog.add(.progress, of: Self.id(1), stamp: 1, due: 100)
        backlog.add(.progress, of: Self.id(2), stamp: 2, due: 50)

        #expect(backlog.nextDue() == 50)
        #expect(!backlog.isUrgent)
        #expect(backlog.due(at: 49, limit: 8).isEmpty)
        #expect(backlog.due(at: 50, limit: 8) == [Self.id(2)])
        backlog.add(.state, of: Self.id(1), stamp: 3)
        #expect(backlog.due(at: 50, limit: 8) == [Self.id(2), Self.id(1)])
    }

    @Test func `a collapse keeps what left, what is elsewhere and the path of the walk`() {
        var backlog = Backlog()
        backlog.add(.progress, of: Self.id(1), stamp: 4)
        backlog.leave(Self.id(2), below: nil, last: [], stamp: 5)
        backlog.retell(Self.id(3), as: .child, isTop: true, [], stamp: 6)
        backlog.enter(Self.id(4), as: .snapshot, stamp: 7)

        backlog.collapse(keeping: [Self.id(4)])

        #expect(backlog.count == 3 && backlog.removalCount == 1 && backlog.oldestStamp() == 5)
        #expect(backlog.due(at: 0, limit: 8) == [2, 3, 4].map(Self.id))
        #expect(Self.told(&backlog, of: 2, Self.look(2)) == ["deselected"])
        #expect(Self.told(&backlog, of: 3, Self.look(3)) == ["child"])
    }

    @Test func `a snapshot makes a progress needless, and a removal everything`() {
        var backlog = Backlog()
        backlog.add(.progress, of: Self.id(1), stamp: 1)
        backlog.add(.snapshot, of: Self.id(1), stamp: 2)
        backlog.add([.progress, .state], of: Self.id(2), stamp: 3)
        backlog.leave(Self.id(2), below: nil, last: [], stamp: 4)

        #expect(backlog.removalCount == 1)
        #expect(backlog.due(at: 0, limit: 8) == [Self.id(2), Self.id(1)])
        #expect(Self.told(&backlog, of: 2, .gone) == ["removed"])
        #expect(Self.told(&backlog, of: 1, Self.look(1)) == ["snapshot"])
        #expect(backlog.removalCount == 0)
    }

    @Test func `what came and went unseen is not mentioned, nor is what was below it`() {
        var backlog = Backlog()
        backlog.enter(Self.id(1), as: .child, stamp: 1)
        backlog.add(.progress, of: Self.id(1), stamp: 2)
        backlog.leave(Self.id(2), below: Self.id(1), last: [], stamp: 3)

        backlog.leave(Self.id(1), below: nil, last: [], stamp: 4)

        #expect(backlog.isEmpty)
        #expect(backlog.removalCount == 0)
        #expect(backlog.due(at: 0, limit: 8).isEmpty)
    }

    @Test func `what left and returned is removed, then introduced again`() {
        var backlog = Backlog()
        backlog.leave(Self.id(1), below: nil, last: [], stamp: 1)

        backlog.enter(Self.id(1), as: .snapshot, stamp: 2)

        #expect(Self.told(&backlog, of: 1, Self.look(1)) == ["deselected", "snapshot"])
        #expect(backlog.isEmpty)
    }

    @Test func `what fell behind after one event still owes the others`() {
        var backlog = Backlog()
        backlog.leave(Self.id(1), below: nil, last: [], stamp: 1)
        backlog.enter(Self.id(1), as: .snapshot, stamp: 2)

        _ = backlog.next(of: Self.id(1), Self.look(1))

        #expect(backlog.due(at: 0, limit: 8) == [Self.id(1)])
        #expect(backlog.oldestStamp() == 1)
        #expect(Self.told(&backlog, of: 1, Self.look(1)) == ["snapshot"])
    }

    @Test func `a finish that the look shows first is told as progress, then as state`() {
        var backlog = Backlog()
        backlog.add(.state, of: Self.id(1), stamp: 1)
        backlog.add([.progress, .state], of: Self.id(2), stamp: 2)
        var finished = Self.look(1)
        finished.snapshot?.totalUnitCount = 2
        finished.snapshot?.completedUnitCount = 2

        #expect(Self.told(&backlog, of: 1, finished) == ["progress", "state"])
        #expect(Self.told(&backlog, of: 2, finished) == ["progress", "state"])
    }

    @Test func `what a removal above took along is not mentioned, unless the reader has it elsewhere`() {
        var backlog = Backlog()
        backlog.add(.progress, of: Self.id(1), stamp: 1)
        backlog.retell(Self.id(2), as: .child, isTop: true, [], stamp: 2)

        #expect(Self.told(&backlog, of: 1, .gone) == [])
        #expect(Self.told(&backlog, of: 2, .gone) == ["removed"])
        #expect(backlog.isEmpty)
    }

    @Test func `a child of a parent that is shown alone is told once, if the parent is still shown`() {
        var backlog = Backlog()
        backlog.notice(Self.id(1), stamp: 1)
        backlog.notice(Self.id(2), stamp: 2)
        var orphan = Self.look(2, isSelected: false)
        orphan.isParentSelected = false

        #expect(Self.told(&backlog, of: 1, Self.look(1, isSelected: false)) == ["child"])
        #expect(Self.told(&backlog, of: 2, orphan) == [])
        #expect(backlog.isEmpty)
    }
}
