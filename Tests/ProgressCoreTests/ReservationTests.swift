import ProgressCore
import Testing

/// Implicit composition: units set aside for a child that another caller creates.
struct ReservationTests {
    @Test func `a reservation moves nothing until it is resigned`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", 0, of: 10)
        let before = fixture.picture()

        let key = try fixture.reserve(4, of: "p")
        let reserved = fixture.picture()
        try fixture.resign(key)

        #expect(reserved == before)
        #expect(fixture.completed("p") == 4)
        #expect(fixture.tree.reservationCount == 0)
    }

    @Test func `the first create takes the whole reservation, a later one makes a root`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", 0, of: 10)
        let key = try fixture.reserve(4, of: "p")

        try fixture.claim(key, as: "first", 1, of: 2)
        try fixture.claim(key, as: "second")

        #expect(fixture.snapshot("first").parentID == fixture.id("p"))
        #expect(fixture.snapshot("first").pendingUnitCount == 4)
        #expect(fixture.fraction("p") == 0.2)
        #expect(fixture.snapshot("second").parentID == nil)
    }

    @Test func `an unknown key opens nothing and cannot be resigned`() throws {
        let fixture = TreeFixture()
        let unknown = fixture.freshID()

        let open = fixture.tree.openReservation(unknown, at: fixture.now)

        #expect(open == nil)
        #expect(throws: ProgressError.notFound) { try fixture.resign(unknown) }
    }

    @Test func `a claimed reservation is resigned without credit, and only once`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", 0, of: 10)
        let key = try fixture.reserve(4, of: "p")
        try fixture.claim(key, as: "c")

        try fixture.resign(key)

        #expect(fixture.completed("p") == 0)
        #expect(throws: ProgressError.notFound) { try fixture.resign(key) }
    }

    @Test func `resigning twice is not found the second time`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", 0, of: 10)
        let key = try fixture.reserve(4, of: "p")
        try fixture.resign(key)

        #expect(throws: ProgressError.notFound) { try fixture.resign(key) }

        #expect(fixture.completed("p") == 4)
    }

    @Test func `resigned units finish the parent, and its own parent`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", 0, of: 1)
        try fixture.child("c", of: "p", worth: 1, 6, of: 10)
        let key = try fixture.reserve(4, of: "c")

        try fixture.resign(key)

        #expect(fixture.state("c") == .finished)
        #expect(fixture.state("p") == .finished)
    }

    @Test func `an expired reservation resigns by itself`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", 0, of: 10)
        let key = try fixture.reserve(4, of: "p", expiresIn: 5_000)

        fixture.pass(4_999)
        let before = fixture.completed("p")
        fixture.pass(1)

        #expect(before == 0)
        #expect(fixture.completed("p") == 4)
        #expect(throws: ProgressError.notFound) { try fixture.resign(key) }
    }

    @Test func `an expired reservation cannot be claimed even before it was swept`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", 0, of: 10)
        let key = try fixture.reserve(4, of: "p", expiresIn: 5_000)

        fixture.now += 5_000
        try fixture.claim(key, as: "c")

        #expect(fixture.snapshot("c").parentID == nil)
    }

    @Test func `an expiry that would overflow credits nothing`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", .max, of: .max)
        let key = try fixture.reserve(1, of: "p", expiresIn: 5_000)
        let overflow = ProgressError.countOverflow(id: fixture.id("p"), count: .max, addend: 1)
        let before = fixture.picture()

        #expect(throws: overflow) { try fixture.resign(key) }
        let kept = fixture.tree.reservationCount
        fixture.pass(5_000)

        #expect(kept == 1)
        #expect(fixture.tree.reservationCount == 0)
        #expect(fixture.picture() == before)
    }

    @Test func `a reservation dies with its parent`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", 0, of: 10)
        try fixture.child("c", of: "p", worth: 1)
        let open = try fixture.reserve(4, of: "c")
        let claimed = try fixture.reserve(4, of: "c")
        try fixture.claim(claimed, as: "g")

        try fixture.remove("p")

        #expect(fixture.tree.reservationCount == 0)
        #expect(throws: ProgressError.notFound) { try fixture.resign(open) }
        #expect(throws: ProgressError.notFound) { try fixture.resign(claimed) }
    }

    @Test func `a reservation of 0 units resigns without a change`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", 0, of: 10)
        let before = fixture.picture()
        let key = try fixture.reserve(0, of: "p")

        try fixture.resign(key)

        #expect(fixture.picture() == before)
    }

    @Test func `resigned units that finish a parent which wishes to go remove it`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", 0, of: 10)
        try fixture.child("c", of: "p", worth: 3, 6, of: 10) { $0.removeWhenFinished = true }
        let key = try fixture.reserve(4, of: "c", expiresIn: 10)

        fixture.pass(10)

        #expect(!fixture.lives("c"))
        #expect(fixture.completed("p") == 3)
        #expect(throws: ProgressError.notFound) { try fixture.resign(key) }
    }

    @Test func `claimed reservations make room for open ones, the oldest first`() throws {
        let fixture = TreeFixture { $0.maximumReservationCount = 3 }
        try fixture.root("p", 0, of: 1_000)
        var keys: [ProgressID] = []

        for step in 0..<10 {
            keys.append(try fixture.reserve(1, of: "p"))
            try fixture.claim(keys[step], as: "\(step)")
        }

        #expect(fixture.tree.reservationCount == 3)
        #expect(throws: ProgressError.notFound) { try fixture.resign(keys[6]) }
        for key in keys.suffix(3) { try fixture.resign(key) }
        #expect(fixture.tree.reservationCount == 0)
        #expect(fixture.completed("p") == 0)
    }

    @Test func `more open reservations than allowed are refused`() throws {
        let fixture = TreeFixture { $0.maximumReservationCount = 2 }
        try fixture.root("p", 0, of: 10)
        let first = try fixture.reserve(1, of: "p")
        _ = try fixture.reserve(1, of: "p")

        #expect(throws: ProgressError.tooManyReservations(limit: 2)) { _ = try fixture.reserve(1, of: "p") }
        try fixture.resign(first)

        #expect(throws: Never.self) { _ = try fixture.reserve(1, of: "p") }
    }
}
