/// 128 bits that stand for a create's body: equal for JSON-equal bodies, `name` left out.
package struct BodyDigest: Equatable, Sendable {
    private let first: UInt64
    private let second: UInt64

    /// As it lies on disk.
    package var words: (first: UInt64, second: UInt64) { (first, second) }

    package init(_ words: (first: UInt64, second: UInt64)) { (first, second) = words }
}
