import Testing

@testable import ProgressCore

/// A run that begins in any case ends the one that is there.
struct ReplacedRunTests {
    private let fixture = TreeFixture()

    private func named(_ name: String) -> (inout NewProgress) -> Void {
        { new in
            new.details = ProgressDetails()
            new.details?.name = name
        }
    }

    private func replace(
        _ holder: String,
        with new: [NewProgress],
        under parent: String? = nil,
        within reach: NameReach = .everything
    ) throws {
        let parent = parent.map { fixture.index($0) }
        _ = try fixture.tree.insert(
            new,
            under: parent,
            takingNamesIn: reach,
            replacing: ReplacedRun(fixture.index(holder), by: Caller(role: .reporter)),
            at: fixture.now
        )
    }

    @Test func `a run that works fails in the same change, and what works below it is cancelled`() throws {
        try fixture.root("old", 3, of: 10, named("x"))
        try fixture.child("done", of: "old", worth: 1, 10, of: 10)
        try fixture.child("step", of: "old", worth: 1)
        let stamp = fixture.tree.sequence

        try replace("old", with: [fixture.new("new", 0, named("x"))])

        let failure = fixture.snapshot("old").details?.failure
        #expect(failure?.message == "A newer run began." && failure?.code == "replaced")
        #expect(failure?.by?.role == .reporter && failure?.at == fixture.now)
        #expect(
            [fixture.state("old"), fixture.state("done"), fixture.state("step")] == [.failed, .finished, .cancelled]
        )
        #expect(fixture.tree.sequence == stamp + 1)
        #expect(fixture.runs(of: "x").map(\.state) == [.running, .failed])
    }

    @Test func `what has ended stays as it is, and what works below it is cancelled`() throws {
        try fixture.root("old", 10, of: 10, named("x"))
        try fixture.child("step", of: "old", worth: 1)

        try replace("old", with: [fixture.new("new", 0, named("x"))])

        #expect([fixture.state("old"), fixture.state("step")] == [.finished, .cancelled])
        #expect(!fixture.isWorking("old"))
    }

    @Test func `the names below are free for the new run and for others`() throws {
        try fixture.root("old", 0, named("x"))
        try fixture.child("copy", of: "old", worth: 1, 0, named("copy"))
        try fixture.child("pack", of: "old", worth: 1, 10, of: 10, named("pack"))
        let top = fixture.new("new", 0, named("x"))
        let step = fixture.new("step") {
            named("copy")(&$0)
            $0.parentPosition = 0
        }

        try replace("old", with: [top, step])
        try fixture.root("other", 0, named("pack"))

        #expect(fixture.id(named: "copy") == step.id)
        #expect(fixture.id(named: "pack") == fixture.id("other"))
        #expect(fixture.snapshot("pack").details?.name == "pack")
        let moves = fixture.tree.changes.nameMoves.filter { $0.name == "copy" }
        #expect(moves.last?.from == fixture.id("copy") && moves.last?.to == step.id)
    }

    @Test func `a run that may not begin ends none`() throws {
        try fixture.root("old", 0, named("x"))
        try fixture.root("other", 0, named("y"))
        let twice = fixture.new("b") {
            named("y")(&$0)
            $0.parentPosition = 0
        }
        let before = fixture.picture()

        #expect(throws: ProgressError.nameTaken("y")) {
            try replace("old", with: [fixture.new("a", 0, named("x")), twice])
        }
        #expect(throws: ProgressError.nameTaken("x")) {
            try replace("old", with: [fixture.new("c", 0, named("x"))], within: .nothing)
        }

        #expect(fixture.picture() == before)
    }

    @Test func `a run may begin below the one that it ends, and is cancelled with it`() throws {
        try fixture.root("old", 0, named("x"))

        try replace("old", with: [fixture.new("new", 0, named("x"))], under: "old")

        let found = try fixture.tree.find(name: "x")
        let (parent, state) = (fixture.tree.forest.parent(of: found), fixture.tree.state(of: found))
        #expect(parent == fixture.index("old"))
        #expect(state == .cancelled)
    }
}
