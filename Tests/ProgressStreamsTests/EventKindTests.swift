import ProgressCore
import ProgressStreams
import Testing

struct EventKindTests {
    @Test func `each kind has a counter and a name`() {
        let kinds = EventKind.allCases

        #expect(kinds.map(\.position) == Array(kinds.indices))
        #expect(
            kinds.map { "\($0.name)" }
                == ["snapshot", "progress", "state", "child", "removed", "reset", "synced", "end"]
        )
    }

    @Test func `news of a node is told in the order of the kinds`() {
        var contents: Contents = [.state, .progress, .snapshot]
        var told: [EventKind] = []

        while let kind = contents.popFirst() { told.append(kind) }

        #expect(told == [.snapshot, .progress, .state])
        #expect(contents.isEmpty)
    }
}
