import Testing

@testable import ProgressCore

/// The runs that a name remembers, and the members that it keeps of them.
struct RunTests {
    private func named(_ name: String) -> (inout NewProgress) -> Void {
        { new in
            new.details = ProgressDetails()
            new.details?.name = name
        }
    }

    /// Runs of `name` that finish after so many seconds each, and are removed.
    private func finish(_ name: String, _ fixture: TreeFixture, after seconds: [Int64]) throws {
        for second in seconds {
            try fixture.root("r", 0, named(name))
            fixture.now += second * 1_000
            try fixture.setCounts("r", 10, of: 10)
            try fixture.remove("r")
        }
    }

    @Test func `runs are counted, each with the one before`() throws {
        let fixture = TreeFixture()

        try fixture.root("a", 10, of: 10, named("x"))
        try fixture.root("b", 10, of: 10, named("x"))
        try fixture.root("other", 0, named("y"))
        try fixture.root("plain")

        #expect(fixture.snapshot("a").details?.run == RunPlace(number: 1))
        #expect(fixture.snapshot("b").details?.run == RunPlace(number: 2, previousID: fixture.id("a")))
        #expect(fixture.snapshot("other").details?.run == RunPlace(number: 1))
        #expect(fixture.snapshot("plain").details?.run == nil)
    }

    @Test func `a run is the next of one that is gone, as long as that is remembered`() throws {
        let fixture = TreeFixture { $0.keptRunCount = 1 }
        try fixture.root("a", 0, named("x"))
        try fixture.remove("a")

        try fixture.root("b", 0, named("x"))
        try fixture.remove("b")
        let isForgotten = fixture.forgetRuns(of: "x")
        try fixture.root("c", 0, named("x"))

        #expect(isForgotten)
        #expect(fixture.snapshot("c").details?.run == RunPlace(number: 1))
    }

    @Test func `a forgotten run that works again is the present one, and counts`() throws {
        let fixture = TreeFixture()
        fixture.tree.beginRecording()
        try fixture.root("a", 0, of: 2, named("x"))
        try fixture.finish("a")
        let isForgotten = fixture.forgetRuns(of: "x")
        let forgotten = fixture.runs(of: "x")

        try fixture.edit("a", .totalUnitCount(5))
        let again = fixture.runs(of: "x")
        try fixture.restart()
        let restored = fixture.runs(of: "x")
        try fixture.finish("a")
        try fixture.remove("a")
        let gone = fixture.runs(of: "x")
        try fixture.root("b", 0, named("x"))

        #expect(isForgotten && forgotten.isEmpty)
        #expect(again.map(\.state) == [.running] && restored.map(\.id) == again.map(\.id))
        #expect(gone.map(\.id) == again.map(\.id))
        #expect(fixture.snapshot("b").details?.run == RunPlace(number: 2, previousID: fixture.id("a")))
    }

    @Test func `the list has the present run and those before, newest first`() throws {
        let fixture = TreeFixture()
        try fixture.root("a", 0, named("x"))
        fixture.now += 2_500
        try fixture.fail("a", "no disk")
        try fixture.root("b", 3, of: 10, named("x"))

        let runs = fixture.runs(of: "x")

        #expect(runs.map(\.id) == [fixture.id("b"), fixture.id("a")])
        #expect(runs.map(\.number) == [2, 1])
        #expect(runs.map(\.state) == [.running, .failed])
        #expect(runs.map(\.durationSeconds) == [nil, 2.5])
        #expect(runs[1].failure?.message == "no disk")
        #expect(runs[0].fractionCompleted == 0.3)
    }

    @Test func `a run that is removed before it has ended is cancelled by that, also after a restart`() throws {
        let fixture = TreeFixture()
        fixture.tree.beginRecording()
        for state in ["running", "paused", "failed", "finished"] { try fixture.root(state, 3, named(state)) }
        try fixture.control("paused", .pause)
        try fixture.fail("failed", "no disk")
        try fixture.setCounts("finished", 10, of: 10)
        fixture.now += 2_500

        for state in ["running", "paused", "failed", "finished"] { try fixture.remove(state) }
        let runs = ["running", "paused", "failed", "finished"].map { fixture.runs(of: $0)[0] }
        try fixture.restart()

        #expect(runs.map(\.state) == [.cancelled, .cancelled, .failed, .finished])
        #expect(runs.map(\.durationSeconds) == [2.5, 2.5, 0, 0])
        #expect(["running", "paused", "failed", "finished"].map { fixture.runs(of: $0)[0] } == runs)
    }

    @Test func `an item follows its node, and stays as it was when that goes`() throws {
        let fixture = TreeFixture { $0.retention = 1_000 }
        try fixture.root("a", 10, of: 10, named("x"))
        try fixture.root("b", 0, named("x"))

        try fixture.setCounts("a", 4, of: 10)
        let working = fixture.runs(of: "x")[1].state
        try fixture.setCounts("a", 10, of: 10)
        fixture.pass(5_000)

        #expect(working == .running)
        #expect(!fixture.lives("a"))
        #expect(fixture.runs(of: "x").map(\.state) == [.running, .finished])
    }

    @Test func `a root that joins a parent or is named otherwise leaves the list`() throws {
        let fixture = TreeFixture()
        for letter in ["a", "b", "c"] { try fixture.root(letter, 10, of: 10, named("x")) }
        try fixture.root("parent")

        try fixture.attach("a", to: "parent", worth: 1)
        try fixture.edit("b", .name("y"))

        #expect(fixture.runs(of: "x").map(\.id) == [fixture.id("c")])
        try fixture.remove("parent")
        try fixture.remove("b")
        #expect(fixture.runs(of: "x").map(\.id) == [fixture.id("c")])
        #expect(fixture.runs(of: "y").map(\.id) == [fixture.id("b")])
    }

    @Test func `a child is no run`() throws {
        let fixture = TreeFixture()
        try fixture.root("p")
        try fixture.child("a", of: "p", worth: 1, 10, of: 10, named("x"))
        try fixture.root("b", 0, named("x"))

        #expect(fixture.runs(of: "x").map(\.id) == [fixture.id("b")])
        #expect(fixture.snapshot("b").details?.run?.number == 2)
    }

    @Test func `what ended is forgotten, for good, and what works is not`() throws {
        let fixture = TreeFixture()
        try finish("x", fixture, after: [1])
        try fixture.root("a", 10, of: 10, named("x"))
        try fixture.root("b", 10, of: 10, named("x"))
        try fixture.setCounts("a", 0, of: 10)

        #expect(fixture.forgetRuns(of: "x"))

        #expect(fixture.runs(of: "x").map(\.id) == [fixture.id("a")])
        try fixture.remove("b")
        #expect(fixture.runs(of: "x").map(\.id) == [fixture.id("a")])
        try fixture.setCounts("a", 10, of: 10)
        #expect(fixture.forgetRuns(of: "x"))
        #expect(!fixture.forgetRuns(of: "x"))
        #expect(fixture.runs(of: "x").isEmpty)
    }

    @Test func `the typical duration is the median of those that finished, from three on`() throws {
        let fixture = TreeFixture()
        try finish("x", fixture, after: [9, 1])
        let two = RunItem.typicalDurationSeconds(of: fixture.runs(of: "x"))
        try finish("x", fixture, after: [4])
        let three = RunItem.typicalDurationSeconds(of: fixture.runs(of: "x"))
        try fixture.root("f", 0, named("x"))
        try fixture.fail("f")
        try finish("x", fixture, after: [5])
        let four = RunItem.typicalDurationSeconds(of: fixture.runs(of: "x"))

        #expect(two == nil)
        #expect(three == 4)
        #expect(four == 4.5)
    }

    @Test func `texts of a run are cut between characters' scalars`() throws {
        let fixture = TreeFixture()
        try fixture.root("a", 0, named("x"))

        try fixture.fail("a", "x" + String(repeating: "é", count: 300), code: "c")

        let failure = fixture.runs(of: "x")[0].failure
        #expect(failure?.message == "x" + String(repeating: "é", count: 127))
        #expect(failure?.code == "c")
    }

    @Test func `runs count as text and give way before a create is refused`() throws {
        let fixture = TreeFixture { $0.maximumTextByteCount = 100 }
        try fixture.root("a", 0, named("x"))
        try fixture.fail("a", String(repeating: "m", count: 40))
        try fixture.remove("a")
        let held = fixture.heldTextByteCount

        try fixture.root("b") {
            $0.details = ProgressDetails()
            $0.details?.kind = String(repeating: "k", count: 90)
        }

        #expect(held == 41)
        #expect(fixture.runs(of: "x").isEmpty)
        #expect(fixture.heldTextByteCount == 90)
    }

    @Test func `a run that is given up for the reason of its own pause stays given up`() throws {
        let fixture = TreeFixture { $0.maximumTextByteCount = 8 }
        try fixture.root("a", 10, of: 10, named("x"))
        try fixture.root("b", 0, named("x"))
        // It works again, and still is a run of the name that it lost.
        try fixture.setCounts("a", 1, of: 10)

        try fixture.control("a", .pause, reason: "far too long")

        #expect(fixture.snapshot("a").details?.run?.isForgotten == true)
        #expect(fixture.runs(of: "x").map(\.id) == [fixture.id("b")])
    }
}
