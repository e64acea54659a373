import ProgressCore
import Testing

/// Limits at which trees stop growing, while existing nodes continue.
struct LimitTests {
    @Test func `more nodes than allowed are refused, and a removed one makes room`() throws {
        let fixture = TreeFixture { $0.maximumNodeCount = 2 }
        try fixture.root("p")
        try fixture.child("c", of: "p", worth: 1)

        #expect(throws: ProgressError.tooManyNodes(limit: 2)) { try fixture.root("q") }
        #expect(throws: ProgressError.tooManyNodes(limit: 2)) { try fixture.child("d", of: "p", worth: 1) }
        try fixture.complete("c", by: 1)
        try fixture.remove("c")

        try fixture.child("d", of: "p", worth: 1)
        #expect(fixture.tree.nodeCount == 2)
    }

    @Test func `the deepest node may have the depth that is allowed`() throws {
        let fixture = TreeFixture { $0.maximumDepth = 2 }
        try fixture.root("p")
        try fixture.child("c", of: "p", worth: 1)
        try fixture.child("g", of: "c", worth: 1)
        try fixture.root("q")
        try fixture.root("high")
        try fixture.child("low", of: "high", worth: 1)
        let before = fixture.picture()
        let refusal = ProgressError.tooDeep(limit: 2, depth: 3)

        #expect(throws: refusal) { try fixture.child("x", of: "g", worth: 1) }
        #expect(throws: refusal) { try fixture.attach("q", to: "g", worth: 1) }
        #expect(throws: refusal) { try fixture.attach("high", to: "c", worth: 1) }

        #expect(fixture.picture() == before)
        try fixture.attach("high", to: "q", worth: 1)
        #expect(fixture.snapshot("low").depth == 2)
    }

    @Test func `a whole tree that is too deep is refused`() throws {
        let fixture = TreeFixture { $0.maximumDepth = 2 }
        let all = (0..<4).map { level in fixture.new("\(level)") { $0.parentPosition = level - 1 } }

        #expect(throws: ProgressError.tooDeep(limit: 2, depth: 3)) { try fixture.insert(all, under: nil) }

        #expect(fixture.tree.nodeCount == 0)
    }

    @Test func `more children than allowed are refused, created, attached, or in a whole tree`() throws {
        let fixture = TreeFixture { $0.maximumChildCount = 2 }
        try fixture.root("p")
        try fixture.root("q")
        for letter in ["a", "b"] { try fixture.child(letter, of: "p", worth: 1) }
        let all = (0..<4).map { position in fixture.new("\(position)") { $0.parentPosition = min(position, 1) - 1 } }
        let refusal = ProgressError.tooManyChildren(limit: 2)

        #expect(throws: refusal) { try fixture.child("c", of: "p", worth: 1) }
        #expect(throws: refusal) { try fixture.attach("q", to: "p", worth: 1) }
        #expect(throws: refusal) { try fixture.insert(all, under: nil) }

        try fixture.remove("a")
        try fixture.attach("q", to: "p", worth: 1)
        #expect(fixture.snapshot("p").childCount == 2)
    }

    @Test func `text is held up to a limit, and only growth is refused`() throws {
        let fixture = TreeFixture { $0.maximumTextByteCount = 10 }
        try fixture.root("p")
        try fixture.edit("p", .kind("12345678"))
        let before = fixture.picture()
        let refusal = ProgressError.tooMuchText(limit: 10)

        #expect(throws: refusal) { try fixture.edit("p", .fileURL("abc"), .completedUnitCount(3)) }
        #expect(throws: refusal) {
            try fixture.root("q") {
                $0.details = ProgressDetails()
                $0.details?.name = "abc"
            }
        }
        #expect(throws: refusal) { try fixture.fail("p", "abc") }

        #expect(fixture.picture() == before)
        try fixture.edit("p", .kind("1"))
        try fixture.edit("p", .fileURL("é"), .label(key: "a", value: "b"), .userInfo([1, 2]))
        #expect(fixture.tree.heldTextByteCount == 7)
    }

    @Test func `a reason for which there is no room is left out, and the call still counts`() throws {
        let fixture = TreeFixture { $0.maximumTextByteCount = 10 }
        try fixture.root("p")
        for letter in ["a", "b", "c"] { try fixture.child(letter, of: "p", worth: 1) }

        try fixture.control("p", .cancel, reason: "1234")

        #expect(["p", "a", "b", "c"].allSatisfy { fixture.state($0) == .cancelled })
        #expect(fixture.snapshot("p").trace?.reason == "1234")
        #expect(fixture.snapshot("c").trace?.reason == nil)
        #expect(fixture.tree.heldTextByteCount == 8)
    }
}
