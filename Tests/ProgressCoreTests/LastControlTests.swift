import ProgressCore
import Testing

/// The last control of a progress: its caller and its reason (docs/contract.md, section 1).
struct LastControlTests {
    private let fixture = TreeFixture()
    private let somebody = Caller(role: .operator, user: "somebody")

    private func control(_ letter: String) -> LastControl? { fixture.snapshot(letter).trace?.control }

    @Test func `the newest call that changed a node is kept, here and below`() throws {
        try fixture.root("r")
        try fixture.child("c", of: "r", worth: 1) { $0.details = ProgressDetails() }
        try fixture.control("c", .pause, reason: "first")
        let first = LastControl(action: .pause, reason: "first", by: Caller(role: .operator), at: fixture.now)
        fixture.now += 1_000

        try fixture.control("r", .pause, reason: "lunch", by: somebody)
        try fixture.control("r", .pause, reason: "again")

        #expect(control("r") == LastControl(action: .pause, reason: "lunch", by: somebody, at: fixture.now))
        #expect(control("c") == first)
    }

    @Test func `what joins takes its parent's, if that changes it`() throws {
        try fixture.root("r")
        try fixture.control("r", .pause, reason: "lunch", by: somebody)
        let lunch = control("r")
        fixture.now += 1_000
        try fixture.child("new", of: "r", worth: 1)
        try fixture.root("old")
        try fixture.attach("old", to: "r", worth: 1)
        let joined = [control("new"), control("old")]
        try fixture.control("r", .resume)
        try fixture.child("later", of: "r", worth: 1)

        #expect(joined == [lunch, lunch])
        #expect(control("old")?.action == .resume)
        #expect(control("later") == nil)
    }

    @Test func `what a failure cancels is cancelled by it, without a reason; so is what joins later`() throws {
        try fixture.root("r")
        try fixture.child("c", of: "r", worth: 1)
        let failedAt = fixture.now

        try fixture.fail("r", by: somebody)
        fixture.now += 1_000
        try fixture.child("late", of: "r", worth: 1)

        let cancel = LastControl(action: .cancel, reason: nil, by: somebody, at: failedAt)
        #expect(control("r") == nil)
        #expect(control("c") == cancel && control("late") == cancel)
        #expect(fixture.snapshot("r").details?.failure?.by == somebody)
        #expect(fixture.snapshot("r").details?.failure?.at == failedAt)
    }

    @Test(arguments: [nil, "lunch", String(repeating: "much too long", count: 9)])
    func `all nodes that a call changes share what it leaves, named or not, with its texts or without`(
        reason: String?
    ) throws {
        let fixture = TreeFixture { $0.maximumTextByteCount = 40 }
        try fixture.root("r")
        for letter in ["a", "named"] {
            try fixture.child(letter, of: "r", worth: 1) { new in
                if letter == "a" { return }
                new.details = ProgressDetails()
                new.details?.name = "own"
            }
        }

        for call in [Control.pause, .resume, .cancel] {
            try fixture.control("r", call, reason: reason)

            let traces = ["r", "a", "named"].map { fixture.snapshot($0).trace }
            #expect(traces.allSatisfy { $0?.control?.action == call })
            #expect(Set(traces.map { $0.map(ObjectIdentifier.init) }).count == 1)
        }
        #expect(fixture.snapshot("named").details?.name == "own")
    }

    @Test func `a reason that does not fit is left out, and so is the user`() throws {
        let fixture = TreeFixture { $0.maximumTextByteCount = 10 }
        try fixture.root("r")

        try fixture.control("r", .pause, reason: "much too long", by: somebody)

        let bare = LastControl(action: .pause, reason: nil, by: Caller(role: .operator), at: fixture.now)
        #expect(fixture.snapshot("r").trace?.control == bare)
        #expect(fixture.heldTextByteCount == 0)
    }
}
