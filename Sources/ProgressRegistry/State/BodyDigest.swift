/// A 128-bit digest of a create's body without its `name`: equal for JSON-equal bodies.
package struct BodyDigest: Equatable, Sendable {
    private let first: UInt64
    private let second: UInt64

    /// The form on disk.
    package var words: (first: UInt64, second: UInt64) { (first, second) }

    package init(_ words: (first: UInt64, second: UInt64)) { (first, second) = words }
}
