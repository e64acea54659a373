import ProgressClient
import Synchronization

/// Remembers whether a stream has lost the service and is trying again.
final class OutageNotice: Sendable {
    private let state = Atomic(false)

    var isOngoing: Bool { state.load(ordering: .relaxed) }

    /// Returns whether the outage begins with this call: one warning is enough.
    func begin() -> Bool { !state.exchange(true, ordering: .relaxed) }

    func end() { state.store(false, ordering: .relaxed) }
}
