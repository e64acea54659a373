import Synchronization

/// Raised once, by any thread; what was written before is seen by who sees it.
final class Flag: Sendable {
    private let value = Atomic<Bool>(false)

    var isRaised: Bool { value.load(ordering: .acquiring) }

    func raise() { value.store(true, ordering: .releasing) }
}
