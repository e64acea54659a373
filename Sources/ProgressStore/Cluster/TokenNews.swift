import Synchronization

/// Whether the tokens of this replica differ from those that it has announced. Any thread.
final class TokenNews: Sendable {
    private let isThere = Atomic<Bool>(false)

    func note() { isThere.store(true, ordering: .releasing) }

    /// Whether `note` was called since the last call.
    func take() -> Bool { isThere.load(ordering: .relaxed) && isThere.exchange(false, ordering: .acquiring) }
}
