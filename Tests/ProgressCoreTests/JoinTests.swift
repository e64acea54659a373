import ProgressCore
import Testing

/// How a node gets a parent: created below one, or attached to it.
struct JoinTests {
    @Test func `a child that joins finished is credited at once`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", 1, of: 10)
        try fixture.root("done", 3, of: 3)

        try fixture.child("created", of: "p", worth: 2, 4, of: 4)
        try fixture.attach("done", to: "p", worth: 3)

        #expect(fixture.completed("p") == 6)
        #expect(fixture.fraction("p") == 0.6)
    }

    @Test func `a child that joins half done counts at once and is credited when it finishes`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", 0, of: 10)
        try fixture.root("half", 2, of: 4)

        try fixture.attach("half", to: "p", worth: 6)
        let joined = (fixture.completed("p"), fixture.fraction("p"))
        try fixture.complete("half", by: 2)

        #expect(joined == (0, 0.3))
        #expect(fixture.completed("p") == 6)
    }

    @Test func `what joins finished can finish its parent, and so on to the root`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", 0, of: 1)
        try fixture.child("c", of: "p", worth: 1, 0, of: 1)

        try fixture.child("g", of: "c", worth: 1, 1, of: 1)

        #expect(fixture.state("p") == .finished)
        #expect(fixture.snapshot("p").finishedAt == fixture.now)
    }

    @Test func `attaching fixes parent, pending units, root and depth of the whole subtree`() throws {
        let fixture = TreeFixture()
        try fixture.root("p")
        try fixture.root("c")
        try fixture.child("g", of: "c", worth: 1)

        try fixture.attach("c", to: "p", worth: 4)

        let child = fixture.snapshot("c")
        #expect(child.parentID == fixture.id("p"))
        #expect(child.pendingUnitCount == 4)
        #expect(child.rootID == fixture.id("p"))
        #expect([child.depth, fixture.snapshot("g").depth] == [1, 2])
        #expect(fixture.snapshot("g").rootID == fixture.id("p"))
        #expect(fixture.snapshot("p").childCount == 1)
        #expect(fixture.tree.forest.rootsCount == 1)
        #expect(["p", "c", "g"].map { fixture.snapshot($0).version } == [2, 3, 2])
    }

    @Test func `children stand in the order in which they joined`() throws {
        let fixture = TreeFixture()
        try fixture.root("late")
        try fixture.root("p")
        try fixture.child("a", of: "p", worth: 1)
        try fixture.child("b", of: "p", worth: 1)

        try fixture.attach("late", to: "p", worth: 1)
        try fixture.remove("a")

        #expect(fixture.children(of: "p") == [fixture.id("b"), fixture.id("late")])
    }

    @Test func `a node that has a parent cannot get another`() throws {
        let fixture = TreeFixture()
        try fixture.root("p")
        try fixture.root("q")
        try fixture.child("c", of: "p", worth: 1)
        let before = fixture.picture()

        #expect(throws: ProgressError.alreadyHasParent(child: fixture.id("c"), parent: fixture.id("p"))) {
            try fixture.attach("c", to: "q", worth: 1)
        }

        #expect(fixture.picture() == before)
    }

    @Test func `neither itself nor an ancestor can become a child`() throws {
        let fixture = TreeFixture()
        try fixture.root("p")
        try fixture.child("c", of: "p", worth: 1)
        try fixture.child("g", of: "c", worth: 1)
        let before = fixture.picture()

        for parent in ["p", "c", "g"] {
            #expect(throws: ProgressError.cycle(child: fixture.id("p"), parent: fixture.id(parent))) {
                try fixture.attach("p", to: parent, worth: 1)
            }
        }

        #expect(fixture.picture() == before)
    }

    @Test func `negative pending units are refused`() throws {
        let fixture = TreeFixture()
        try fixture.root("p")
        try fixture.root("c")
        let before = fixture.picture()
        let negative = ProgressError.negativePending(-1)

        #expect(throws: negative) { try fixture.attach("c", to: "p", worth: -1) }
        #expect(throws: negative) { try fixture.child("x", of: "p", worth: -1) }
        #expect(throws: negative) { _ = try fixture.reserve(-1, of: "p") }

        #expect(fixture.picture() == before)
    }

    @Test func `what joins a cancelled or failed parent is cancelled, what is over stays as it is`() throws {
        for ends in [false, true] {
            let fixture = TreeFixture()
            try fixture.root("p")
            try fixture.root("c")
            try fixture.child("running", of: "c", worth: 1)
            try fixture.child("finished", of: "c", worth: 1, 1, of: 1)
            try fixture.child("below", of: "finished", worth: 1)
            try fixture.child("failed", of: "c", worth: 1)
            try fixture.fail("failed")
            if ends { try fixture.control("p", .cancel) } else { try fixture.fail("p") }

            try fixture.attach("c", to: "p", worth: 1)
            try fixture.child("new", of: "p", worth: 1)

            #expect(["c", "running", "below", "new"].allSatisfy { fixture.state($0) == .cancelled })
            #expect(fixture.state("finished") == .finished)
            #expect(!fixture.snapshot("finished").isCancelled)
            #expect(fixture.state("failed") == .failed)
            #expect(!fixture.snapshot("failed").isCancelled)
        }
    }

    @Test func `what joins a paused parent is paused, and cancelled too if the parent is both`() throws {
        let fixture = TreeFixture()
        try fixture.root("p")
        try fixture.control("p", .pause)
        try fixture.child("paused", of: "p", worth: 1)

        try fixture.control("p", .cancel)
        try fixture.child("both", of: "p", worth: 1)

        let both = fixture.snapshot("both")
        #expect(fixture.snapshot("paused").isPaused)
        #expect(both.isPaused && both.isCancelled)
        #expect(both.state == .cancelled)
        #expect(both.version == 1)
    }

    @Test func `a whole tree is created at once, with its credits inside`() throws {
        let fixture = TreeFixture()
        let top = fixture.new("p", 1, of: 10)
        let first = fixture.new("a", 0, of: 2) {
            $0.parentPosition = 0
            $0.pendingUnitCount = 4
        }
        let second = fixture.new("b", 1, of: 2) {
            $0.parentPosition = 0
            $0.pendingUnitCount = 4
        }
        let below = fixture.new("c", 9, of: 9) {
            $0.parentPosition = 1
            $0.pendingUnitCount = 2
        }

        try fixture.insert([top, first, second, below], under: nil)

        #expect(fixture.completed("a") == 2)
        #expect(fixture.completed("p") == 5)
        #expect(fixture.fraction("p") == 0.7)
        #expect(["p", "a", "b", "c"].map { fixture.snapshot($0).version } == [1, 1, 1, 1])
        #expect(["p", "a", "b", "c"].map { fixture.snapshot($0).depth } == [0, 1, 1, 2])
        #expect(fixture.children(of: "p") == [fixture.id("a"), fixture.id("b")])
    }

    @Test func `a whole tree under a parent is one change of the parent`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", 0, of: 10)
        let top = fixture.new("a", 0, of: 2) { $0.pendingUnitCount = 4 }
        let below = fixture.new("b", 1, of: 1) {
            $0.parentPosition = 0
            $0.pendingUnitCount = 2
        }

        try fixture.insert([top, below], under: "p")

        #expect(fixture.completed("p") == 4)
        #expect(fixture.snapshot("p").version == 2)
        #expect(fixture.snapshot("p").childCount == 1)
    }

    @Test func `a tree with one bad node is not created at all`() throws {
        let fixture = TreeFixture()
        try fixture.root("taken") {
            $0.details = ProgressDetails(); $0.details?.name = "disk"
        }
        let top = fixture.new("p")
        let named = fixture.new("a") {
            $0.parentPosition = 0
            $0.details = ProgressDetails()
            $0.details?.name = "disk"
        }
        let negative = fixture.new("b") {
            $0.parentPosition = 0
            $0.pendingUnitCount = -5
        }

        #expect(throws: ProgressError.nameTaken("disk")) { try fixture.insert([top, named], under: nil) }
        #expect(throws: ProgressError.negativePending(-5)) { try fixture.insert([top, negative], under: nil) }

        #expect(fixture.tree.nodeCount == 1)
        #expect(fixture.tree.forest.rootsCount == 1)
    }
}
