import TestSupport
import Testing

@testable import ProgressCore

/// Deadlines come out in order, and none that is over stays for long.
struct DeadlineQueueTests {
    @Test(arguments: 0..<10 as Range<UInt64>)
    func `deadlines come out the earliest first`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var queue = DeadlineQueue()
        var known: [Int64] = []
        var isOrdered = true

        for _ in 0..<2_000 {
            if generator.chance(3) {
                known.sort(by: >)
                isOrdered = isOrdered && queue.popFirst()?.due == known.popLast()
            } else {
                let due = Int64(generator.number(below: 500))
                queue.insert(Deadline(due: due, kind: .lease, id: ProgressID(high: 0, low: 0)))
                known.append(due)
            }
        }
        var rest: [Int64] = []
        while let next = queue.popFirst() { rest.append(next.due) }

        #expect(isOrdered, "seed \(seed)")
        #expect(rest == known.sorted())
        #expect(queue.first == nil)
    }

    @Test func `a lease that is renewed ten thousand times has one entry`() throws {
        let fixture = TreeFixture()
        try fixture.root("p")
        try fixture.edit("p", .leaseSeconds(60))

        for _ in 0..<10_000 {
            fixture.now += 10
            fixture.heartbeat("p")
        }

        let count = fixture.tree.forest.deadlines.heap.count
        #expect(count == 1)
    }

    @Test func `leases that change and nodes that come and go are swept out`() throws {
        let fixture = TreeFixture()
        try fixture.root("p")

        for round in 0..<20_000 {
            try fixture.edit("p", .leaseSeconds(1e9 - Double(round)))
            try fixture.root("q", 1, of: 1)
            try fixture.remove("q")
        }

        let count = fixture.tree.forest.deadlines.heap.count
        #expect(count <= 1_100)
    }

    @Test func `no more is done in one call than was asked for`() throws {
        let fixture = TreeFixture { $0.retention = 1_000 }
        for number in 0..<25 { try fixture.root("\(number)", 1, of: 1) }
        fixture.now += 1_000

        var isMoreDue: [Bool] = []
        var counts: [Int] = []
        for _ in 0..<3 {
            isMoreDue.append(fixture.tree.advance(to: fixture.now, most: 10))
            counts.append(fixture.tree.nodeCount)
        }

        #expect(counts == [15, 5, 0])
        #expect(isMoreDue == [true, true, false])
        let next = fixture.tree.forest.nextDeadline
        #expect(next == nil)
    }
}

extension DeadlineQueueTests {
    @Test func `the next deadline is the earliest of all kinds`() throws {
        let fixture = TreeFixture { $0.retention = 50_000 }
        try fixture.root("p")
        try fixture.root("q", 1, of: 1)
        var seen = [fixture.tree.forest.nextDeadline]

        try fixture.edit("p", .leaseSeconds(30))
        seen.append(fixture.tree.forest.nextDeadline)
        _ = try fixture.reserve(1, of: "p", expiresIn: 10_000)
        seen.append(fixture.tree.forest.nextDeadline)

        #expect(seen == [1_050_000, 1_030_000, 1_010_000])
    }
}
