import Synchronization

/// Raised once, by any thread; what was written before is seen by who sees it.
package final class Flag: Sendable {
    private let value = Atomic<Bool>(false)

    package init() {}

    package var isRaised: Bool { value.load(ordering: .acquiring) }

    package func raise() { value.store(true, ordering: .releasing) }
}
