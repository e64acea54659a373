/// The one row that elects: it changes only on conditions, and each change brings another mark.
package struct OfficeRow: Equatable, Sendable {
    /// Counts the claims; 0: the office was never taken.
    package var term: UInt64
    /// The number of the newest entry in the log.
    package var tail: UInt64
    package var mark: OfficeMark
    /// Handed over, or never taken: no lease has to end first.
    package var isFree: Bool
    /// `host:port` of the holder, where the other replicas forward to.
    package var address: String
    /// 32 bytes that only holders of the engine's credentials know: the proof that a request was forwarded.
    package var key: [UInt8]
    /// The number of the newest published snapshot, which is the last entry that it holds for certain; 0: none.
    package var snapshot: UInt64
    /// The engine's life when it showed the row; nil: it does not tell.
    package var life: EngineLife?

    package init(
        term: UInt64,
        tail: UInt64,
        mark: OfficeMark,
        isFree: Bool,
        address: String,
        key: [UInt8],
        snapshot: UInt64,
        life: EngineLife? = nil
    ) {
        self.term = term
        self.tail = tail
        self.mark = mark
        self.isFree = isFree
        self.address = address
        self.key = key
        self.snapshot = snapshot
        self.life = life
    }

    package var holder: Holder { Holder(term: term, address: address, key: key) }
}

/// The present or last holder of the office, as its row says.
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
