import ProgressCore
import Testing

/// The marks and moves of a change, as watchers get them.
struct ChangesTests {
    /// The touched nodes and what touched them, since they were last asked for.
    private func touches(_ fixture: TreeFixture) -> [ProgressID: Changes.Kinds] {
        var touches: [ProgressID: Changes.Kinds] = [:]
        for touch in fixture.tree.changes.touches { touches[touch.id, default: []].formUnion(touch.kinds) }
        fixture.tree.changes.removeAll()
        return touches
    }

    @Test func `an update touches the node and every ancestor whose fraction moved`() throws {
        let fixture = TreeFixture()
        try fixture.root("p")
        try fixture.child("c", of: "p", worth: 0)
        try fixture.child("g", of: "c", worth: 1)
        fixture.heartbeat("g")
        _ = touches(fixture)

        try fixture.complete("g", by: 1)

        #expect(touches(fixture) == [fixture.id("g"): .progress, fixture.id("c"): .progress])
    }

    @Test func `a finish is a change of state for each node that it reaches`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", 0, of: 1)
        try fixture.child("c", of: "p", worth: 1)
        _ = touches(fixture)

        try fixture.complete("c", by: 10)

        let both: Changes.Kinds = [.progress, .state]
        #expect(touches(fixture) == [fixture.id("c"): both, fixture.id("p"): both])
    }

    @Test func `joining learns of the child, with all that is below it`() throws {
        let fixture = TreeFixture()
        try fixture.root("p")
        try fixture.root("c")
        try fixture.child("g", of: "c", worth: 1)
        let created = touches(fixture)

        try fixture.attach("c", to: "p", worth: 1)
        let left = fixture.tree.changes.departures.map(\.kind)
        let attached = touches(fixture)

        #expect(created[fixture.id("p")] == .created)
        #expect(created[fixture.id("g")] == .joined)
        #expect(attached[fixture.id("c")] == [.joined, .details])
        #expect(attached[fixture.id("g")] == [.moved, .details])
        #expect(attached[fixture.id("p")] == .progress)
        #expect(left == [.joined])
    }

    @Test func `a tree that joins is told from its top down, whatever its new parent does to it`() throws {
        let fixture = TreeFixture()
        try fixture.root("p")
        try fixture.root("c", 1, of: 1)
        try fixture.child("g", of: "c", worth: 0)
        try fixture.control("p", .pause)
        _ = touches(fixture)

        try fixture.attach("c", to: "p", worth: 1)

        let order = fixture.tree.changes.touches.map(\.id)
        #expect(order.prefix(2) == [fixture.id("c"), fixture.id("g")])
        #expect(touches(fixture)[fixture.id("g")] == [.moved, .details, .state])
    }

    @Test func `a removal names the top, and below it those who are watched`() throws {
        let fixture = TreeFixture()
        try fixture.root("p")
        try fixture.child("c", of: "p", worth: 1)
        try fixture.child("g", of: "c", worth: 1)
        fixture.tree.forest.setWatched(fixture.index("g"), itself: true, descendants: false)
        _ = touches(fixture)

        try fixture.remove("c")

        let departures = fixture.tree.changes.departures
        #expect(departures.map(\.id) == [fixture.id("c"), fixture.id("g")])
        #expect(departures.map(\.kind) == [.removed, .removedBelow])
        #expect(departures.map(\.parentID) == [fixture.id("p"), nil])
    }

    @Test func `what vanishes below another leaves its last moment where it was`() throws {
        let fixture = TreeFixture()
        try fixture.root("p")
        try fixture.child("c", of: "p", worth: 1) { $0.removeWhenFinished = true }
        try fixture.child("g", of: "c", worth: 10)
        fixture.tree.forest.setWatched(fixture.index("g"), itself: true, descendants: false)
        _ = touches(fixture)

        try fixture.complete("g", by: 10)

        let last = fixture.tree.changes.departures.first { $0.kind == .removedBelow }?.last?.snapshot
        #expect(last?.state == .finished)
        #expect(last?.depth == 2)
        #expect(last?.rootID == fixture.id("p"))
    }

    @Test func `what vanishes as it finishes leaves its last moment`() throws {
        let fixture = TreeFixture()
        try fixture.root("p")
        try fixture.child("c", of: "p", worth: 1) { $0.removeWhenFinished = true }
        _ = touches(fixture)

        try fixture.complete("c", by: 10)

        let last = fixture.tree.changes.departures.first?.last
        #expect(last?.snapshot.state == .finished)
        #expect(last?.snapshot.fractionCompleted == 1)
        #expect(last?.kinds == [.progress, .state])
    }

    @Test func `a root with other labels, another file or another name leaves the lists that it was in`() throws {
        let fixture = TreeFixture()
        try fixture.root("p")
        try fixture.child("c", of: "p", worth: 1)
        try fixture.edit("p", .label(key: "a", value: "1"))
        _ = touches(fixture)

        try fixture.edit("p", .label(key: "a", value: "2"))
        try fixture.edit("p", .fileURL("file:///x"))
        try fixture.edit("p", .kind("file"))
        try fixture.edit("c", .label(key: "a", value: "2"), .name("d"))
        try fixture.edit("p", .name("q"))

        let departures = fixture.tree.changes.departures
        #expect(departures.map(\.kind) == [.relabelled, .relabelled, .relabelled])
        #expect(departures.last?.newDetails?.details.name == "q")
        #expect(departures.first?.details?.details.labels.first?.value == "1")
    }

    @Test func `touches are not kept while nobody reads them, departures are`() throws {
        let fixture = TreeFixture()
        fixture.tree.forest.recordsTouches = false
        try fixture.root("p")

        try fixture.complete("p", by: 10)
        try fixture.remove("p")

        let (touches, departures) = (fixture.tree.changes.touches.count, fixture.tree.changes.departures.count)
        #expect((touches, departures) == (0, 1))
    }
}
