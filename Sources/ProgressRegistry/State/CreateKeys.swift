package import ProgressCore

/// Progresses that were created with an `Idempotency-Key`, so that a repeated create is recognized. Inside the gate
/// only.
package struct CreateKeys {
    private var nodes: [CreateKey: ProgressID] = [:]
    private var keys: [ProgressID: CreateKey] = [:]
    /// Above this count, keys of progress that is gone are dropped: O(1) a create, on average.
    private var sweepCount = 1_024

    package init(_ saved: [(id: ProgressID, key: CreateKey)] = []) {
        for (id, key) in saved { insert(key, of: id) }
    }

    var count: Int { keys.count }

    /// The key with which a progress was created, to be saved with it.
    package subscript(id: ProgressID) -> CreateKey? { keys.isEmpty ? nil : keys[id] }

    /// The progress that was created with the key; it may be gone.
    func node(of key: CreateKey) -> ProgressID? { nodes[key] }

    mutating func insert(_ key: CreateKey, of id: ProgressID, in forest: borrowing Forest) {
        insert(key, of: id)
        guard keys.count > sweepCount else { return }
        for (id, key) in keys where !forest.holds(id) {
            keys[id] = nil
            if nodes[key] == id { nodes[key] = nil }
        }
        sweepCount = 2 * keys.count + 1_024
    }

    private mutating func insert(_ key: CreateKey, of id: ProgressID) {
        nodes[key] = id
        keys[id] = key
    }
}

/// An `Idempotency-Key` and the place where it created something, as 128 bits of the SHA-256 of both. The key itself,
/// which a client chose, is not kept.
package struct CreateKey: Hashable, Sendable {
    private let first: UInt64
    private let second: UInt64

    /// The form on disk.
    package var words: (first: UInt64, second: UInt64) { (first, second) }

    package init(_ words: (first: UInt64, second: UInt64)) { (first, second) = words }

    /// - Parameter parent: below which it was created; nil: as a root.
    package init(_ key: [UInt8], below parent: ProgressID?) {
        let place = parent.map { Array($0.description.utf8) } ?? []
        let words = TokenDigest(place + [0] + key).storedWords
        self.init((words.0, words.1))
    }
}
