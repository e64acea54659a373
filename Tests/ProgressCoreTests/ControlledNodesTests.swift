import Testing

@testable import ProgressCore

struct ControlledNodesTests {
    private static func id(_ number: Int) -> ProgressID { ProgressID(high: 1, low: UInt64(number)) }

    @Test func `the age of a control call is told once, also below its top`() throws {
        let fixture = TreeFixture()
        try fixture.root("A", of: 100)
        try fixture.child("B", of: "A", worth: 10)
        let (top, below) = (
            fixture.tree.forest.id(of: fixture.index("A")), fixture.tree.forest.id(of: fixture.index("B"))
        )
        try fixture.tree.control(fixture.index("A"), .pause, by: Caller(role: .operator), at: 1_000)

        let ages = [below, below, top].map { fixture.tree.takeControlAge(of: $0, at: 1_700) }

        #expect(ages == [700, nil, 700])
    }

    @Test func `the newest call counts, and a resume is nothing to wait for`() throws {
        let fixture = TreeFixture()
        try fixture.root("A", of: 100)
        try fixture.root("B", of: 100)
        let ids = ["A", "B"].map { fixture.tree.forest.id(of: fixture.index($0)) }
        for letter in ["A", "B"] {
            try fixture.tree.control(fixture.index(letter), .pause, by: Caller(role: .operator), at: 1_000)
        }
        try fixture.tree.control(fixture.index("A"), .cancel, by: Caller(role: .operator), at: 5_000)
        try fixture.tree.control(fixture.index("B"), .resume, by: Caller(role: .operator), at: 5_000)

        #expect(fixture.tree.takeControlAge(of: ids[0], at: 5_250) == 250)
        #expect(fixture.tree.takeControlAge(of: ids[1], at: 5_250) == nil)
    }

    @Test func `a node that goes is forgotten`() throws {
        let fixture = TreeFixture()
        try fixture.root("A", of: 100)
        try fixture.tree.control(fixture.index("A"), .cancel, by: Caller(role: .operator), at: 1_000)
        let before = fixture.tree.forest.controlled.count

        try fixture.tree.remove(fixture.index("A"), pending: .credit, at: 1_001)

        let after = fixture.tree.forest.controlled.count
        #expect(before == 1 && after == 0)
    }

    @Test func `however many are controlled, the newest are kept and no more than a bound`() {
        var nodes = ControlledNodes()

        for number in 0..<50_000 {
            if number % 100 == 0 { nodes.beginCall() }
            nodes.note(Self.id(number), wasPaused: false, at: Int64(number))
        }

        #expect(nodes.count == ControlledNodes.capacity)
        #expect(nodes.take(Self.id(49_999)) == 49_999)
        #expect(nodes.take(Self.id(50_000 - ControlledNodes.capacity)) == Int64(50_000 - ControlledNodes.capacity))
        #expect(nodes.take(Self.id(50_000 - ControlledNodes.capacity - 1)) == nil)
    }

    @Test func `one call on a large tree leaves room for others`() {
        var nodes = ControlledNodes()
        nodes.beginCall()

        for number in 0..<100_000 { nodes.note(Self.id(number), wasPaused: false, at: 1) }

        #expect(nodes.count == ControlledNodes.mostOfOneCall)
        #expect(nodes.take(Self.id(0)) == 1)
        #expect(nodes.take(Self.id(99_999)) == nil)
    }

    @Test func `one that was paused is forgotten where a large call cancels it, and has no room for it`() {
        var nodes = ControlledNodes()
        nodes.beginCall()
        nodes.note(Self.id(100_000), wasPaused: false, at: 1)
        nodes.beginCall()

        for number in 0...100_000 { nodes.note(Self.id(number), wasPaused: number == 100_000, at: 2) }

        #expect(nodes.take(Self.id(100_000)) == nil)
    }

    @Test func `what comes and goes for ever leaves nothing behind`() {
        var nodes = ControlledNodes()

        for number in 0..<100_000 {
            nodes.beginCall()
            nodes.note(Self.id(number % 7), wasPaused: false, at: Int64(number))
            if number % 2 == 0 { _ = nodes.take(Self.id(number % 7)) }
        }

        #expect(nodes.count <= 7)
        #expect(nodes.placeCount <= 4 * ControlledNodes.capacity + 1)
    }
}
