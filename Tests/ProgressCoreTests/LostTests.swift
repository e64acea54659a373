import ProgressCore
import Testing

/// No time is left where something below will never come (docs/contract.md, section 7).
struct LostTests {
    private let fixture = TreeFixture()

    /// A root with two children that work, long enough for a time left.
    init() throws {
        try fixture.root("r", 0, of: 100)
        try fixture.child("p", of: "r", worth: 50, 0, of: 100)
        try fixture.child("a", of: "p", worth: 50, 0, of: 1_000)
        try fixture.child("b", of: "p", worth: 50, 0, of: 1_000)
        try fixture.work("a", by: 10, times: 10, every: 1_000)
    }

    private func time(_ letter: String) -> Double? { fixture.snapshot(letter).estimatedTimeRemaining }

    @Test(arguments: ["cancel", "fail"])
    func `a child that ends without finishing takes the time away, but not the rate`(call: String) throws {
        try #require(time("r") != nil && time("p") != nil)
        let version = fixture.snapshot("r").version

        if call == "fail" { try fixture.fail("b") } else { try fixture.control("b", .cancel) }

        #expect(time("r") == nil && time("p") == nil)
        #expect(time("a") != nil)
        #expect(fixture.snapshot("r").throughput != nil)
        #expect(fixture.snapshot("r").version == version + 1)
    }

    @Test func `a child that is worth nothing, or credited, takes nothing away`() throws {
        try fixture.child("none", of: "p", worth: 0)
        try fixture.control("none", .cancel)
        #expect(time("p") != nil)
        try fixture.control("b", .cancel)
        #expect(time("p") == nil)

        try fixture.setCounts("b", 1_000, of: 1_000)

        #expect(time("p") != nil && time("r") != nil)
    }

    @Test func `it comes back when the child is removed, and goes when such a root joins`() throws {
        try fixture.fail("b")
        try fixture.remove("b", pending: .release)
        #expect(time("r") != nil)
        try fixture.root("c")
        try fixture.control("c", .cancel)

        try fixture.attach("c", to: "p", worth: 1)

        #expect(time("r") == nil)
    }

    @Test func `the first failure of a subtree is in its summary as long as it lives`() throws {
        #expect(fixture.summary("r").firstFailure?.id == nil)
        try fixture.fail("b", "early", by: Caller(role: .reporter, user: "me"))
        fixture.now += 1_000
        try fixture.fail("a", "late")

        let first = fixture.summary("r").firstFailure
        try fixture.remove("b")

        #expect(first?.id == fixture.id("b"))
        #expect(first?.failure.message == "early" && first?.failure.by?.user == "me")
        #expect(fixture.summary("r").firstFailure?.id == fixture.id("a"))
    }

    @Test func `of failures in one millisecond the one that came first is named, wherever it is in the tree`() throws {
        try fixture.root("s")
        for letter in ["d", "e", "f"] { try fixture.child(letter, of: "s", worth: 1) }

        try fixture.fail("e", "first")
        try fixture.fail("d", "second")
        try fixture.fail("f", "third")

        #expect(fixture.summary("s").firstFailure?.failure.message == "first")
    }
}
