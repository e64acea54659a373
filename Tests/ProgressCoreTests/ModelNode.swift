import ProgressCore

/// A node of the slow, obvious model: an object that knows its parent and its children.
final class ModelNode {
    let id: ProgressID
    var values: Values
    unowned var parent: ModelNode?
    var children: [ModelNode] = []

    struct Values {
        var total: Int64 = 0
        var completed: Int64 = 0
        var pending: Int64 = 0
        var isCredited = false
        var isCancelled = false
        var isPaused = false
        var isFailed = false
        var isStalled = false
        var isCancellable = true
        var isPausable = false
        var removesWhenFinished = false
        var hasLostName = false
        var createdAt: Int64 = 0
        var finishedAt: Int64?
        var startedAt: Int64?
        var endedAt: Int64?
        /// For a root: the last write in its tree.
        var writtenAt: Int64 = 0
        var leaseEnd: Int64?
        /// When counts of it, or of something below it, moved last; later by the time that it was paused since then.
        var movedAt: Int64 = 0
        /// Since when `movedAt` waits for the end of a pause.
        var restsSince: Int64?
        var details = ProgressDetails()
        var control: LastControl?
        var reason: String?
        /// Sums of nodes that vanished below.
        var retired = ModelSums()

        var controlTextByteCount: Int { (control.map { ($0.reason ?? "") + ($0.by.user ?? "") } ?? "").utf8.count }
    }

    init(id: ProgressID, values: Values) {
        self.id = id
        self.values = values
    }

    var isIndeterminate: Bool {
        values.total < 0 || values.completed < 0 || (values.total == 0 && values.completed == 0)
    }

    var isFinished: Bool { !isIndeterminate && values.completed >= values.total && values.completed > 0 }

    var isEnded: Bool { isFinished || values.isCancelled || values.isFailed }

    var state: ProgressState {
        if values.isFailed { return .failed }
        if values.isCancelled { return .cancelled }
        if isFinished { return .finished }
        if values.isPaused { return .paused }
        if values.isStalled { return .stalled }
        return isIndeterminate ? .indeterminate : .running
    }

    /// Drops the reported throughput and time left, which no longer hold.
    func forgetSpeed() {
        values.details.throughput = nil
        values.details.estimatedTimeRemaining = nil
    }

    var root: ModelNode { parent?.root ?? self }

    var depth: Int { parent.map { $0.depth + 1 } ?? 0 }

    var height: Int { (children.map { $0.height + 1 }).max() ?? 0 }

    /// Whether something that its parent would still be credited with will never come.
    var isLost: Bool { values.isCancelled || values.isFailed || hasLost }

    /// Whether that holds for something below.
    var hasLost: Bool { children.contains { !$0.values.isCredited && $0.values.pending > 0 && $0.isLost } }

    /// This node and everything below it, each node followed by those below it.
    var inTreeOrder: [ModelNode] { [self] + children.flatMap(\.inTreeOrder) }

    /// This node and everything below it.
    var subtree: [ModelNode] {
        var nodes = [self]
        var place = 0
        while place < nodes.count {
            if !nodes[place].children.isEmpty { nodes += nodes[place].children }
            place += 1
        }
        return nodes
    }

    /// Like `subtree`, but each node is followed at once by those below it.
    var walk: [ModelNode] { [self] + children.flatMap(\.walk) }

    func isOrIsBelow(_ other: ModelNode) -> Bool { self === other || parent?.isOrIsBelow(other) ?? false }

    /// The fractions of the whole subtree, by the words of the contract.
    func collectFractions(into fractions: inout [ProgressID: Rational]) -> Rational {
        var sum = Rational(numerator: BigNatural(UInt64(max(values.completed, 0))))
        for child in children {
            let fraction = child.collectFractions(into: &fractions)
            if !child.values.isCredited { sum = sum + fraction.multiplied(by: child.values.pending) }
        }
        let fraction: Rational =
            isIndeterminate ? .zero : values.total == 0 ? .one : sum.divided(by: values.total)
        fractions[id] = fraction
        return fraction
    }

    /// This node's own part of the sums of a summary, with that of nodes that vanished below it.
    var sums: ModelSums {
        let details = values.details
        var sums = values.retired
        if let count = details.fileTotalCount { sums.files = (sums.files ?? 0) + Int128(max(count, 0)) }
        if let count = details.fileCompletedCount {
            sums.completedFiles = (sums.completedFiles ?? 0) + Int128(max(count, 0))
        }
        guard details.kind == "file" else { return sums }
        sums.bytes = (sums.bytes ?? 0) + Int128(max(values.total, 0))
        sums.completedBytes = (sums.completedBytes ?? 0) + Int128(max(values.completed, 0))
        return sums
    }
}

struct ModelSums {
    var files: Int128?
    var completedFiles: Int128?
    var bytes: Int128?
    var completedBytes: Int128?

    mutating func add(_ other: ModelSums) {
        files = Self.sum(files, other.files)
        completedFiles = Self.sum(completedFiles, other.completedFiles)
        bytes = Self.sum(bytes, other.bytes)
        completedBytes = Self.sum(completedBytes, other.completedBytes)
    }

    private static func sum(_ left: Int128?, _ right: Int128?) -> Int128? {
        guard let left, let right else { return left ?? right }
        return left + right
    }
}
