package import ProgressRecords

/// One sealed group of the log, as the engine keeps it.
package struct LogEntry: Equatable, Sendable {
    /// Counts from 1, without a gap.
    package let number: UInt64
    /// The term of the writer that sealed it.
    package let term: UInt64
    /// `Seal` says what they are.
    package let bytes: [UInt8]

    package init(number: UInt64, term: UInt64, bytes: [UInt8]) {
        self.number = number
        self.term = term
        self.bytes = bytes
    }

    /// Its own chain, as it says: `open` checks that. Two entries of one number are the same if they have one chain.
    package var chain: UInt32 {
        bytes.withUnsafeBytes { $0.count < Seal.byteCount ? 0 : $0.baseAddress?.word32(0) ?? 0 }
    }

    /// Deflates groups above 4 KiB with zlib if that makes them smaller.
    ///
    /// - Parameters:
    ///   - chain: of the entry before; 0 for the first.
    ///   - pause: called now and then if the group is large.
    /// - Returns: the entry, and its chain.
    package static func seal(
        _ group: borrowing GroupBuffer,
        number: UInt64,
        term: UInt64,
        after chain: UInt32,
        pause: () -> Void = {}
    ) -> (entry: LogEntry, chain: UInt32) {
        let place = Seal.Place(number: number, other: term)
        let sealed = Seal.seal(group, as: .entry, at: place, after: chain, pause: pause)
        return (LogEntry(number: number, term: term, bytes: sealed.bytes), sealed.chain)
    }

    /// Checks every byte, and that this is the entry after the one with that chain.
    ///
    /// - Throws: `.damaged`, with the number.
    package func open(after chain: UInt32) throws(LogFailure) -> OpenedGroup {
        let source = "entry \(number) of the log"
        let place = Seal.Place(number: number, other: term)
        let opened = try Seal.open(bytes, at: place, after: chain, source: source)
        guard opened.seal.role == .entry else { throw .damaged("\(source) is not an entry") }
        return OpenedGroup(opened.group, recordCount: opened.seal.recordCount, source: source, chain: opened.chain)
    }
}
