import ProgressCore
import TestSupport

/// Does the same random operations to a tree and to the model, and compares everything visible after each.
final class RandomRun {
    /// The tree and the model differ; the seed and the operation's number reproduce it.
    struct Mismatch: Error, CustomStringConvertible {
        let description: String
    }

    let seed: UInt64
    let model = Model()
    var tree: ProgressTree
    /// Gets the same writes at the same times, and is hardly looked at and never watched.
    var twin: ProgressTree
    var generator: SeededGenerator
    var seen: [ProgressID: Visible] = [:]
    var operationCount = 0
    /// The current operation, for the report of a failure.
    var operation = ""
    /// Several changes may be made by one operation: versions grow by more than one.
    var isManyChanges = false
    /// Below which node the operation created others.
    var joinedParent: ProgressID?
    var idCount: UInt64 = 0
    var keys: [ProgressID] = []
    /// Whether looks are left out at random and touches recorded now and then only.
    let looksSeldom: Bool
    /// Whether all touches since the last look were recorded.
    var hasAllTouches = true
    /// How often a computed rate was seen.
    var computedRateCount = 0
    /// How often a parent remembered the times of its children.
    var rememberedTimesCount = 0
    /// How often a silent rate was seen.
    var silentCount = 0
    /// When that look was.
    var lookedAt: Int64 = 0
    /// Walks that are under way.
    var strolls: [Stroll] = []
    /// The saved data of `tree` and of `twin`.
    var (disk, twinDisk) = (Disk(), Disk())
    /// A copy of `tree` in the making, with everything saved since it began.
    var copy: GrowingCopy?
    var copyCount = 0
    var followers: [Follower] = []
    /// Things saved since the last group was closed; empty without followers.
    var openGroup: [Unsaved] = []
    var groupCount = 0
    var takeoverCount = 0
    var keepsGroups = false
    var keptGroups: [Follower.Group] = []
    /// The states that the writer's nodes have.
    var states: [ProgressID: ProgressState] = [:]
    var restartCount = 0
    /// The stamp that everything got at the last restart.
    var restoredStamp: UInt64 = 0

    init(seed: UInt64, looksSeldom: Bool = false) {
        self.seed = seed
        self.looksSeldom = looksSeldom
        generator = SeededGenerator(seed: seed)
        var limits = ProgressLimits()
        limits.maximumNodeCount = model.limits.nodes
        limits.maximumChildCount = model.limits.children
        limits.maximumDepth = model.limits.depth
        limits.retention = model.limits.retention
        limits.abandonment = model.limits.abandonment
        limits.keptRunCount = model.limits.keptRuns
        // Mostly nothing is freed by the removal itself.
        limits.nodesFreedAtOnce = Int(seed % 4)
        tree = ProgressTree(limits: limits)
        twin = ProgressTree(limits: limits)
        tree.forest.recordsTouches = true
        tree.beginRecording()
        twin.beginRecording()
    }

    func run(_ count: Int) throws {
        for _ in 0..<count {
            operationCount += 1
            try save()
            if looksSeldom && generator.chance(15) { tree.forest.recordsTouches.toggle() }
            if !tree.forest.recordsTouches { hasAllTouches = false }
            // Work that is due comes first, as it would without haste.
            begin("time passes")
            let before = tree.sequence
            try pass(looksSeldom && !generator.chance(4) ? 0 : 1_000)
            if tree.sequence != before { try look() }
            begin("")
            try step()
            try slice()
            try look()
        }
        if looksSeldom { try compare() }
        try compareRates()
    }

    /// Compares all, or, where looks are seldom, mostly nothing or a node or two.
    private func look() throws {
        guard looksSeldom else {
            try compare()
            return
        }
        switch generator.number(below: 12) {
        case 0: try compare()
        case 1, 2:
            guard let node = model.nodes.randomElement(using: &generator) else { return }
            try compareAlone(node)
        default: return
        }
    }

    private func begin(_ name: String) {
        operation = name
        if looksSeldom { return }
        isManyChanges = false
        joinedParent = nil
        tree.changes.removeAll()
    }

    func require(_ condition: Bool, _ text: @autoclosure () -> String) throws {
        if condition { return }
        throw Mismatch(description: "seed \(seed), operation \(operationCount) (\(operation)): \(text())")
    }

    // MARK: Doing

    private func step() throws {
        let nodes = model.nodes
        guard let node = nodes.randomElement(using: &generator), !generator.chance(12) else {
            try create(under: nil)
            return
        }
        switch generator.number(below: 41) {
        case 40: try finish(node)
        case 0..<5: try create(under: node)
        case 5..<8: try attach(node)
        case 8..<14: try complete(node)
        case 14..<21: try setCounts(node)
        case 21..<26: try edit(node)
        case 26..<29: try control(node)
        case 29: try fail(node)
        case 30..<32: try remove(node)
        case 32: try heartbeat(node)
        case 33..<36: try reserveOrResign(node)
        case 36: try forgetRuns()
        default: try advance()
        }
    }

    /// Does one operation to both; the model's error, or none, must be the tree's.
    func both(
        _ operation: String,
        _ modelBody: () throws(ProgressError) -> Void,
        _ treeBody: (RandomRun) throws(ProgressError) -> Void
    ) throws {
        self.operation = operation
        var expected: ProgressError?
        var actual: ProgressError?
        do { try modelBody() } catch { expected = error }
        model.noteEnds()
        swap(&tree, &twin)
        try? treeBody(self)
        swap(&tree, &twin)
        do { try treeBody(self) } catch { actual = error }
        noteStates()
        if case .countOverflow = expected, case .countOverflow = actual, operation.hasPrefix("create") {
            // If several children of a create would overflow, the first one that is checked is named.
            return
        }
        try require(expected == actual, "expected \(String(describing: expected)), got \(String(describing: actual))")
    }

    func index(_ node: ModelNode) throws(ProgressError) -> NodeIndex { try tree.find(node.id) }

    func freshID() -> ProgressID {
        idCount += 1
        return ProgressID(high: seed, low: idCount)
    }

    // MARK: Drawing

    /// Mostly small and sensible, now and then negative, and sometimes at the ends of int64.
    func count() -> Int64 {
        switch generator.number(below: 40) {
        case 0: -1
        case 1: Int64.random(in: -5...0, using: &generator)
        case 2: [.max, .max - 1, .min, .min + 1].randomElement(using: &generator) ?? 0
        case 3: Int64.random(in: 0...(.max), using: &generator)
        case 4..<8: Int64.random(in: 0...1_000_000, using: &generator)
        default: Int64.random(in: 0...12, using: &generator)
        }
    }

    func pendingCount() -> Int64 {
        switch generator.number(below: 30) {
        case 0: -1
        case 1: Int64.random(in: 0...(.max), using: &generator)
        default: Int64.random(in: 0...8, using: &generator)
        }
    }

    func leaseSeconds() -> Double? {
        generator.chance(3) ? nil : Double(Int.random(in: 1...160, using: &generator)) / 8
    }

    static let names = ["a", "b", "c"]

    /// The nodes from which names may be taken over: mostly all.
    func reach() -> NameReach {
        switch generator.number(below: 8) {
        case 0: .nothing
        case 1: model.nodes.randomElement(using: &generator).map { .subtree($0.id) } ?? .nothing
        default: .everything
        }
    }

    func caller() -> Caller {
        let role = Caller.Role.allCases.randomElement(using: &generator) ?? .reporter
        return Caller(role: role, user: generator.chance(2) ? "somebody" : nil)
    }

    func name() -> String? { ["a", "b", "c", nil].randomElement(using: &generator) ?? nil }
}
