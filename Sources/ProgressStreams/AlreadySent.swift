import ProgressCore

/// Nodes that a stream showed while news of them waited in the pace: that news is already told.
struct AlreadySent: Sendable {
    struct Entry: Sendable {
        /// The reader saw everything up to this stamp.
        let stamp: UInt64
        let shown: Contents
    }

    private var entries: [ProgressID: Entry] = [:]
    private var limit = 64

    var isEmpty: Bool { entries.isEmpty }

    mutating func note(_ id: ProgressID, stamp: UInt64, shown: Contents) {
        entries[id] = Entry(stamp: stamp, shown: shown.union(entries[id]?.shown ?? []))
    }

    mutating func take(_ id: ProgressID) -> Entry? { isEmpty ? nil : entries.removeValue(forKey: id) }

    mutating func removeAll() { entries = [:] }

    /// Drops entries whose news never comes because the node left with a top above it, before they outnumber the rest.
    ///
    /// - Parameter held: the oldest change that still waits.
    mutating func tidy(held: UInt64) {
        guard entries.count > limit else { return }
        entries = entries.filter { $0.value.stamp >= held }
        limit = max(64, 2 * entries.count)
    }
}
