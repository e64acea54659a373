import Platform
package import ProgressLog

/// An engine in memory, for tests: what the replicas' `MemoryLog`s share. It can fail over to what was replicated.
///
/// From any thread.
package final class MemoryEngine: Sendable {
    struct Shared {
        /// As everybody sees it, and as it is replicated.
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

    /// Another engine with what everybody sees, as a restored backup is.
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

    /// Everything that was not replicated is lost, and so is what is late.
    package func failOver() {
        shared.withLock { shared in
            shared.replicated.life = EngineLife(database: "memory", timeline: shared.visible.life.timeline + 1)
            shared.visible = shared.replicated
            shared.late = []
            shared.wakeAll()
        }
    }

    /// Everything but the last `count` entries was replicated when the engine failed over: what was acknowledged is lost.
    package func loseEntries(_ count: UInt64) {
        shared.withLock { shared in
            shared.visible.loseEntries(count)
            shared.replicated = shared.visible
            shared.late = []
            shared.wakeAll()
        }
    }

    /// Somebody changes the content by hand, or another database comes into the place of this one.
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

    /// As if only versions had been there that announce nothing.
    package func forgetMembers() { shared.withLock { ($0.visible.members, $0.visible.form) = ([:], nil) } }

    /// Applies late changes now, in order, if their conditions hold.
    package func deliverLate() {
        shared.withLock { shared in
            let late = shared.late
            shared.late = []
            for change in late { _ = shared.apply(change, isReplicated: true) }
        }
    }

    /// As everybody sees it.
    package var row: OfficeRow? { shared.withLock { $0.visible.row } }

    /// As everybody sees them, in order.
    package var entries: [LogEntry] { shared.withLock { $0.visible.entries } }

    /// The tokens that each member announced.
    package var memberTokens: [String] { shared.withLock { $0.visible.members.values.map(\.member.tokens) } }

    /// How often anything changed.
    package var changeCount: UInt64 { shared.withLock { $0.version } }
}
