import Platform
import ProgressLog
import ProgressRecords

/// An empty log. The import takes the office, so that no replica writes meanwhile, and hands it over at the end: the
/// records are a snapshot that follows a first entry, and count when it is published.
final class LogTarget: ImportTarget {
    private let log: any GroupLog
    private let now: Int64
    private let holder: Holder
    private(set) var form = RecordForm.first
    private var tail: UInt64 = 0
    private var records = GroupBuffer()
    private var partCount = 0
    private var partChain: UInt32 = 0
    private var hasHandedOver = false

    /// The time in which one call must answer; nanoseconds.
    static let patience: UInt64 = 30_000_000_000
    private static let number: UInt64 = 1
    private static let partByteCount = 256 << 10

    /// - Throws: `.log`, if it is not empty or the office is held.
    init(_ log: any GroupLog, at now: Int64) throws(MovingError) {
        self.log = log
        self.now = now
        var source = SystemRandomNumberGenerator()
        do throws(LogFailure) {
            let row = try log.look(by: Self.deadline)
            // An import that was killed counts for nothing; unlike a replica, it has no address.
            let isVacant = row.isFree || row.address.isEmpty
            let lines = try log.roster(by: Self.deadline).lines
            let isFollowed = lines.contains { $0.silence <= $0.member.longestSilence }
            guard row.tail == 0, row.snapshot == 0, isVacant, !isFollowed else { throw Self.inUse(row.term) }
            let claim = ElectionBid.draw(for: "", from: &source)
            guard try log.claim(claim, seen: row, by: Self.deadline) else { throw Self.inUse(row.term + 1) }
            holder = claim.holder(after: row.term)
            if try log.raise(to: .newest, as: holder, by: Self.deadline) { form = .newest }
        } catch { throw .log(error) }
    }

    deinit {
        // The parts of a snapshot that are left are never read; the next import replaces them.
        if !hasHandedOver { _ = try? renew(nil, handsOver: true) }
    }

    func append(_ kind: RecordKind, _ id: RecordID, _ write: (inout [UInt8]) -> Void) throws(MovingError) {
        records.append(kind: kind.rawValue, id: id, writing: write)
        guard records.byteCount >= Self.partByteCount else { return }
        do { try putPart(endingWith: nil) } catch { throw .log(error) }
    }

    func finish() throws(MovingError) {
        do throws(LogFailure) {
            var source = SystemRandomNumberGenerator()
            let record = TermRecord(term: holder.term, epoch: source.next(), isClean: false, newestTime: now)
            record.append(to: &records)
            var first = GroupBuffer()
            record.append(to: &first)
            // It continues nothing: a replica that has read an empty log has to load the snapshot.
            let (entry, chain) = LogEntry.seal(first, number: Self.number, term: holder.term, after: .max)
            try putPart(endingWith: SnapshotEnd(logChain: chain, entryCount: 0))
            guard try renew(entry, handsOver: false) else { throw Self.inUse(holder.term + 1) }
            tail = Self.number
            let isPublished = try log.publishSnapshot(
                Self.number,
                partCount: partCount,
                as: holder,
                by: Self.deadline
            )
            guard isPublished, try renew(nil, handsOver: true) else { throw Self.inUse(holder.term + 1) }
            hasHandedOver = true
        } catch { throw .log(error) }
    }

    private func putPart(endingWith end: SnapshotEnd?) throws(LogFailure) {
        let (part, chain) = SnapshotPart.seal(
            records,
            part: partCount,
            of: Self.number,
            after: partChain,
            endingWith: end
        )
        let isPut = try log.putSnapshot(
            part: part.part,
            of: part.number,
            part.bytes,
            as: holder,
            by: Self.deadline
        )
        guard isPut else { throw Self.inUse(holder.term + 1) }
        partCount += 1
        partChain = chain
        records.removeAll()
    }

    private func renew(_ entry: LogEntry?, handsOver: Bool) throws(LogFailure) -> Bool {
        var source = SystemRandomNumberGenerator()
        return try log.append(
            entry,
            as: holder,
            tail: tail,
            mark: .draw(from: &source),
            handsOver: handsOver,
            by: Self.deadline
        )
    }

    private static var deadline: UInt64 { MonotonicClock.now() + patience }

    private static func inUse(_ term: UInt64) -> LogFailure {
        .refused("the cluster of this name is in use (term \(term)); an import needs a new --cluster-name")
    }
}
