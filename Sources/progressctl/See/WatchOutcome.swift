import ProgressClient

/// How the work that is watched has ended, so far.
struct WatchOutcome {
    /// The tops of what is watched, by id.
    private var tops: [String: ProgressSnapshot] = [:]
    /// The tops before a reset that have not been told again yet, by id.
    private var untold: [String: ProgressSnapshot] = [:]
    /// Whether there was ever a top: of nothing nobody can say that it has finished.
    private var hasTops = false
    private var below: Set<String> = []
    private let hasDescendants: Bool
    private var isSynced = false
    /// `success` while nothing is known to the contrary.
    private(set) var status = ExitStatus.success
    /// What has ended since the last call of `takeEnded`.
    private var ended: [ProgressSnapshot] = []
    /// The name of what was removed before its end, and did not say that it would be.
    private(set) var lost: String?

    /// - Parameter hasDescendants: whether what is below the tops is watched too; it decides nothing.
    init(hasDescendants: Bool) { self.hasDescendants = hasDescendants }

    /// Whether nothing can change the status any more: one has not finished, or all have.
    var isDecided: Bool { status != .success || (isSynced && hasTops && tops.values.allSatisfy(\.state.hasEnded)) }

    mutating func take(_ event: ProgressEvent) {
        switch event {
        case .snapshot(let snapshot), .progress(let snapshot), .state(let snapshot, _), .child(let snapshot):
            take(snapshot)
        case .removed(let id, let reason): remove(id, reason)
        case .synced:
            isSynced = true
            loseUntold()
        case .reset:
            untold.merge(tops) { _, last in last }
            tops = [:]
            isSynced = false
        }
    }

    mutating func takeEnded() -> [ProgressSnapshot] {
        defer { ended = [] }
        return ended
    }

    private mutating func take(_ snapshot: ProgressSnapshot) {
        if isBelow(snapshot) { return }
        hasTops = true
        let former = untold.removeValue(forKey: snapshot.id)
        let before = tops.updateValue(snapshot, forKey: snapshot.id) ?? former
        guard snapshot.state.hasEnded, before?.state != snapshot.state else { return }
        ended.append(snapshot)
        guard status == .success else { return }
        if snapshot.state == .failed { status = .failed }
        if snapshot.state == .cancelled { status = .cancelled }
    }

    /// What is below a top may fail while the top does not.
    private mutating func isBelow(_ snapshot: ProgressSnapshot) -> Bool {
        guard hasDescendants, let parent = snapshot.parentID else { return false }
        guard tops[parent] != nil || below.contains(parent) else { return false }
        below.insert(snapshot.id)
        return true
    }

    private mutating func remove(_ id: String, _ reason: String?) {
        below.remove(id)
        let former = untold.removeValue(forKey: id)
        guard let last = tops.removeValue(forKey: id) ?? former else { return }
        if reason != "deselected" { lose(last) }
    }

    /// A service that has lost its data does not tell what it has lost. Its reporter may have created it again by its
    /// name.
    private mutating func loseUntold() {
        let names = Set(tops.values.compactMap(\.name))
        for last in untold.values where last.name.map(names.contains) != true { lose(last) }
        untold = [:]
    }

    private mutating func lose(_ last: ProgressSnapshot) {
        if last.state.hasEnded || last.removeWhenFinished { return }
        lost = last.shownName
        if status == .success { status = .failed }
    }
}
