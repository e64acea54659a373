import Platform
package import ProgressLog

/// An engine in memory, for tests, which the replicas' `MemoryLog`s share. It can fail over to its replicated content.
///
/// May be called from any thread.
package final class MemoryEngine: Sendable {
    struct Shared {
        /// The content that all replicas see, and the content that is replicated.
        var visible = MemoryContent()
        var replicated = MemoryContent()
        var late: [MemoryChange] = []
        /// Grows with each change.
        var version: UInt64 = 0
        var sleepers: [WakePipe] = []
        var outage: MemoryFault?

        /// - Returns: whether its conditions held.
        mutating func apply(_ change: MemoryChange, isReplicated: Bool) -> Bool {
            let isDone = change(&visible)
            guard isDone else { return false }
            if isReplicated { replicated = visible }
            wakeAll()
            return true
        }

        mutating func wakeAll() {
            version += 1
            for sleeper in sleepers { sleeper.ring() }
        }
    }

    let shared = Lock(Shared())

    package init() {}

    /// Another engine with the visible content, like a restored backup.
    package func copy() -> MemoryEngine {
        let copy = MemoryEngine()
        let content = shared.withLock { $0.visible }
        copy.shared.withLock { ($0.visible, $0.replicated) = (content, content) }
        return copy
    }

    /// A connection for one replica.
    package func connect() -> MemoryLog { MemoryLog(self) }

    /// Sets a fault of every call of every replica, until it is nil again.
    package func setOutage(_ fault: MemoryFault?) { shared.withLock { $0.outage = fault } }

    /// Fails over: all changes that were not replicated are lost, and late ones, too.
    package func failOver() {
        shared.withLock { shared in
            shared.replicated.life = EngineLife(database: "memory", timeline: shared.visible.life.timeline + 1)
            shared.visible = shared.replicated
            shared.late = []
            shared.wakeAll()
        }
    }

    /// Fails over without the last `count` entries, which were not replicated although they were acknowledged.
    package func loseEntries(_ count: UInt64) {
        shared.withLock { shared in
            shared.visible.loseEntries(count)
            shared.replicated = shared.visible
            shared.late = []
            shared.wakeAll()
        }
    }

    /// Changes the content as if by hand, or as if another database took the place of this one.
    package func replace(_ change: (inout OfficeRow?, inout [LogEntry]) -> Void) {
        shared.withLock { shared in
            change(&shared.visible.row, &shared.visible.entries)
            shared.replicated = shared.visible
            shared.wakeAll()
        }
    }

    /// The writer's sign of life without the writer: the row gets another mark.
    package func beat() {
        shared.withLock { shared in
            var source = SystemRandomNumberGenerator()
            let mark = OfficeMark.draw(from: &source)
            _ = shared.apply(
                { content in
                    content.row?.mark = mark
                    return true
                },
                isReplicated: true
            )
        }
    }

    /// Leaves the engine as versions do that announce nothing.
    package func forgetMembers() { shared.withLock { ($0.visible.members, $0.visible.form) = ([:], nil) } }

    /// Applies late changes now, in order, if their conditions hold.
    package func deliverLate() {
        shared.withLock { shared in
            let late = shared.late
            shared.late = []
            for change in late { _ = shared.apply(change, isReplicated: true) }
        }
    }

    /// The row as all replicas see it.
    package var row: OfficeRow? { shared.withLock { $0.visible.row } }

    /// The entries as all replicas see them, in order.
    package var entries: [LogEntry] { shared.withLock { $0.visible.entries } }

    /// The parts of the snapshot that the row names, as all replicas see them, in no order.
    package var snapshotParts: [[UInt8]] {
        shared.withLock { shared in
            (shared.visible.row?.snapshot).flatMap { shared.visible.snapshots[$0] }.map { Array($0.values) } ?? []
        }
    }

    /// The tokens that each member announced.
    package var memberTokens: [String] { shared.withLock { $0.visible.members.values.map(\.member.tokens) } }

    /// How often anything changed.
    package var changeCount: UInt64 { shared.withLock { $0.version } }
}
