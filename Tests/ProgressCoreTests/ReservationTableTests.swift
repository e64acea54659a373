import Testing

@testable import ProgressCore

/// The table keeps the reservations that it needs, and nothing else.
struct ReservationTableTests {
    @Test func `a parent forgets reservations that made room for others`() throws {
        let fixture = TreeFixture { $0.maximumReservationCount = 5 }
        try fixture.root("p", 0, of: 1_000)

        for _ in 0..<1_000 {
            let key = try fixture.reserve(1, of: "p")
            try fixture.claim(key, as: "c")
            try fixture.remove("c")
        }

        let known = fixture.tree.forest.nodes[familyOf: fixture.index("p")].reservations.count
        #expect(known == 5)
        #expect(fixture.tree.reservationCount == 5)
    }

    @Test func `the oldest claimed one makes room, also where others were resigned in between`() {
        var table = ReservationTable()
        let keys = (0..<100).map { ProgressID(high: 1, low: $0) }
        for key in keys {
            table.insert(
                Reservation(
                    key: key,
                    parentID: ProgressID(high: 0, low: 0),
                    pendingUnitCount: 1,
                    expiresAt: nil
                )
            )
        }
        for key in keys.reversed() { table.claim(key) }
        for key in keys[50...] where key.low.isMultiple(of: 2) { table.remove(key) }

        var surplus: [UInt64] = []
        while let next = table.popSurplus(limit: 60) { surplus.append(next.key.low) }

        #expect(surplus == stride(from: 99, through: 71, by: -2).map { UInt64($0) })
        #expect(table.count == 60)
        #expect(table.openCount == 0)
    }

    @Test func `open reservations never make room`() {
        var table = ReservationTable()
        for number in 0..<10 {
            let key = ProgressID(high: 1, low: UInt64(number))
            let parent = ProgressID(high: 0, low: 0)
            table.insert(Reservation(key: key, parentID: parent, pendingUnitCount: 1, expiresAt: nil))
        }

        let surplus = table.popSurplus(limit: 5)

        #expect(surplus == nil)
        #expect(table.openCount == 10)
    }

    @Test func `100,000 reservations created and resigned leave nothing behind`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", 0, of: 100_000)
        var most = 0

        for _ in 0..<100_000 {
            let key = try fixture.reserve(1, of: "p", expiresIn: 3_600_000)
            try fixture.resign(key)
            most = max(most, fixture.tree.forest.deadlines.heap.count)
        }
        let last = fixture.tree.forest.deadlines.heap.count
        fixture.pass(3_599_999)

        #expect(fixture.tree.reservationCount == 0)
        #expect(most <= 1_100)
        #expect(last <= 1_100)
        #expect(fixture.state("p") == .finished)
        fixture.pass(1)
        let left = fixture.tree.forest.deadlines.heap.count
        #expect(left == 0)
    }
}
