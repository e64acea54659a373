import Synchronization

/// The writer, as far as this replica knows, and whether it answers here. The cluster thread names the writer, the
/// first reactor notes whether it answers; any thread reads.
package final class WriterContact: Sendable {
    private struct State {
        var place: WriterPlace?
        /// Whether `place` has answered nothing for a lease.
        var isSilent = false
        /// Why `place` executes no writes.
        var obstacle: String?
    }

    private let state = Mutex(State())
    private let changes = Atomic<UInt64>(0)
    private let losses = Atomic<UInt64>(0)

    /// nil: no writer is known. The one that the log names counts as unknown until the log was seen to change.
    package var place: WriterPlace? { state.withLock { $0.place } }

    /// `place`, unless the writer does not answer: requests are forwarded there.
    package var reachable: WriterPlace? { state.withLock { $0.isSilent ? nil : $0.place } }

    /// A writer that does not answer.
    package var unreachable: WriterPlace? { state.withLock { $0.isSilent ? $0.place : nil } }

    /// Why the writer executes no writes, in its own words; nil: it does, as far as is known.
    package var obstacle: String? { state.withLock { $0.obstacle } }

    /// Grows when `place` or `reachable` changes.
    package var generation: UInt64 { changes.load(ordering: .acquiring) }

    /// Grows when requests under way to writers other than `reachable` will get no answer: a writer ended without
    /// handing over, or does not answer. After a clean change a writer answers the requests that it had let in.
    package var lossCount: UInt64 { losses.load(ordering: .acquiring) }
}

extension WriterContact {
    /// On the cluster thread.
    func note(_ place: WriterPlace?) {
        change { state in
            if state.place == place { return false }
            state = State(place: place)
            return true
        }
    }

    /// A writer before the present one ended without handing over. On the cluster thread.
    func noteLoss() { losses.add(1, ordering: .releasing) }

    /// `place` has answered nothing for a lease, or answers again.
    /// - Returns: whether that is news: then the reactors have to be woken.
    @discardableResult
    package func note(_ place: WriterPlace, isSilent: Bool) -> Bool {
        let isNews = change { state in
            guard state.place == place, state.isSilent != isSilent else { return false }
            state.isSilent = isSilent
            return true
        }
        if isNews, isSilent { noteLoss() }
        return isNews
    }

    /// `place` says why it executes no writes, or that it does.
    package func note(_ place: WriterPlace, obstacle: String?) {
        state.withLock { state in
            if state.place == place { state.obstacle = obstacle }
        }
    }

    @discardableResult
    private func change(_ body: (inout State) -> Bool) -> Bool {
        let isNew = state.withLock { body(&$0) }
        if isNew { changes.add(1, ordering: .releasing) }
        return isNew
    }
}
