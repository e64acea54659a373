import ProgressCore
import Testing

@testable import ProgressRegistry
@testable import ProgressStreams

/// Where a walk says that it is.
struct OpeningWalkTests {
    @Test func `what it stands below is not ahead, though another top leads there again`() throws {
        let ids = (1...3 as ClosedRange<UInt64>).map { ProgressID(high: 0, low: $0) }
        let state = RegistryState(limits: ProgressLimits())
        let chain = zip(ids, (-1)...).map { id, parent in
            var one = NewProgress(id: id)
            one.parentPosition = parent
            return one
        }
        _ = try state.tree.insert(chain, at: 0)
        let selection = Selection.nodes([.init(id: ids[1], text: "", name: "backup")], descendants: true)
        var cursor = OpeningCursor(after: 0, knowsOnlyTold: true)
        var walk = OpeningWalk(over: selection, in: state)
        defer { walk.end(in: state) }

        let found = walk.next(1, of: selection, showsSummary: false, &cursor, in: state).found
        walk.add([ids[1]])
        let areAhead = try ids.map { walk.isAhead(try state.tree.find($0), of: selection, cursor, in: state) }

        #expect(found.map(\.id) == [ids[1]])
        #expect(areAhead == [false, false, true])
    }
}
