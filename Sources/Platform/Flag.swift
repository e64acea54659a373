import Synchronization

/// Raised once, by any thread. A thread that sees it raised sees all that was written before.
package final class Flag: Sendable {
    private let value = Atomic<Bool>(false)

    package init() {}

    package var isRaised: Bool { value.load(ordering: .acquiring) }

    package func raise() { value.store(true, ordering: .releasing) }
}
