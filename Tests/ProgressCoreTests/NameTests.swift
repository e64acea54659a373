import Testing

@testable import ProgressCore

/// A name outlives its runs: an ended run gives it up to the next.
struct NameTests {
    private func named(_ name: String) -> (inout NewProgress) -> Void {
        { new in
            new.details = ProgressDetails()
            new.details?.name = name
        }
    }

    @Test func `a create takes the name of a node that has ended, which keeps showing it`() throws {
        let fixture = TreeFixture()
        try fixture.root("old", 10, of: 10, named("backup"))
        let before = fixture.snapshot("old")

        try fixture.root("new", 0, named("backup"))

        let found = try fixture.tree.find(name: "backup")
        #expect(found == fixture.index("new"))
        #expect(fixture.snapshot("old").details?.name == "backup")
        #expect(Visible(fixture.snapshot("old")) == Visible(before))
    }

    @Test(arguments: [Control.cancel, .pause])
    func `only what is finished, failed or cancelled gives its name up`(control: Control) throws {
        let fixture = TreeFixture()
        try fixture.root("old", 0, named("backup"))
        try fixture.control("old", control)

        let result = Result { try fixture.root("new", 0, named("backup")) }

        #expect((try? result.get()) != nil || control == .pause)
        if control == .pause { #expect(throws: ProgressError.nameTaken("backup")) { try result.get() } }
    }

    @Test func `what works below a node that has ended does not keep its name`() throws {
        let fixture = TreeFixture()
        try fixture.root("old", 10, of: 10, named("backup"))
        try fixture.child("step", of: "old", worth: 1, 0, named("copy"))

        try fixture.root("new", 0, named("backup"))

        #expect(throws: ProgressError.nameTaken("copy")) { try fixture.root("other", 0, named("copy")) }
        #expect(fixture.state("step") == .running)
    }

    @Test func `a name that was lost does not come back, and frees nothing`() throws {
        let fixture = TreeFixture { $0.nodesFreedAtOnce = 0 }
        try fixture.root("old", 10, of: 10, named("backup"))
        try fixture.root("new", 0, named("backup"))

        try fixture.setCounts("old", 0, of: 10)
        try fixture.edit("old", .name("backup"))
        try fixture.remove("old")
        while fixture.tree.free(most: 1) {}

        let found = try fixture.tree.find(name: "backup")
        #expect(found == fixture.index("new"))
        try fixture.remove("new")
        #expect(!fixture.lives(name: "backup"))
    }

    @Test func `a node that is not finished any more keeps its name if nobody took it`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", 10, of: 10, named("backup"))

        try fixture.setCounts("p", 5, of: 10)

        #expect(throws: ProgressError.nameTaken("backup")) { try fixture.root("new", 0, named("backup")) }
        let found = try fixture.tree.find(name: "backup")
        #expect(found == fixture.index("p"))
    }

    @Test func `an edit of the name takes it over as well`() throws {
        let fixture = TreeFixture()
        try fixture.root("old", 10, of: 10, named("backup"))
        try fixture.root("new", 0, named("other"))

        try fixture.edit("new", .name("backup"))

        let found = try fixture.tree.find(name: "backup")
        #expect(found == fixture.index("new"))
        #expect(!fixture.lives(name: "other"))
    }

    @Test func `who lost its name may be given another, and that one counts`() throws {
        let fixture = TreeFixture()
        try fixture.root("old", 10, of: 10, named("backup"))
        try fixture.root("new", 0, named("backup"))

        try fixture.edit("old", .name("last"))

        let (last, backup) = (try fixture.tree.find(name: "last"), try fixture.tree.find(name: "backup"))
        #expect(last == fixture.index("old"))
        #expect(backup == fixture.index("new"))
    }

    @Test func `a name is taken only from what the caller reaches`() throws {
        let fixture = TreeFixture()
        try fixture.root("top")
        try fixture.child("old", of: "top", worth: 1, 10, of: 10, named("copy"))
        try fixture.root("elsewhere")
        let taken = [fixture.new("a", 0, named("copy"))]

        for reach in [NameReach.nothing, .subtree(fixture.id("elsewhere"))] {
            #expect(throws: ProgressError.nameTaken("copy")) {
                try fixture.tree.insert(taken, takingNamesIn: reach, at: fixture.now)
            }
            #expect(throws: ProgressError.nameTaken("copy")) {
                try fixture.tree.edit(
                    fixture.index("elsewhere"),
                    [.name("copy")],
                    takingNamesIn: reach,
                    at: fixture.now
                )
            }
        }
        let top = fixture.id("top")
        _ = try fixture.tree.insert(taken, takingNamesIn: .subtree(top), at: fixture.now)
    }

    @Test func `a create gives a name once`() throws {
        let fixture = TreeFixture()
        try fixture.root("old", 10, of: 10, named("copy"))
        let top = fixture.new("top", 0, named("copy"))
        let below = fixture.new("below") {
            named("copy")(&$0)
            $0.parentPosition = 0
        }

        #expect(throws: ProgressError.nameTaken("copy")) { try fixture.insert([top, below], under: nil) }

        let found = try fixture.tree.find(name: "copy")
        #expect(found == fixture.index("old"))
    }

    @Test func `whoever watches hears from whom a name went to whom`() throws {
        let fixture = TreeFixture()
        try fixture.root("old", 10, of: 10, named("backup"))
        fixture.tree.forest.recordsTouches = false
        try fixture.root("alone", 0, named("other"))
        fixture.tree.changes.removeAll()

        try fixture.root("new", 0, named("backup"))

        let moves = fixture.tree.changes.nameMoves
        #expect(moves.map(\.name) == ["backup"])
        #expect(moves.map(\.from) == [fixture.id("old")])
        #expect(moves.map(\.to) == [fixture.id("new")])
        #expect(moves.map(\.stamp) == [fixture.tree.sequence])
    }
}
