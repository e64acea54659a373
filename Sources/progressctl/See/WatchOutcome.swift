import ProgressClient

/// The outcome, so far, of the work that is watched.
struct WatchOutcome {
    /// The tops of the watched trees, by id.
    private var tops: [String: ProgressSnapshot] = [:]
    /// The tops from before a reset that have not come again yet, by id.
    private var untold: [String: ProgressSnapshot] = [:]
    /// Whether a top was ever seen. Without one, nothing can be reported as finished.
    private var hasTops = false
    private var below: Set<String> = []
    private let hasDescendants: Bool
    private var isSynced = false
    /// The exit status; `success` as long as nothing has failed.
    private(set) var status = ExitStatus.success
    /// The tops that have ended since the last call of `takeEnded`.
    private var ended: [ProgressSnapshot] = []
    /// The name of a top that was removed before its end, without having announced it by `removeWhenFinished`.
    private(set) var lost: String?

    /// - Parameter hasDescendants: whether descendants of the tops are watched, too; they do not affect the outcome.
    init(hasDescendants: Bool) { self.hasDescendants = hasDescendants }

    /// Whether the status is final: one top has failed, was cancelled or is lost, or all have ended.
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

    /// Whether it is below a top. It may fail while the top does not.
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

    /// Counts the tops that have not come again as lost: a service that has lost its data does not say which.
    /// A reporter may have created one again by its name.
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
