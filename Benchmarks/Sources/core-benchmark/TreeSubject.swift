import ProgressCore

/// This project's tree. The updating code holds the leaf's place, as it holds the object on the other side.
final class TreeSubject: Subject {
    static let name = "ours"

    private let garden = TreeGarden()
    private let rootID: ProgressID
    private let leafID: ProgressID
    private let root: NodeIndex
    private let leaf: NodeIndex

    init(_ shape: Shape) {
        switch shape {
        case .depth(let depth):
            rootID = garden.insert(total: Shape.chainUnits)
            var last = rootID
            for level in 1...depth {
                let total = level == depth ? Shape.leafTotal : Shape.chainUnits
                last = garden.insert(total: total, under: last, pending: Shape.chainUnits)
            }
            leafID = last
        case .siblings(let count):
            let root = garden.insert(total: Int64(count))
            let garden = garden
            let ids = (0..<count).map { _ in garden.insert(total: Shape.leafTotal, under: root, pending: 1) }
            rootID = root
            leafID = ids[count / 2]
        }
        do {
            root = try garden.tree.find(rootID)
            leaf = try garden.tree.find(leafID)
        } catch {
            fatalError("no such node: \(error)")
        }
    }

    func update(_ count: Int) {
        do {
            for _ in 0..<count { _ = try garden.tree.complete(leaf, by: 1, at: garden.now) }
        } catch {
            fatalError("an update failed: \(error)")
        }
    }

    func updateReadingRoot(_ count: Int) -> Double {
        var sum = 0.0
        for _ in 0..<count {
            update(1)
            sum += garden.tree.forest.fractionCompleted(of: root)
        }
        return sum
    }

    var leafCompletedUnitCount: Int64 { snapshot(leafID).completedUnitCount }
    var rootFraction: Double { snapshot(rootID).fractionCompleted }

    private func snapshot(_ id: ProgressID) -> ProgressSnapshot {
        do { return try garden.tree.snapshot(of: garden.tree.find(id)) } catch { fatalError("no such node: \(error)") }
    }
}
