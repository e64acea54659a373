import FoundationEssentials
import ProgressClient

/// Tells from the events of a stream of roots what there is to tell, once each: a state machine without clock or network.
struct NoticeTracker: Codable, Sendable {
    /// A root that the service holds, as far as it matters here.
    struct Root: Codable, Sendable {
        var name: String?
        var createdAt: Date
        var isWorking = true
        /// What was told of its present state.
        var told: NoticeKind?
        /// Nil: nobody has asked yet how long runs of its name take, or nobody knows.
        var lateAt: Date?
        var hasAskedLateness = false
        var isLateTold = false
    }

    private(set) var roots: [String: Root] = [:]
    /// Until the first `synced` of all: what has ended before somebody cared is no news.
    private(set) var isNew = true
    /// After a reset: the roots that were told of since.
    private var seen: Set<String>?

    /// How much longer than usual is late; as on the service's own pages.
    static let lateness = 1.5

    /// - Returns: what is to be told.
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

    /// A root that works, of whose name nobody has asked yet how long its runs take.
    var unasked: (id: String, name: String)? {
        guard let (id, root) = roots.first(where: { $1.isWorking && !$1.hasAskedLateness && $1.name != nil }),
            let name = root.name
        else { return nil }
        return (id, name)
    }

    /// Notes the answer for the root that `unasked` named.
    /// - Parameter seconds: what runs of its name usually take; nil if that is not known.
    mutating func note(typical seconds: Double?, of id: String) {
        roots[id]?.hasAskedLateness = true
        guard let seconds, let root = roots[id] else { return }
        roots[id]?.lateAt = root.createdAt.addingTimeInterval(seconds * Self.lateness)
    }

    /// The roots that are late by now, until `noteLate`.
    func late(at now: Date) -> [String] {
        roots.filter { $1.isWorking && !$1.isLateTold && $1.lateAt.map { $0 <= now } ?? false }.map(\.key).sorted()
    }

    /// Notes that this is told, or that the root is gone.
    mutating func noteLate(_ id: String) { roots[id]?.isLateTold = true }

    /// When the next root may be late.
    var nextLateness: Date? { roots.values.compactMap { $0.isWorking && !$0.isLateTold ? $0.lateAt : nil }.min() }
}
