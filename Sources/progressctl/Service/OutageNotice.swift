import ProgressClient
import Synchronization

/// Whether a stream has lost the service for now, and is trying again.
final class OutageNotice: Sendable {
    private let state = Atomic(false)

    var isOngoing: Bool { state.load(ordering: .relaxed) }

    /// Returns whether it begins now: one warning is enough.
    func begin() -> Bool { !state.exchange(true, ordering: .relaxed) }

    func end() { state.store(false, ordering: .relaxed) }
}
