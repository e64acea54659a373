import ProgressCore
import Testing

/// The lease that the service gives: it counts only if nothing else shows that the work continues.
struct DefaultLeaseTests {
    private func makeFixture() -> TreeFixture { TreeFixture { $0.defaultLeaseSeconds = 10 } }

    private func lease(_ seconds: Double?) -> (inout NewProgress) -> Void {
        { $0.apply([.totalUnitCount(10), .leaseSeconds(seconds)]) }
    }

    @Test func `a root without a lease of its own gets one, and shows it`() throws {
        let fixture = makeFixture()
        try fixture.root("p")
        try fixture.root("named") { $0.apply([.totalUnitCount(10), .name("n")]) }

        fixture.pass(9_999)
        let before = fixture.state("p")
        fixture.pass(1)

        #expect(before == .running)
        #expect(fixture.snapshot("p").details?.leaseSeconds == 10)
        #expect(fixture.snapshot("named").details?.leaseSeconds == 10)
        #expect([fixture.state("p"), fixture.state("named")] == [.stalled, .stalled])
    }

    @Test func `a client's own lease counts instead, and none where it declines one`() throws {
        let fixture = makeFixture()
        try fixture.root("own", 0, of: 10, lease(60))
        try fixture.root("none", 0, of: 10, lease(nil))

        fixture.pass(59_999)
        let before = fixture.state("own")
        fixture.pass(1)

        #expect(before == .running)
        #expect(fixture.state("own") == .stalled)
        #expect(fixture.state("none") == .running)
        #expect(fixture.snapshot("none").details?.leaseSeconds == nil)
    }

    @Test func `without the setting nothing is given`() throws {
        let fixture = TreeFixture()
        try fixture.root("p")

        fixture.pass(1_000_000)

        #expect(fixture.state("p") == .running)
        #expect(fixture.snapshot("p").details == nil)
    }

    @Test func `it does not count while there are children, and begins when the last one goes`() throws {
        let fixture = makeFixture()
        try fixture.root("p")
        try fixture.child("c", of: "p", worth: 1, 0, of: 10, lease(nil))
        fixture.pass(60_000)
        let parent = fixture.state("p")

        try fixture.remove("c", pending: .release)
        fixture.pass(9_999)
        let before = fixture.state("p")
        fixture.pass(1)

        #expect([parent, before] == [.running, .running])
        #expect(fixture.state("p") == .stalled)
    }

    @Test func `it begins where the units of a child that was removed start its parent`() throws {
        let fixture = makeFixture()
        try fixture.root("p")
        try fixture.child("c", of: "p", worth: 1)
        try fixture.child("g", of: "c", worth: 1)

        try fixture.remove("g")
        fixture.pass(10_000)

        #expect(fixture.snapshot("c").startedAt != nil)
        #expect(fixture.state("c") == .stalled)
    }

    @Test func `a child ends the stall of its parent, in the change in which it comes`() throws {
        let fixture = makeFixture()
        try fixture.root("p")
        try fixture.root("q")
        try fixture.root("r")
        fixture.pass(10_000)
        let versions = ["p", "q"].map { fixture.snapshot($0).version }

        try fixture.child("c", of: "p", worth: 1)
        try fixture.attach("r", to: "q", worth: 1)

        #expect(["p", "q", "r"].map { fixture.state($0) } == [.running, .running, .running])
        #expect(["p", "q"].map { fixture.snapshot($0).version } == versions.map { $0 + 1 })
        fixture.pass(60_000)
        #expect(["p", "q", "c", "r"].allSatisfy { fixture.state($0) == .running })
    }

    @Test func `a client's own lease of a parent counts as ever, and a child does not renew it`() throws {
        let fixture = makeFixture()
        try fixture.root("p", 0, of: 10, lease(10))
        try fixture.child("c", of: "p", worth: 1)

        fixture.pass(10_000)

        #expect(fixture.state("p") == .stalled)
    }

    @Test(arguments: ["counts", "heartbeat", "below"])
    func `a step may wait, and is looked after from its start on`(start: String) throws {
        let fixture = makeFixture()
        try fixture.root("p")
        try fixture.child("c", of: "p", worth: 1)
        fixture.pass(60_000)
        let waiting = fixture.state("c")

        switch start {
        case "counts": try fixture.complete("c", by: 1)
        case "heartbeat": fixture.heartbeat("c")
        default:
            try fixture.child("g", of: "c", worth: 1, 0, of: 10, lease(nil))
            try fixture.complete("g", by: 1)
            try fixture.remove("g", pending: .release)
        }
        fixture.pass(9_999)
        let started = fixture.state("c")
        fixture.pass(1)

        #expect([waiting, started] == [.running, .running])
        #expect(fixture.state("c") == .stalled)
        #expect(fixture.state("p") == .running)
    }

    @Test func `a root that joins as a step keeps its lease only if it has started`() throws {
        let fixture = makeFixture()
        for letter in ["p", "waiting", "started"] { try fixture.root(letter) }
        try fixture.complete("started", by: 1)

        for letter in ["waiting", "started"] { try fixture.attach(letter, to: "p", worth: 1) }
        fixture.pass(10_000)

        #expect(["p", "waiting", "started"].map { fixture.state($0) } == [.running, .running, .stalled])
    }

    @Test func `a whole tree at once begins without a lease that counts`() throws {
        let fixture = makeFixture()
        var child = fixture.new("c")
        child.parentPosition = 0
        child.pendingUnitCount = 1
        try fixture.insert([fixture.new("p"), child], under: nil)

        fixture.pass(60_000)

        #expect(["p", "c"].map { fixture.state($0) } == [.running, .running])
    }

    @Test func `a patch makes the lease the client's, also with the same seconds, and null is none`() throws {
        let fixture = makeFixture()
        for letter in ["same", "none", "other"] {
            try fixture.root(letter)
            try fixture.child("child of \(letter)", of: letter, worth: 1)
        }

        try fixture.edit("same", .leaseSeconds(10))
        try fixture.edit("none", .leaseSeconds(nil))
        try fixture.edit("other", .kind("file"))
        fixture.pass(9_999)
        let before = fixture.state("same")
        fixture.pass(1)

        #expect(before == .running)
        #expect(["same", "none", "other"].map { fixture.state($0) } == [.stalled, .running, .running])
        #expect(fixture.snapshot("none").details?.leaseSeconds == nil)
        #expect(fixture.snapshot("other").details?.leaseSeconds == 10)
    }

    @Test func `plain nodes share what the lease costs`() throws {
        let fixture = makeFixture()
        fixture.tree.beginRecording()
        for letter in ["a", "b"] { try fixture.root(letter) }
        let isShared = fixture.snapshot("a").box === fixture.snapshot("b").box

        try fixture.restart()

        #expect(isShared)
        #expect(fixture.snapshot("a").box === fixture.snapshot("b").box)
    }

    @Test func `after a restart it counts where it counted, from then on, and is still the service's`() throws {
        let fixture = makeFixture()
        fixture.tree.beginRecording()
        for letter in ["root", "parent", "stalled"] { try fixture.root(letter) }
        for letter in ["started", "waiting"] { try fixture.child(letter, of: "parent", worth: 1) }
        try fixture.edit("waiting", .kind("file"))
        fixture.pass(9_000)
        for letter in ["root", "started"] { try fixture.complete(letter, by: 1) }
        fixture.pass(5_000)
        fixture.now += 3_600_000

        try fixture.restart()
        let letters = ["root", "parent", "stalled", "started", "waiting"]
        let restored = letters.map { fixture.state($0) }
        fixture.pass(9_999)
        let before = letters.map { fixture.state($0) }
        fixture.pass(1)

        #expect(restored == [.running, .running, .stalled, .running, .running])
        #expect(before == restored)
        #expect(letters.map { fixture.state($0) } == [.stalled, .running, .stalled, .stalled, .running])
        try fixture.child("late", of: "stalled", worth: 1)
        #expect(fixture.state("stalled") == .running)
    }
}
