/// What a replica writes into the office's row when it takes the office.
package struct Claim: Equatable, Sendable {
    package static let keyByteCount = 32

    package let mark: Mark
    /// `host:port`.
    package let address: String
    package let key: [UInt8]

    package init(mark: Mark, address: String, key: [UInt8]) {
        precondition(key.count == Self.keyByteCount, "A key has 32 bytes.")
        self.mark = mark
        self.address = address
        self.key = key
    }
}
