/// What the last part of a snapshot says about the log.
package struct SnapshotEnd: Equatable, Sendable {
    /// The chain of the entry with the snapshot's number, which entry `number` + 1 continues.
    package let logChain: UInt32
    /// So many entries after that one may be in the snapshot in part: it was written while they were.
    package let entryCount: UInt32

    package init(logChain: UInt32, entryCount: UInt32) {
        self.logChain = logChain
        self.entryCount = entryCount
    }

    /// Of parts that are not the last.
    static let none = SnapshotEnd(logChain: 0, entryCount: 0)
}
