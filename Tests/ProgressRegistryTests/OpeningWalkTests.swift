import ProgressCore
import Testing

@testable import ProgressRegistry
@testable import ProgressStreams

/// The path of a walk, and the position that it reports, in a tree of three nodes, each below the one before.
struct OpeningWalkTests {
    private let ids = (1...3 as ClosedRange<UInt64>).map { ProgressID(high: 0, low: $0) }
    private let state = RegistryState(limits: ProgressLimits())
    private var cursor = OpeningCursor(after: 0, knowsOnlyTold: true)

    init() throws {
        let chain = zip(ids, (-1)...).map { id, parent in
            var one = NewProgress(id: id)
            one.parentPosition = parent
            return one
        }
        _ = try state.tree.insert(chain, at: 0)
    }

    @Test mutating func `what it stands below is not ahead, though another top leads there again`() throws {
        let selection = Selection.nodes([.init(id: ids[1], text: "", name: "backup")], descendants: true)
        var walk = OpeningWalk(over: selection, in: state)
        defer { walk.end(in: state) }

        let found = walk.next(1, of: selection, showsSummary: false, &cursor, in: state).found
        walk.add([ids[1]])
        let areAhead = try ids.map { walk.isAhead(try state.tree.find($0), of: selection, cursor, in: state) }

        #expect(found.map(\.id) == [ids[1]])
        #expect(areAhead == [false, false, true])
    }

    @Test func `a root that comes before its first step is not ahead`() throws {
        let selection = Selection.roots(RootFilter(), descendants: false)
        var walk = OpeningWalk(over: selection, in: state)
        defer { walk.end(in: state) }

        let late = ProgressID(high: 0, low: 4)
        _ = try state.tree.insert([NewProgress(id: late)], at: 0)
        let areAhead = try [ids[0], late].map {
            walk.isAhead(try state.tree.find($0), of: selection, cursor, in: state)
        }

        #expect(areAhead == [true, false])
    }

    @Test mutating func `what a name has left and something above it still selects is walked over to its end`() throws {
        let selection = Selection.nodes([.init(id: ids[0], text: "")], descendants: true)
        var walk = OpeningWalk(over: selection, in: state)
        defer { walk.end(in: state) }
        _ = walk.next(9, of: selection, showsSummary: false, &cursor, in: state)

        cursor.whole = [ids[1]]
        walk.add([ids[1]])
        let (found, isOver) = walk.next(9, of: selection, showsSummary: false, &cursor, in: state)

        #expect(found.map(\.id) == [ids[1], ids[2]])
        #expect(isOver)
    }
}
