import ProgressCore
import Testing

/// The call that says that the work is done (docs/contract.md, section 4).
struct FinishTests {
    private let fixture = TreeFixture()

    @Test(arguments: [(3, 10, 10, 10), (0, 0, 1, 1), (0, -1, 1, 1), (5, -1, 5, 5), (-3, 10, 10, 10), (-3, -1, 1, 1)])
    func `completed becomes the total, or both what was completed`(
        completed: Int64,
        total: Int64,
        finalCompleted: Int64,
        finalTotal: Int64
    ) throws {
        try fixture.root("r", completed, of: total)

        try fixture.finish("r")

        #expect(fixture.snapshot("r").completedUnitCount == finalCompleted)
        #expect(fixture.snapshot("r").totalUnitCount == finalTotal)
        #expect(fixture.state("r") == .finished)
    }

    @Test func `children are credited, and what works below is cancelled`() throws {
        try fixture.root("top", 0, of: 2)
        try fixture.child("r", of: "top", worth: 2, 0, of: 10)
        try fixture.child("a", of: "r", worth: 8, 5)
        try fixture.child("b", of: "r", worth: 4)
        try fixture.child("deep", of: "a", worth: 1)

        try fixture.finish("r", by: Caller(role: .reporter, user: "me"))

        #expect(fixture.completed("r") == 12)
        #expect(fixture.state("top") == .finished)
        for letter in ["a", "b", "deep"] {
            #expect(fixture.state(letter) == .cancelled)
            let control = fixture.snapshot(letter).trace?.control
            let caller = Caller(role: .reporter, user: "me")
            #expect(control == LastControl(action: .cancel, reason: nil, by: caller, at: fixture.now))
        }
        #expect(fixture.snapshot("r").details == nil)
        try fixture.complete("b", by: 10)
        #expect(fixture.completed("r") == 12)
    }

    @Test func `a finished one stays as it is, a failed or cancelled one refuses`() throws {
        try fixture.root("done", 10)
        try fixture.child("works", of: "done", worth: 1)
        try fixture.root("failed")
        try fixture.fail("failed")
        try fixture.root("cancelled", 10)
        let version = fixture.snapshot("done").version

        try fixture.finish("done")

        #expect(fixture.snapshot("done").version == version)
        #expect(fixture.state("works") == .running)
        #expect(throws: ProgressError.alreadyFailed(fixture.id("failed"))) { try fixture.finish("failed") }
        try fixture.complete("cancelled", by: -1)
        try fixture.control("cancelled", .cancel)
        #expect(throws: ProgressError.alreadyCancelled(fixture.id("cancelled"))) { try fixture.finish("cancelled") }
    }

    @Test func `credits that would overflow change nothing`() throws {
        try fixture.root("r", 0, of: 10)
        try fixture.child("a", of: "r", worth: .max)
        try fixture.child("b", of: "r", worth: 1)
        let before = fixture.picture()

        #expect(throws: ProgressError.countOverflow(id: fixture.id("r"), count: .max, addend: 1)) {
            try fixture.finish("r")
        }
        #expect(fixture.picture() == before)
    }

    @Test func `what vanishes when it finishes vanishes`() throws {
        try fixture.root("r") { $0.removeWhenFinished = true }

        let written = try fixture.finish("r")

        guard case .vanished(let snapshot) = written else {
            Issue.record("it is still there")
            return
        }
        #expect(snapshot.isFinished)
        #expect(!fixture.lives("r"))
    }
}
