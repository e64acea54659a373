import Synchronization

/// The tokens of the settings, which are read again while the service runs. Any thread.
package final class TokenList: Sendable {
    private let newest: Mutex<TokenSet>
    private let count = Atomic<UInt64>(0)

    package init(_ tokens: TokenSet) { newest = Mutex(tokens) }

    package var current: TokenSet { newest.withLock { $0 } }

    /// Grows with each replacement.
    fileprivate var generation: UInt64 { count.load(ordering: .acquiring) }

    package func replace(with tokens: TokenSet) {
        newest.withLock { $0 = tokens }
        count.add(1, ordering: .releasing)
    }
}

/// One thread's copy of them, which costs one load to keep up with the list.
package final class ListedTokens {
    private let list: TokenList
    private var tokens: TokenSet
    private var generation: UInt64

    package init(_ list: TokenList) {
        self.list = list
        generation = list.generation
        tokens = list.current
    }

    package var isEmpty: Bool {
        follow()
        return tokens.isEmpty
    }

    package func permit(_ digest: TokenDigest) -> Permit? {
        follow()
        return tokens.permit(digest)
    }

    private func follow() {
        let newest = list.generation
        if newest != generation { (generation, tokens) = (newest, list.current) }
    }
}
