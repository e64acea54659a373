import ProgressCore
import Testing

@testable import ProgressStore

/// The order of an export, where some nodes are lost.
struct ExportTreeTests {
    private var records = RecordArena()

    private mutating func entry(_ number: UInt64, under parent: UInt64? = nil) -> ExportTree.Entry {
        let place = withUnsafeBytes(of: number) { records.append($0) }
        return ExportTree.Entry(
            id: ProgressID(high: 0, low: number),
            parentID: parent.map { ProgressID(high: 0, low: $0) },
            ordinal: number,
            place: place
        )
    }

    private func order(_ tree: ExportTree) -> [UInt64] {
        var order: [UInt64] = []
        _ = tree.forEach { order.append($0.id.low) }
        return order
    }

    @Test mutating func `what belongs to no root is removed, with all below it`() {
        var tree = ExportTree()
        for (number, parent) in [(1, nil), (5, 4), (2, 1), (4, 3), (6, 2)] as [(UInt64, UInt64?)] {
            tree.append(entry(number, under: parent))
        }
        tree.sort()

        let count = tree.removeOrphans()

        #expect(count == 2)
        #expect(tree.count == 3)
        #expect(order(tree) == [1, 2, 6])
    }

    @Test mutating func `a whole tree stays as it is`() {
        var tree = ExportTree()
        for (number, parent) in [(1, nil), (2, 1), (3, 1)] as [(UInt64, UInt64?)] {
            tree.append(entry(number, under: parent))
        }
        tree.sort()

        #expect(tree.removeOrphans() == 0)
        #expect(order(tree) == [1, 2, 3])
    }
}
