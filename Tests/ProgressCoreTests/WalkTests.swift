import ProgressCore
import Testing

struct WalkTests {
    /// r ( a ( a1 a2 ) b ( b1 ) c )
    private func fixture() throws -> TreeFixture {
        let fixture = TreeFixture()
        try fixture.root("r")
        for letter in ["a", "b", "c"] { try fixture.child(letter, of: "r", worth: 1) }
        for letter in ["a1", "a2"] { try fixture.child(letter, of: "a", worth: 1) }
        try fixture.child("b1", of: "b", worth: 1)
        return fixture
    }

    /// That many steps as text: letters of nodes, `)` where a level ends, `.` at the end.
    private func steps(_ count: Int, of walk: Int, _ fixture: TreeFixture) -> String {
        var text = ""
        for _ in 0..<count {
            switch fixture.tree.step(walk) {
            case .node(let index, _, let isOpened):
                let id = fixture.tree.forest.id(of: index)
                let letter = ["r", "a", "b", "c", "a1", "a2", "b1", "new", "s"].first { fixture.names($0, id) } ?? "?"
                text += letter + (isOpened ? "(" : " ")
            case .levelEnds: text += ")"
            case .over:
                text += "."
                return text
            }
        }
        return text
    }

    @Test func `a walk meets parents before children and ends every level`() throws {
        let fixture = try fixture()

        let walk = fixture.tree.beginWalk(over: fixture.index("r"))

        #expect(steps(99, of: walk, fixture) == "r(a(a1()a2())b(b1())c()).")
    }

    @Test func `a walk stops at its depth`() throws {
        let fixture = try fixture()

        let walk = fixture.tree.beginWalk(over: fixture.index("r"), depth: 1)

        #expect(steps(99, of: walk, fixture) == "r(a b c ).")
    }

    @Test func `a walk goes on behind what is removed around it`() throws {
        let fixture = try fixture()
        let walk = fixture.tree.beginWalk(over: fixture.index("r"))
        let before = steps(3, of: walk, fixture)

        try fixture.remove("a")

        #expect(before == "r(a(a1(")
        #expect(steps(99, of: walk, fixture) == "))b(b1())c()).")
    }

    @Test func `a walk passes over a next node that is removed, and meets one that is added`() throws {
        let fixture = try fixture()
        let walk = fixture.tree.beginWalk(over: fixture.index("r"))
        let before = steps(2, of: walk, fixture)

        try fixture.remove("a1")
        try fixture.child("new", of: "r", worth: 1)

        #expect(before == "r(a(")
        #expect(steps(99, of: walk, fixture) == "a2())b(b1())c()new()).")
    }

    @Test func `a walk ends with its levels closed when everything around it is removed`() throws {
        let fixture = try fixture()
        let walk = fixture.tree.beginWalk(over: fixture.index("a"))
        let before = steps(2, of: walk, fixture)

        try fixture.remove("r")

        #expect(before == "a(a1(")
        #expect(steps(99, of: walk, fixture) == ")).")
    }

    @Test func `a walk over a tree that becomes a child stays inside it`() throws {
        let fixture = try fixture()
        try fixture.root("s")
        let walk = fixture.tree.beginWalk(over: fixture.index("r"))
        let before = steps(1, of: walk, fixture)

        try fixture.attach("r", to: "s", worth: 1)
        try fixture.child("new", of: "s", worth: 1)

        #expect(before == "r(")
        #expect(steps(99, of: walk, fixture) == "a(a1()a2())b(b1())c()).")
    }

    @Test func `a walk continues in a tree that replaces its own`() throws {
        let (old, new) = (try fixture(), try fixture())
        let walk = old.tree.beginWalk(over: old.index("r"))
        let before = steps(3, of: walk, old)

        new.tree.continueWalks(of: old.tree)

        #expect(before == "r(a(a1(")
        #expect(steps(99, of: walk, new) == ")a2())b(b1())c()).")
    }

    @Test func `a walk ends the levels that are not in the tree that replaces its own`() throws {
        let (old, new) = (try fixture(), TreeFixture())
        try new.root("r")
        let walk = old.tree.beginWalk(over: old.index("r"))
        let before = steps(3, of: walk, old)

        new.tree.continueWalks(of: old.tree)

        #expect(before == "r(a(a1(")
        #expect(steps(99, of: walk, new) == "))).")
    }

    @Test func `a list continues with its next root where the trees are replaced`() throws {
        let (old, new) = (try fixture(), try fixture())
        for fixture in [old, new] { try fixture.root("new") }
        let walk = old.tree.beginWalk(overRootsFrom: old.tree.forest.newestRoot)
        let before = steps(1, of: walk, old)

        new.tree.continueWalks(of: old.tree)

        #expect(before == "new ")
        #expect(steps(99, of: walk, new) == "r .")
        new.tree.endWalk(walk)
    }
}
