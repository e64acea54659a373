@testable import ProgressCore

/// The runs that names remember.
extension Model {
    struct GoneRun {
        let name: String
        let id: ProgressID
        let number: Int64
        let state: ProgressState
        let counts: Counts
        let createdAt: Int64
        let textByteCount: Int
        /// Everything below the root, in the order of the tree; nothing of it works on.
        let steps: [Step]
    }

    struct Step: Equatable {
        let id: ProgressID
        let parentID: ProgressID?
        let state: ProgressState
        let startedAt: Int64?
        let endedAt: Int64?
    }

    /// A run of a name besides the present one, the oldest first.
    enum PastRun {
        case gone(GoneRun)
        case living(ModelNode)

        var id: ProgressID {
            switch self {
            case .gone(let run): run.id
            case .living(let node): node.id
            }
        }

        var number: Int64 {
            switch self {
            case .gone(let run): run.number
            case .living(let node): node.values.details.run?.number ?? 0
            }
        }
    }

    func pastRuns(of name: String) -> [PastRun] {
        var runs = goneRuns.filter { $0.name == name }.map { PastRun.gone($0) }
        for root in roots where isRun(root, of: name) && root.values.hasLostName { runs.append(.living(root)) }
        return runs.sorted { $0.number < $1.number }
    }

    private func isRun(_ root: ModelNode, of name: String) -> Bool {
        root.parent == nil && root.values.details.name == name && root.values.details.run?.isForgotten == false
    }

    /// The ids of the runs that a reader is shown, the newest first.
    func runs(of name: String, within reach: NameReach) -> [ProgressID] {
        var ids: [ProgressID] = []
        for run in pastRuns(of: name) {
            switch run {
            case .gone(let gone): if case .everything = reach { ids.append(gone.id) }
            case .living(let node): if reaches(node, reach) { ids.append(node.id) }
            }
        }
        if let holder = node(named: name), isRun(holder, of: name), reaches(holder, reach) { ids.append(holder.id) }
        return Array(ids.reversed().prefix(limits.keptRuns))
    }

    func takeNames(
        of new: [NewProgress],
        within reach: NameReach,
        replacing replaced: ModelNode?
    ) throws(ProgressError) -> [String: RunPlace] {
        var runs: [String: RunPlace] = [:]
        for name in new.compactMap(\.details?.name) {
            if runs[name] != nil { throw .nameTaken(name) }
            runs[name] = try takeName(name, within: reach, replacing: replaced)
        }
        return runs
    }

    /// - Returns: the run that begins.
    func takeName(
        _ name: String,
        within reach: NameReach,
        replacing replaced: ModelNode? = nil
    ) throws(ProgressError) -> RunPlace {
        let run = nextRun(of: name)
        guard let holder = node(named: name) else { return run }
        let ends = holder.isEnded || replaced.map { holder.isOrIsBelow($0) } ?? false
        if !ends || !reaches(holder, reach) { throw .nameTaken(name) }
        holder.values.hasLostName = true
        trimRuns(of: name)
        return run
    }

    /// Ends a run because a newer one begins.
    func end(_ top: ModelNode, before new: [NewProgress]) {
        let message = "A newer run began."
        let fails = !top.isEnded
        if top.subtree.contains(where: { !$0.isEnded }) { noteWrite(top) }
        cancelRest(below: top, reason: message, by: Caller(role: .reporter))
        if fails {
            top.values.isFailed = true
            top.forgetSpeed()
            top.values.isStalled = false
            top.values.reason = message
            top.values.details.failure = ReplacedRun.failure(by: Caller(role: .reporter), at: now)
        }
        let taken = new.compactMap(\.details?.name)
        for node in top.subtree where node !== top {
            if let name = node.values.details.name, !taken.contains(name) { node.values.hasLostName = true }
        }
    }

    func nextRun(of name: String) -> RunPlace {
        if let holder = node(named: name) {
            return RunPlace(number: (holder.values.details.run?.number ?? 0) + 1, previousID: holder.id)
        }
        return pastRuns(of: name).last.map { RunPlace(number: $0.number + 1, previousID: $0.id) } ?? RunPlace()
    }

    func reaches(_ node: ModelNode, _ reach: NameReach) -> Bool {
        switch reach {
        case .everything: true
        case .subtree(let top): nodes.contains { $0.id == top && node.isOrIsBelow($0) }
        case .nothing: false
        }
    }

    /// Bytes of the texts that a run keeps of its root. The random texts are too short to be cut.
    private static func textByteCount(ofRun root: ModelNode) -> Int {
        let failure = root.values.details.failure.map { $0.message + ($0.code ?? "") + ($0.by?.user ?? "") } ?? ""
        var count = failure.utf8.count + root.values.controlTextByteCount
        for text in root.values.details.labels + root.values.details.urls {
            count += text.key.utf8.count + text.value.utf8.count
        }
        count += root.values.details.localizedDescription?.utf8.count ?? 0
        return count + (root.values.details.localizedAdditionalDescription?.utf8.count ?? 0)
    }

    func rememberGone(_ root: ModelNode) {
        let details = root.values.details
        guard let name = details.name, let run = details.run, isRun(root, of: name) else { return }
        goneRuns.append(
            GoneRun(
                name: name,
                id: root.id,
                number: run.number,
                state: root.isEnded ? root.state : .cancelled,
                counts: Counts(total: root.values.total, completed: root.values.completed),
                createdAt: root.values.createdAt,
                textByteCount: Self.textByteCount(ofRun: root),
                steps: root.inTreeOrder.dropFirst().map { node in
                    Step(
                        id: node.id,
                        parentID: node.parent?.id,
                        state: node.isEnded ? node.state : .cancelled,
                        startedAt: node.values.startedAt,
                        endedAt: node.isEnded ? node.values.endedAt ?? now : now
                    )
                }
            )
        )
        trimRuns(of: name, besides: root)
    }

    /// - Parameter gone: is among the nodes still, and not among the runs as a living one.
    func trimRuns(of name: String, besides gone: ModelNode? = nil) {
        let past = pastRuns(of: name).filter { run in
            if case .living(let node) = run { node !== gone } else { true }
        }
        for run in past.dropLast(limits.keptRuns) { forget(run) }
    }

    func forgetRuns(of name: String, within reach: NameReach) -> Bool {
        if runs(of: name, within: reach).isEmpty { return false }
        for run in pastRuns(of: name) {
            switch run {
            case .gone: if case .everything = reach { forget(run) }
            case .living(let node): if node.isEnded && reaches(node, reach) { forget(run) }
            }
        }
        if let holder = node(named: name), isRun(holder, of: name), holder.isEnded, reaches(holder, reach) {
            holder.values.details.run?.isForgotten = true
        }
        return true
    }

    private func forget(_ run: PastRun) {
        switch run {
        case .gone(let gone): goneRuns.removeAll { $0.id == gone.id }
        case .living(let node): node.values.details.run?.isForgotten = true
        }
    }

    /// Bytes of the names that remember runs, and of the texts of runs that are gone.
    var runTextByteCount: Int {
        let names = Set(nodes.compactMap(\.values.details.name)).union(goneRuns.map(\.name))
        return names.filter { !pastRuns(of: $0).isEmpty }.reduce(0) { $0 + $1.utf8.count }
            + goneRuns.reduce(0) { $0 + $1.textByteCount }
    }
}
