package import ProgressCore

/// The digests of the bodies that progress with a name or a `CreateKey` was created with, so that a repeated create is
/// recognized.
package struct CreateDigests {
    private var digests: [ProgressID: BodyDigest]
    /// Above this count, digests of progress that is gone are dropped: O(1) a create, on average.
    private var sweepCount = 1_024

    package init(_ saved: [ProgressID: BodyDigest] = [:]) { digests = saved }

    var count: Int { digests.count }

    package subscript(id: ProgressID) -> BodyDigest? { digests[id] }

    mutating func insert(_ digest: BodyDigest, of id: ProgressID, in forest: borrowing Forest) {
        digests[id] = digest
        guard digests.count > sweepCount else { return }
        for id in digests.keys where !forest.holds(id) { digests[id] = nil }
        sweepCount = 2 * digests.count + 1_024
    }
}

/// A 128-bit digest of a create's body without its `name`: equal for JSON-equal bodies.
package struct BodyDigest: Equatable, Sendable {
    private let first: UInt64
    private let second: UInt64

    /// The form on disk.
    package var words: (first: UInt64, second: UInt64) { (first, second) }

    package init(_ words: (first: UInt64, second: UInt64)) { (first, second) = words }
}
