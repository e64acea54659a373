/// Who holds the office, or held it last, as its row says.
///
/// The term alone does not tell: an engine that loses its newest changes gives a term twice, and so does an empty one in its
/// place. The key is drawn with each claim.
package struct Holder: Equatable, Sendable {
    package let term: UInt64
    /// `host:port`, where the other replicas forward to.
    package let address: String
    package let key: [UInt8]

    package init(term: UInt64, address: String, key: [UInt8]) {
        self.term = term
        self.address = address
        self.key = key
    }
}
