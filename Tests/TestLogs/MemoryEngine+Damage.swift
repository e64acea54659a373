import Platform
import ProgressLog

/// Damage to the tables of an engine on a bad disk: every replica sees it, and it is permanent.
extension MemoryEngine {
    /// Flips a bit in the middle of an entry.
    package func damage(entry number: UInt64) {
        change { content in
            content.entries = content.entries.map { entry in
                if entry.number != number { return entry }
                var bytes = entry.bytes
                bytes[bytes.count / 2] ^= 1
                return LogEntry(number: entry.number, term: entry.term, bytes: bytes)
            }
        }
    }

    /// Flips a bit in the middle of a part of every snapshot.
    package func damage(part: Int) {
        change { content in
            for number in content.snapshots.keys {
                guard let bytes = content.snapshots[number]?[part] else { continue }
                content.snapshots[number]?[part]?[bytes.count / 2] ^= 1
            }
        }
    }

    /// The entries from this one on are gone; the row still names them.
    package func lose(entriesFrom number: UInt64) { change { $0.entries.removeAll { $0.number >= number } } }

    /// How many parts the snapshots have in all.
    package var partCount: Int { shared.withLock { $0.visible.snapshots.values.reduce(0) { $0 + $1.count } } }

    private func change(_ body: (inout MemoryContent) -> Void) {
        shared.withLock { shared in
            body(&shared.visible)
            shared.replicated = shared.visible
        }
    }
}
