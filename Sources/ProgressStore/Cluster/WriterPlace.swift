package import ProgressLog

/// The way to reach the writer of a cluster, as the office row says.
package struct WriterPlace: Equatable, Sendable {
    /// `host:port`.
    package let address: String
    /// Proves to the writer that another replica forwards a request.
    package let key: [UInt8]
    package let term: UInt64

    package init(address: String, key: [UInt8], term: UInt64) {
        self.address = address
        self.key = key
        self.term = term
    }

    package init(_ holder: Holder) { self.init(address: holder.address, key: holder.key, term: holder.term) }
}
