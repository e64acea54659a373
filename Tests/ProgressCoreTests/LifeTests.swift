import ProgressCore
import Testing

/// How long trees stay, and the fate of nodes that fall silent.
struct LifeTests {
    // MARK: Retention

    @Test func `an ended root is removed with its tree after the retention`() throws {
        for end in 0..<3 {
            let fixture = TreeFixture { $0.retention = 1_000 }
            try fixture.root("p")
            try fixture.child("c", of: "p", worth: 1, 1, of: 1)
            switch end {
            case 0: try fixture.setCounts("p", 10, of: 10)
            case 1: try fixture.control("p", .cancel)
            default: try fixture.fail("p")
            }
            let expiresAt = fixture.snapshot("p").expiresAt

            fixture.pass(999)
            let before = fixture.tree.nodeCount
            fixture.pass(1)

            #expect(expiresAt == 1_001_000)
            #expect(before == 2)
            #expect(fixture.tree.nodeCount == 0)
            #expect(fixture.tree.forest.rootsCount == 0)
        }
    }

    @Test func `a root that has not ended has no expiry`() throws {
        let fixture = TreeFixture { $0.retention = 1_000 }
        try fixture.root("p")

        fixture.pass(1_000_000)

        #expect(fixture.snapshot("p").expiresAt == nil)
        #expect(fixture.lives("p"))
    }

    @Test func `a root that was created finished expires`() throws {
        let fixture = TreeFixture { $0.retention = 1_000 }
        try fixture.root("p", 1, of: 1)

        fixture.pass(1_000)

        #expect(!fixture.lives("p"))
    }

    @Test func `an ended root waits for working nodes below it`() throws {
        let fixture = TreeFixture { $0.retention = 1_000 }
        try fixture.root("p", 10, of: 10)
        try fixture.child("c", of: "p", worth: 1)
        try fixture.child("g", of: "c", worth: 1)
        fixture.pass(5_000)
        var expiries = [fixture.snapshot("p").expiresAt]

        try fixture.setCounts("c", 10, of: 10)
        fixture.pass(5_000)
        expiries.append(fixture.snapshot("p").expiresAt)
        try fixture.remove("g")
        expiries.append(fixture.snapshot("p").expiresAt)
        fixture.pass(999)
        let livesOn = fixture.lives("p")
        fixture.pass(1)

        #expect(expiries == [nil, nil, 1_011_000])
        #expect(livesOn)
        #expect(!fixture.lives("p"))
    }

    @Test func `every write in the tree moves the expiry, and its moves change no version`() throws {
        let fixture = TreeFixture { $0.retention = 1_000 }
        try fixture.root("p", 10, of: 10)
        try fixture.child("c", of: "p", worth: 1, 3, of: 3)
        let version = fixture.snapshot("p").version

        fixture.pass(900)
        try fixture.complete("c", by: 0)
        let moved = fixture.snapshot("p")
        fixture.pass(900)
        fixture.heartbeat("c")
        fixture.pass(900)
        let livesOn = fixture.lives("p")
        fixture.pass(100)

        #expect(moved.expiresAt == 1_001_900)
        #expect(moved.version == version)
        #expect(livesOn)
        #expect(!fixture.lives("p"))
    }

    @Test func `a root that works again is kept, and counted anew when it ends again`() throws {
        let fixture = TreeFixture { $0.retention = 1_000 }
        try fixture.root("p", 10, of: 10)

        fixture.pass(500)
        try fixture.setCounts("p", 5, of: 10)
        fixture.pass(5_000)
        let livesOn = fixture.lives("p")
        try fixture.setCounts("p", 10, of: 10)
        fixture.pass(999)
        let stays = fixture.lives("p")
        fixture.pass(1)

        #expect(livesOn && stays)
        #expect(!fixture.lives("p"))
    }

    @Test func `a child has no expiry, and an attached root loses its own`() throws {
        let fixture = TreeFixture { $0.retention = 1_000 }
        try fixture.root("p")
        try fixture.root("c", 1, of: 1)

        try fixture.attach("c", to: "p", worth: 1)
        fixture.pass(10_000)

        #expect(fixture.lives("c"))
        #expect(fixture.snapshot("c").expiresAt == nil)
    }

    // MARK: Abandonment

    @Test func `a tree in which nothing was written for long is removed`() throws {
        let fixture = TreeFixture { $0.abandonment = 10_000 }
        for letter in ["a", "b", "c"] { try fixture.root(letter) }
        try fixture.child("deep", of: "b", worth: 1)

        fixture.pass(9_000)
        try fixture.complete("deep", by: 0)
        fixture.pass(1_000)
        let left = ["a", "b", "c"].filter { fixture.lives($0) }
        fixture.pass(9_000)

        #expect(left == ["b"])
        #expect(fixture.tree.nodeCount == 0)
    }

    @Test func `an abandonment of 0 keeps everything`() throws {
        let fixture = TreeFixture { $0.abandonment = 0 }
        try fixture.root("p")

        fixture.pass(1 << 50)

        #expect(fixture.lives("p"))
    }

    @Test func `the search for abandoned trees goes on where it stopped`() throws {
        let fixture = TreeFixture { $0.abandonment = 10_000 }
        for number in 0..<25 { try fixture.root("\(number)") }
        fixture.now += 10_000

        var counts: [Int] = []
        for _ in 0..<3 {
            _ = fixture.tree.advance(to: fixture.now, most: 10)
            counts.append(fixture.tree.nodeCount)
        }

        #expect(counts == [15, 5, 0])
    }
}
