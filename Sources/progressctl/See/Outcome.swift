import ProgressClient

/// How the work that is watched has ended, so far.
struct Outcome {
    /// The tops of what is watched, by id.
    private var tops: [String: ProgressSnapshot] = [:]
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
    var isDecided: Bool { status != .success || (isSynced && tops.values.allSatisfy(\.state.hasEnded)) }

    mutating func take(_ event: ProgressEvent) {
        switch event {
        case .snapshot(let snapshot), .progress(let snapshot), .state(let snapshot, _), .child(let snapshot):
            take(snapshot)
        case .removed(let id, let reason): remove(id, reason)
        case .synced: isSynced = true
        case .reset:
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
        let before = tops.updateValue(snapshot, forKey: snapshot.id)
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
        guard let last = tops.removeValue(forKey: id) else { return }
        if last.state.hasEnded || reason == "deselected" || last.removeWhenFinished { return }
        lost = last.shownName
        if status == .success { status = .failed }
    }
}
