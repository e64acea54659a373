import ProgressCore
import Testing

/// A node that must be written to every so often, else it is stalled.
struct LeaseTests {
    private func makeLeased(_ seconds: Double = 10) throws -> TreeFixture {
        let fixture = TreeFixture()
        try fixture.root("p", 0, of: 100)
        try fixture.child("c", of: "p", worth: 10)
        try fixture.edit("c", .leaseSeconds(seconds))
        return fixture
    }

    @Test func `a silent node is stalled when its lease ends, which is no word from outside`() throws {
        let fixture = try makeLeased()
        let (version, updatedAt) = (fixture.snapshot("c").version, fixture.snapshot("c").updatedAt)

        fixture.pass(9_999)
        let before = fixture.state("c")
        fixture.pass(1)

        #expect(before == .running)
        #expect(fixture.state("c") == .stalled)
        #expect(fixture.state("p") == .running)
        #expect(fixture.snapshot("c").version == version + 1)
        #expect(fixture.snapshot("c").updatedAt == updatedAt)
    }

    @Test func `a lease given on create runs from then on`() throws {
        let fixture = TreeFixture()
        try fixture.root("p") {
            $0.details = ProgressDetails()
            $0.details?.leaseSeconds = 0.5
        }

        fixture.pass(500)

        #expect(fixture.state("p") == .stalled)
    }

    @Test func `an indeterminate node stalls too`() throws {
        let fixture = try makeLeased()
        try fixture.setCounts("c", 0, of: -1)

        fixture.pass(10_000)

        #expect(fixture.state("c") == .stalled)
    }

    @Test(arguments: ["heartbeat", "same counts", "counts", "patch"])
    func `every write of its own renews the lease and ends the stall`(write: String) throws {
        let fixture = try makeLeased()
        func perform() throws {
            switch write {
            case "heartbeat": fixture.heartbeat("c")
            case "same counts": try fixture.complete("c", by: 0)
            case "counts": try fixture.complete("c", by: 1)
            default: try fixture.edit("c", .kind("file"))
            }
        }

        fixture.pass(9_000)
        try perform()
        fixture.pass(9_999)
        let renewed = fixture.state("c")
        fixture.pass(1)
        let stalled = fixture.snapshot("c")
        try perform()

        #expect(renewed == .running)
        #expect(stalled.state == .stalled)
        #expect(fixture.state("c") == .running)
        #expect(fixture.snapshot("c").version == stalled.version + 1)
        fixture.pass(10_000)
        #expect(fixture.state("c") == .stalled)
    }

    @Test func `writes to parents and children do not renew it`() throws {
        let fixture = try makeLeased()
        try fixture.child("g", of: "c", worth: 1)

        fixture.pass(9_000)
        try fixture.complete("g", by: 10)
        try fixture.complete("p", by: 1)
        fixture.pass(1_000)

        #expect(fixture.state("c") == .stalled)
    }

    @Test func `a stalled node does not move the expiry or save its tree from being abandoned`() throws {
        let fixture = TreeFixture { $0.abandonment = 20_000 }
        try fixture.root("p")
        try fixture.edit("p", .leaseSeconds(15))

        fixture.pass(15_000)
        fixture.pass(5_000)

        #expect(!fixture.lives("p"))
    }

    @Test func `a control call is no sign of life`() throws {
        let fixture = try makeLeased()
        fixture.pass(9_000)
        try fixture.control("c", .resume)
        fixture.pass(1_000)
        let stalled = fixture.snapshot("c")

        try fixture.control("c", .resume)
        try fixture.control("p", .resume)

        #expect(stalled.state == .stalled)
        #expect(fixture.snapshot("c").version == stalled.version && fixture.state("c") == .stalled)
        try fixture.control("c", .pause)
        try fixture.control("c", .resume)
        #expect(fixture.state("c") == .running)
    }

    @Test func `paused and ended nodes do not stall`() throws {
        let fixture = try makeLeased()
        for letter in ["cancelled", "failed", "finished"] {
            try fixture.child(letter, of: "p", worth: 1)
            try fixture.edit(letter, .leaseSeconds(10))
        }
        try fixture.control("c", .pause)
        try fixture.control("cancelled", .cancel)
        try fixture.fail("failed")
        try fixture.setCounts("finished", 10, of: 10)

        fixture.pass(50_000)

        let states = ["c", "cancelled", "failed", "finished"].map { fixture.state($0) }
        #expect(states == [.paused, .cancelled, .failed, .finished])
    }

    @Test func `the lease starts anew when a node leaves pause`() throws {
        let fixture = try makeLeased()
        try fixture.control("p", .pause)
        fixture.pass(50_000)

        try fixture.control("p", .resume)
        fixture.pass(9_999)
        let resumed = fixture.state("c")
        fixture.pass(1)

        #expect(resumed == .running)
        #expect(fixture.state("c") == .stalled)
    }

    @Test func `a node that works again after its end is leased again`() throws {
        let fixture = try makeLeased()
        try fixture.setCounts("c", 10, of: 10)
        fixture.pass(50_000)

        try fixture.setCounts("c", 5, of: 10)
        fixture.pass(10_000)

        #expect(fixture.state("c") == .stalled)
    }

    @Test func `a stalled node that finishes from below is finished, and a heartbeat then changes nothing`() throws {
        let fixture = try makeLeased()
        try fixture.child("g", of: "c", worth: 10)
        fixture.pass(10_000)

        try fixture.complete("g", by: 10)
        let finished = Visible(fixture.snapshot("c"))
        fixture.heartbeat("c")

        #expect(finished.state == .finished)
        #expect(Visible(fixture.snapshot("c")) == finished)
    }

    @Test func `a shorter lease ends sooner, a longer one later, and none never`() throws {
        let fixture = try makeLeased()

        try fixture.edit("c", .leaseSeconds(1))
        fixture.pass(1_000)
        var states = [fixture.state("c")]
        try fixture.edit("c", .leaseSeconds(30))
        fixture.pass(29_999)
        states.append(fixture.state("c"))
        fixture.pass(1)
        states.append(fixture.state("c"))
        try fixture.edit("c", .leaseSeconds(nil))
        fixture.pass(1_000_000)
        states.append(fixture.state("c"))

        #expect(states == [.stalled, .running, .stalled, .running])
    }

    @Test func `cancelling or pausing from above ends a stall`() throws {
        let fixture = try makeLeased()
        fixture.pass(10_000)

        try fixture.control("p", .pause)
        let paused = fixture.snapshot("c")
        try fixture.control("p", .cancel)

        #expect(paused.state == .paused)
        #expect(fixture.state("c") == .cancelled)
    }
}
