import Foundation

/// Foundation's `Progress`, with explicit children; the updating code holds the object.
final class FoundationSubject: Subject {
    static let name = "foundation"

    private let root: Progress
    private let leaf: Progress

    init(_ shape: Shape) {
        switch shape {
        case .depth(let depth):
            root = Self.progress(Shape.chainUnits)
            var last = root
            for level in 1...depth {
                let child = Self.progress(level == depth ? Shape.leafTotal : Shape.chainUnits)
                last.addChild(child, withPendingUnitCount: Shape.chainUnits)
                last = child
            }
            leaf = last
        case .siblings(let count):
            root = Self.progress(Int64(count))
            let children = (0..<count).map { _ in Self.progress(Shape.leafTotal) }
            for child in children { root.addChild(child, withPendingUnitCount: 1) }
            leaf = children[count / 2]
        }
    }

    func update(_ count: Int) {
        for _ in 0..<count { leaf.completedUnitCount += 1 }
    }

    func updateReadingRoot(_ count: Int) -> Double {
        var sum = 0.0
        for _ in 0..<count {
            leaf.completedUnitCount += 1
            sum += root.fractionCompleted
        }
        return sum
    }

    var leafCompletedUnitCount: Int64 { leaf.completedUnitCount }
    var rootFraction: Double { root.fractionCompleted }

    /// A progress without a parent, whatever the thread's current progress is.
    private static func progress(_ total: Int64) -> Progress {
        let progress = Progress(parent: nil, userInfo: nil)
        progress.totalUnitCount = total
        return progress
    }
}
