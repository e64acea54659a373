package import ProgressRecords

/// A part of a snapshot, sealed as entries are. Parts count from 0; the first continues the chain 0.
package struct SnapshotPart: Equatable, Sendable {
    /// The number of the log's entry that the snapshot follows.
    package let number: UInt64
    package let part: Int
    package let bytes: [UInt8]

    package init(number: UInt64, part: Int, bytes: [UInt8]) {
        self.number = number
        self.part = part
        self.bytes = bytes
    }

    /// - Parameters:
    ///   - chain: of the part before; 0 for the first.
    ///   - end: makes it the last part.
    package static func seal(
        _ group: borrowing GroupBuffer,
        part: Int,
        of number: UInt64,
        after chain: UInt32,
        endingWith end: SnapshotEnd? = nil
    ) -> (part: SnapshotPart, chain: UInt32) {
        let place = Seal.Place(number: number, other: UInt64(part))
        let role = end == nil ? Seal.Role.part : .lastPart
        let sealed = Seal.seal(group, as: role, at: place, after: chain, end: end ?? .none)
        return (SnapshotPart(number: number, part: part, bytes: sealed.bytes), sealed.chain)
    }

    /// Checks every byte, and that this is the part after the one with that chain.
    ///
    /// - Returns: the group and, of the last part, what it says about the log.
    /// - Throws: `.damaged`, with the numbers.
    package func open(after chain: UInt32) throws(LogFailure) -> (group: OpenedGroup, end: SnapshotEnd?) {
        let source = "part \(part) of snapshot \(number)"
        let place = Seal.Place(number: number, other: UInt64(part))
        let opened = try Seal.open(bytes, at: place, after: chain, source: source)
        guard opened.seal.role != .entry else { throw .damaged("\(source) is not a part of a snapshot") }
        let count = opened.seal.recordCount
        let group = OpenedGroup(opened.group, recordCount: count, source: source, chain: opened.chain)
        return (group, opened.seal.role == .lastPart ? opened.seal.end : nil)
    }
}

/// Facts about the log that the last part of a snapshot states.
package struct SnapshotEnd: Equatable, Sendable {
    /// The chain of the entry with the snapshot's number, which entry `number` + 1 continues.
    package let logChain: UInt32
    /// The number of entries after that one that may be in the snapshot in part: it was written while they were.
    package let entryCount: UInt32

    package init(logChain: UInt32, entryCount: UInt32) {
        self.logChain = logChain
        self.entryCount = entryCount
    }

    /// The value in parts that are not the last.
    static let none = SnapshotEnd(logChain: 0, entryCount: 0)
}
