import FoundationEssentials
import ProgressClient

/// Decides from the events of a stream of roots which notices are due, once each: a state machine without clock or
/// network.
struct NoticeTracker: Codable, Sendable {
    /// The facts about a root of the service that matter here.
    struct Root: Codable, Sendable {
        var name: String?
        var createdAt: Date
        var isWorking = true
        /// The notice kind of its present state; nil if that has none.
        var told: NoticeKind?
        /// Nil if the usual duration of its runs has not been requested yet, or is not known.
        var lateAt: Date?
        var hasAskedLateness = false
        var isLateTold = false
    }

    private(set) var roots: [String: Root] = [:]
    /// Whether the very first `synced` is still to come: work that had ended before that is no news.
    private(set) var isNew = true
    /// The roots seen since a reset; nil if there was none since the last `synced`.
    private var seen: Set<String>?

    /// A root is late after this multiple of its usual duration, as on the service's own pages.
    static let lateness = 1.5

    /// - Returns: the notice that is due, if any.
    mutating func take(_ event: ProgressEvent, at now: Date) -> Notice? {
        switch event {
        case .snapshot(let snapshot), .child(let snapshot), .state(let snapshot, _): return take(snapshot, at: now)
        case .progress: return nil
        case .removed(let id, _): roots[id] = nil
        case .reset: seen = []
        case .synced:
            isNew = false
            if let seen { roots = roots.filter { seen.contains($0.key) } }
            seen = nil
        }
        return nil
    }

    private mutating func take(_ snapshot: ProgressSnapshot, at now: Date) -> Notice? {
        seen?.insert(snapshot.id)
        var root = roots[snapshot.id] ?? Root(name: snapshot.name, createdAt: snapshot.createdAt)
        root.name = snapshot.name
        root.isWorking = snapshot.state == .running || snapshot.state == .indeterminate
        let kind = NoticeKind(snapshot.state)
        let isNews = kind != nil && kind != root.told && !isNew
        root.told = kind
        roots[snapshot.id] = root
        return isNews ? kind.map { Notice($0, snapshot, at: now) } : nil
    }

    // MARK: Lateness

    /// A running root whose usual duration has not been requested yet.
    var unasked: (id: String, name: String)? {
        guard let (id, root) = roots.first(where: { $1.isWorking && !$1.hasAskedLateness && $1.name != nil }),
            let name = root.name
        else { return nil }
        return (id, name)
    }

    /// Notes the answer for the root that `unasked` named.
    /// - Parameter seconds: the usual duration of runs of its name; nil if that is not known.
    mutating func note(typical seconds: Double?, of id: String) {
        roots[id]?.hasAskedLateness = true
        guard let seconds, let root = roots[id] else { return }
        roots[id]?.lateAt = root.createdAt.addingTimeInterval(seconds * Self.lateness)
    }

    /// The roots that are late at `now` and have not been passed to `noteLate`.
    func late(at now: Date) -> [String] {
        roots.filter { $1.isWorking && !$1.isLateTold && $1.lateAt.map { $0 <= now } ?? false }.map(\.key).sorted()
    }

    /// Notes that the lateness was reported, or that the root is gone.
    mutating func noteLate(_ id: String) { roots[id]?.isLateTold = true }

    /// The time at which the next root may be late; nil if none can be.
    var nextLateness: Date? { roots.values.compactMap { $0.isWorking && !$0.isLateTold ? $0.lateAt : nil }.min() }
}
