import ProgressCore

/// A tree whose nodes have letters, a clock that moves only when told to, and ids that are the same every time.
///
/// It owns the tree because a tree cannot be copied into the closures of `#expect`.
final class TreeFixture {
    var tree: ProgressTree
    var now: Int64 = 1_000_000
    private var disk = Disk()
    private var idCount: UInt64 = 0
    private var indexes: [String: NodeIndex] = [:]
    private var ids: [String: ProgressID] = [:]

    init(_ configure: (inout ProgressLimits) -> Void = { _ in }) {
        var limits = ProgressLimits()
        configure(&limits)
        tree = ProgressTree(limits: limits)
        tree.forest.recordsTouches = true
    }

    // MARK: Building

    @discardableResult
    func root(
        _ letter: String,
        _ completed: Int64 = 0,
        of total: Int64 = 10,
        _ configure: (inout NewProgress) -> Void = { _ in }
    ) throws -> Written {
        try insert([new(letter, completed, of: total, configure)], under: nil)
    }

    @discardableResult
    func child(
        _ letter: String,
        of parent: String,
        worth pending: Int64,
        _ completed: Int64 = 0,
        of total: Int64 = 10,
        _ configure: (inout NewProgress) -> Void = { _ in }
    ) throws -> Written {
        var one = new(letter, completed, of: total, configure)
        one.pendingUnitCount = pending
        return try insert([one], under: parent)
    }

    /// Creates a whole tree; parents are named by their place in `all`.
    @discardableResult
    func insert(_ all: [NewProgress], under parent: String?) throws -> Written {
        let written = try tree.insert(all, under: parent.map { index($0) }, at: now)
        for (letter, id) in ids where indexes[letter] == nil { indexes[letter] = try? tree.find(id) }
        return written
    }

    func new(
        _ letter: String,
        _ completed: Int64 = 0,
        of total: Int64 = 10,
        _ configure: (inout NewProgress) -> Void = { _ in }
    ) -> NewProgress {
        let id = freshID()
        ids[letter] = id
        indexes[letter] = nil
        var one = NewProgress(id: id)
        one.counts = Counts(total: total, completed: completed)
        configure(&one)
        return one
    }

    func freshID() -> ProgressID {
        idCount += 1
        return ProgressID(high: idCount, low: idCount &* 0x9E37_79B9_7F4A_7C15)
    }

    // MARK: Writing

    @discardableResult
    func complete(_ letter: String, by count: Int64) throws -> Written {
        try tree.complete(index(letter), by: count, at: now)
    }

    @discardableResult
    func setCounts(_ letter: String, _ completed: Int64, of total: Int64) throws -> Written {
        try tree.setCounts(index(letter), Counts(total: total, completed: completed), at: now)
    }

    @discardableResult
    func edit(_ letter: String, _ edits: ProgressTree.Edit...) throws -> Written {
        try tree.edit(index(letter), edits, at: now)
    }

    @discardableResult
    func attach(_ child: String, to parent: String, worth pending: Int64) throws -> Written {
        try tree.attach(index(child), to: index(parent), pendingUnitCount: pending, at: now)
    }

    /// Completes `count` units so many times; time passes after each, so that the last is `milliseconds` ago.
    func work(_ letter: String, by count: Int64, times: Int, every milliseconds: Int64) throws {
        for _ in 0..<times {
            try complete(letter, by: count)
            now += milliseconds
        }
    }

    func control(
        _ letter: String,
        _ control: Control,
        reason: String? = nil,
        by caller: Caller = Caller(role: .operator)
    ) throws {
        try tree.control(index(letter), control, reason: reason, by: caller, at: now)
    }

    func fail(
        _ letter: String,
        _ message: String = "no disk",
        code: String? = nil,
        by caller: Caller = Caller(role: .reporter)
    ) throws {
        try tree.fail(index(letter), ProgressDetails.Failure(message: message, code: code), by: caller, at: now)
    }

    @discardableResult
    func finish(_ letter: String, by caller: Caller = Caller(role: .reporter)) throws -> Written {
        try tree.finish(index(letter), by: caller, at: now)
    }

    func remove(_ letter: String, pending: ProgressTree.PendingPolicy = .credit) throws {
        try tree.remove(index(letter), pending: pending, at: now)
    }

    func heartbeat(_ letter: String) { tree.heartbeat(index(letter), at: now) }

    func reserve(_ pending: Int64, of parent: String, expiresIn milliseconds: Int64? = nil) throws -> ProgressID {
        let key = freshID()
        let expiresAt = milliseconds.map { now + $0 }
        _ = try tree.reserve(index(parent), pendingUnitCount: pending, key: key, expiresAt: expiresAt, at: now)
        return key
    }

    func resign(_ key: ProgressID) throws { try tree.resign(key, at: now) }

    /// Creates `letter` the way a server does for a create with a key.
    func claim(_ key: ProgressID, as letter: String, _ completed: Int64 = 0, of total: Int64 = 10) throws {
        guard let open = tree.openReservation(key, at: now) else {
            try root(letter, completed, of: total)
            return
        }
        var one = new(letter, completed, of: total)
        one.pendingUnitCount = open.pendingUnitCount
        _ = try tree.insert([one], under: open.parent, at: now)
        tree.claim(key)
        indexes[letter] = try? tree.find(one.id)
    }

    /// Lets time pass and does what has become due.
    func pass(_ milliseconds: Int64) {
        now += milliseconds
        while tree.advance(to: now) {}
    }

    /// The trees as another process finds them on disk: recorded changes are saved, all else is lost.
    ///
    /// - Precondition: the tree records since it was made.
    func restart() throws {
        while tree.takeUnsaved(most: 100, { disk.keep($0) }) {}
        tree = try disk.restored(like: tree, sequence: tree.sequence, at: now)
        tree.forest.recordsTouches = true
        tree.beginRecording()
        for (letter, id) in ids { indexes[letter] = try? tree.find(id) }
    }

    // MARK: Looking

    func index(_ letter: String) -> NodeIndex {
        guard let index = indexes[letter] else { fatalError("nobody is called \(letter)") }
        return index
    }

    func id(_ letter: String) -> ProgressID {
        guard let id = ids[letter] else { fatalError("nobody is called \(letter)") }
        return id
    }

    /// Whether `letter` is the letter of `id`.
    func names(_ letter: String, _ id: ProgressID) -> Bool { ids[letter] == id }

    func lives(_ id: ProgressID) -> Bool { (try? tree.find(id)) != nil }

    func lives(name: String) -> Bool { (try? tree.find(name: name)) != nil }

    func id(named name: String) -> ProgressID? { (try? tree.find(name: name)).map { tree.forest.id(of: $0) } }

    func runs(of name: String) -> [RunItem] { tree.runs(of: name) }

    func openedRun(_ letter: String, of name: String, within reach: NameReach = .everything) -> OpenedRun? {
        tree.openedRun(id(letter), of: name, within: reach, at: now)
    }

    func forgetRuns(of name: String) -> Bool { tree.forgetRuns(of: name) }

    func isWorking(_ letter: String) -> Bool { tree.forest.hasWorkingNodes(in: index(letter)) }

    var nodeCount: Int { tree.nodeCount }

    var heldTextByteCount: Int { tree.heldTextByteCount }

    func lives(_ letter: String) -> Bool { (try? tree.find(id(letter))) != nil }

    func snapshot(_ letter: String) -> ProgressSnapshot { tree.snapshot(of: index(letter)) }

    func completed(_ letter: String) -> Int64 { snapshot(letter).completedUnitCount }

    func fraction(_ letter: String) -> Double { snapshot(letter).fractionCompleted }

    func state(_ letter: String) -> ProgressState { snapshot(letter).state }

    func summary(_ letter: String) -> ProgressSummary { tree.forest.summary(of: index(letter)) }

    /// Every living node as it is seen from outside.
    func picture() -> [String: Visible] {
        var picture: [String: Visible] = [:]
        for letter in ids.keys where lives(letter) { picture[letter] = Visible(snapshot(letter)) }
        return picture
    }

    /// The ids of the children of `letter`, as they joined.
    func children(of letter: String) -> [ProgressID] {
        var children: [ProgressID] = []
        var next = tree.forest.firstChildIndex(of: index(letter))
        while let child = next {
            children.append(tree.forest.id(of: child))
            next = tree.forest.nextSibling(of: child)
        }
        return children
    }
}
