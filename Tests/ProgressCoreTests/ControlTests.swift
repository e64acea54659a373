import ProgressCore
import Testing

/// Cancel, pause, resume and fail.
struct ControlTests {
    /// p with a (running, below it aa), b (finished, below it bb), c (failed, below it cc), d (cancelled).
    private func makeTree() throws -> TreeFixture {
        let fixture = TreeFixture()
        try fixture.root("p", 0, of: 100)
        for letter in ["a", "b", "c", "d"] {
            try fixture.child(letter, of: "p", worth: 10)
            try fixture.child(letter + letter, of: letter, worth: 1)
        }
        try fixture.setCounts("b", 10, of: 10)
        try fixture.fail("c")
        try fixture.control("d", .cancel)
        fixture.now += 1
        return fixture
    }

    private let letters = ["p", "a", "aa", "b", "bb", "c", "cc", "d", "dd"]

    @Test func `cancel reaches every unfinished descendant that has not failed, also below finished ones`() throws {
        let fixture = try makeTree()

        try fixture.control("p", .cancel)

        let cancelled = letters.filter { fixture.snapshot($0).isCancelled }
        #expect(cancelled == ["p", "a", "aa", "bb", "cc", "d", "dd"])
        #expect(fixture.state("b") == .finished)
        #expect(fixture.state("c") == .failed)
        #expect(letters.filter { fixture.snapshot($0).updatedAt == fixture.now } == ["p", "a", "aa", "bb"])
    }

    @Test func `pause and resume pass over cancelled nodes`() throws {
        let fixture = try makeTree()

        try fixture.control("p", .pause)
        let paused = letters.filter { fixture.snapshot($0).isPaused }
        try fixture.control("p", .resume)

        #expect(paused == ["p", "a", "aa", "bb"])
        #expect(letters.allSatisfy { !fixture.snapshot($0).isPaused })
        #expect(fixture.state("p") == .running)
    }

    @Test func `a call that finds nothing to change changes nothing and emits nothing`() throws {
        let fixture = try makeTree()
        try fixture.control("p", .resume)
        try fixture.control("p", .pause)
        try fixture.control("p", .cancel)
        let before = fixture.picture()
        fixture.tree.changes.removeAll()

        fixture.now += 5
        try fixture.control("p", .cancel, reason: "again")
        try fixture.control("d", .cancel)

        #expect(fixture.picture() == before)
        let emitsNothing = fixture.tree.changes.isEmpty
        #expect(emitsNothing)
    }

    @Test func `a child may be resumed on its own below a paused parent`() throws {
        let fixture = try makeTree()
        try fixture.control("p", .pause)

        try fixture.control("a", .resume)

        #expect(fixture.state("a") == .running)
        #expect(fixture.state("aa") == .running)
        #expect(fixture.state("p") == .paused)
    }

    @Test func `pause reaches a child whose parent is already paused`() throws {
        let fixture = try makeTree()
        try fixture.control("p", .pause)
        try fixture.control("aa", .resume)
        let version = fixture.snapshot("p").version

        try fixture.control("p", .pause)

        #expect(fixture.state("aa") == .paused)
        #expect(fixture.snapshot("p").version == version)
    }

    @Test func `a failed node takes no control`() throws {
        let fixture = try makeTree()
        let before = fixture.picture()
        let refusal = ProgressError.alreadyFailed(fixture.id("c"))

        for control in [.cancel, .pause, .resume] as [Control] {
            #expect(throws: refusal) { try fixture.control("c", control) }
        }
        #expect(throws: refusal) { try fixture.fail("c", "second") }

        #expect(fixture.picture() == before)
        #expect(fixture.snapshot("c").details?.failure?.message == "no disk")
    }

    @Test func `a finished node takes no control unless it is cancelled`() throws {
        let fixture = try makeTree()
        let refusal = ProgressError.alreadyFinished(fixture.id("b"))

        for control in [.cancel, .pause, .resume] as [Control] {
            #expect(throws: refusal) { try fixture.control("b", control) }
        }
        #expect(throws: refusal) { try fixture.fail("b") }

        try fixture.setCounts("d", 10, of: 10)
        #expect(throws: Never.self) { try fixture.control("d", .cancel) }
        #expect(throws: ProgressError.alreadyCancelled(fixture.id("d"))) { try fixture.control("d", .pause) }
    }

    @Test func `a cancelled node takes neither pause nor resume nor a failure`() throws {
        let fixture = try makeTree()
        let before = fixture.picture()
        let refusal = ProgressError.alreadyCancelled(fixture.id("d"))

        #expect(throws: refusal) { try fixture.control("d", .pause) }
        #expect(throws: refusal) { try fixture.control("d", .resume) }
        #expect(throws: refusal) { try fixture.fail("d") }

        #expect(fixture.picture() == before)
    }

    @Test func `a failure keeps the fraction, cancels what is below and lets ancestors go on`() throws {
        let fixture = try makeTree()
        try fixture.setCounts("a", 5, of: 10)
        let before = fixture.fraction("p")

        try fixture.fail("a", "disk full", code: "ENOSPC")

        let failed = fixture.snapshot("a")
        #expect(failed.state == .failed)
        #expect(failed.details?.failure?.message == "disk full" && failed.details?.failure?.code == "ENOSPC")
        #expect(failed.fractionCompleted == 0.5)
        #expect(!failed.isCancelled)
        #expect(fixture.state("aa") == .cancelled)
        #expect(fixture.state("p") == .running)
        #expect(fixture.fraction("p") == before)
        let failures = fixture.summary("p").nodeCounts[Int(ProgressState.failed.rawValue)]
        #expect(failures == 2)
    }

    @Test func `counts sent after an end or a pause are accepted and credited`() throws {
        let fixture = try makeTree()
        try fixture.control("a", .pause)

        for letter in ["a", "c", "d"] { try fixture.setCounts(letter, 10, of: 10) }

        #expect(fixture.completed("p") == 40)
        #expect(["a", "c", "d"].allSatisfy { fixture.snapshot($0).isFinished })
        #expect(["a", "c", "d"].map { fixture.state($0) } == [.finished, .failed, .cancelled])
    }

    @Test func `flags stay apart and the state is the first that holds`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", 0, of: -1)
        var states = [fixture.state("p")]

        try fixture.control("p", .pause)
        states.append(fixture.state("p"))
        try fixture.control("p", .cancel)
        states.append(fixture.state("p"))

        #expect(states == [.indeterminate, .paused, .cancelled])
        #expect(fixture.snapshot("p").isPaused)
    }

    @Test func `the directive tells a worker to run, to pause or to cancel, and cancel wins`() throws {
        let fixture = try makeTree()
        var directives = [fixture.snapshot("a").directive]

        try fixture.control("a", .pause)
        directives.append(fixture.snapshot("a").directive)
        try fixture.control("a", .cancel)
        directives.append(fixture.snapshot("a").directive)
        directives.append(fixture.snapshot("c").directive)

        #expect(directives == [.run, .pause, .cancel, .cancel])
        let direct = fixture.tree.forest.directive(of: fixture.index("c"))
        #expect(direct == .cancel)
    }

    @Test func `the hints for interfaces never block a control call`() throws {
        let fixture = TreeFixture()
        try fixture.root("p") {
            $0.isCancellable = false
            $0.isPausable = false
        }

        try fixture.control("p", .pause)
        try fixture.control("p", .cancel)

        #expect(fixture.state("p") == .cancelled)
    }

    @Test func `the reason of a control call stays with what it changed until the state changes again`() throws {
        let fixture = try makeTree()

        try fixture.control("p", .pause, reason: "lunch")
        let paused = fixture.snapshot("aa").trace?.reason
        try fixture.control("p", .resume)

        #expect(paused == "lunch")
        #expect(fixture.snapshot("aa").trace?.reason == nil)
    }

    @Test func `a finish does not carry the reason of an earlier pause`() throws {
        let fixture = try makeTree()
        try fixture.control("a", .pause, reason: "lunch")

        try fixture.setCounts("a", 10, of: 10)

        #expect(fixture.snapshot("a").trace?.reason == nil)
    }
}
