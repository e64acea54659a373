/// The values that a replica writes into the office's row when it takes the office.
package struct ElectionBid: Equatable, Sendable {
    package static let keyByteCount = 32

    package let mark: OfficeMark
    /// `host:port`.
    package let address: String
    package let key: [UInt8]

    package init(mark: OfficeMark, address: String, key: [UInt8]) {
        precondition(key.count == Self.keyByteCount, "A key has 32 bytes.")
        self.mark = mark
        self.address = address
        self.key = key
    }

    package static func draw(for address: String, from source: inout some RandomNumberGenerator) -> ElectionBid {
        let mark = OfficeMark.draw(from: &source)
        let key = (0..<keyByteCount).map { _ in UInt8.random(in: .min ... .max, using: &source) }
        return ElectionBid(mark: mark, address: address, key: key)
    }

    /// The holder after this bid for a row with that term.
    package func holder(after term: UInt64) -> Holder { Holder(term: term + 1, address: address, key: key) }
}

/// A change of the writer's row on condition of its holder and tail: an append with its entry, a beat without.
package struct LeaseRenewal: Equatable, Sendable {
    package let holder: Holder
    package let tail: UInt64
    package let mark: OfficeMark
    /// Whether it carries entry `tail` + 1. Sent again, that has the same bytes: an earlier attempt may still arrive.
    package let carriesEntry: Bool
    package let handsOver: Bool
}
