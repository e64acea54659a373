import TestSupport
import Testing

@testable import ProgressCore

/// Where nodes are kept, and how they are found by id.
struct StoreTests {
    private func makeNode(_ id: ProgressID) -> Node {
        Node(id: id, counts: Counts(total: Int64(id.high), completed: 0), now: 0)
    }

    /// Few low bits and many of the same: searches run into each other, and around the end of the table.
    @Test(arguments: 0..<10 as Range<UInt64>)
    func `the table agrees with a dictionary though low bits collide`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var nodes = NodeStore()
        var table = IDTable(maximumCount: 80)
        var known: [ProgressID: NodeIndex] = [:]
        var mismatches = 0

        for step in 0..<3_000 {
            let low = [0, 1, 2, 63, 126, 127, 128, 255].randomElement(using: &generator) ?? 0
            let id = ProgressID(high: UInt64(generator.number(below: 12)), low: UInt64(low))
            if let index = known[id] {
                if generator.chance(2) {
                    table.remove(id, in: nodes)
                    nodes.remove(index)
                    known[id] = nil
                }
            } else if known.count < 80 {
                let index = nodes.insert(makeNode(id))
                table.insert(id, at: index)
                known[id] = index
            }
            if step.isMultiple(of: 10) {
                for high in 0..<12 as Range<UInt64> {
                    for low in [0, 1, 2, 63, 126, 127, 128, 255] as [UInt64] {
                        let id = ProgressID(high: high, low: low)
                        if table.find(id, in: nodes) != known[id] { mismatches += 1 }
                    }
                }
            }
        }

        let count = nodes.count
        #expect(mismatches == 0, "seed \(seed)")
        #expect(count == known.count)
    }

    @Test func `places are used again, and a place that was given back is empty`() {
        var nodes = NodeStore()
        let ids = (1...10_000).map { ProgressID(high: $0, low: $0) }
        let indexes = ids.map { nodes.insert(makeNode($0)) }

        for index in indexes where index.rawValue.isMultiple(of: 3) { nodes.remove(index) }
        let left = nodes.count
        let empty = nodes[indexes[0]].id
        let kept = nodes[indexes[9_998]].id
        let again = nodes.insert(makeNode(ProgressID(high: 7, low: 7)))

        #expect(left == 6_666)
        #expect(empty == ProgressID(high: 0, low: 0))
        #expect(kept == ids[9_998])
        #expect(again.rawValue < 10_000)
        let isHeld = (nodes.holds(ids[9_998], at: indexes[9_998]), nodes.holds(ids[0], at: NodeIndex(rawValue: 10_000)))
        #expect(isHeld == (true, false))
    }

    @Test func `a node stays where it is while others come`() {
        var nodes = NodeStore()
        let first = nodes.insert(makeNode(ProgressID(high: 1, low: 1)))
        let place = withUnsafePointer(to: &nodes[first]) { Int(bitPattern: $0) }

        for number in 2...20_000 as ClosedRange<UInt64> { _ = nodes.insert(makeNode(ProgressID(high: number, low: 0))) }

        let isSame = withUnsafePointer(to: &nodes[first]) { Int(bitPattern: $0) } == place
        #expect(isSame)
    }
}
