import Platform
import ProgressCore
import ProgressLog
import ProgressRecords
import ProgressRegistry
import ProgressWire

/// Reads the published snapshot of a log, and the entries after it.
struct LogReading {
    struct Result {
        /// The row that named what to read.
        let row: OfficeRow
        /// Whether `groups` hold all of the snapshot.
        fileprivate(set) var hasSnapshot = false
        var groups = LiveGroups()
        /// The newest groups, in order, each of which continues what `groups` and those before it hold.
        private(set) var recent: [OpenedGroup] = []
        /// The position of the newest entry.
        var position: LogPosition
        /// The bytes of the snapshot, as the engine keeps them.
        var snapshotByteCount = 0
        var logByteCount = 0

        fileprivate init(_ row: OfficeRow) {
            self.row = row
            position = LogPosition(number: row.snapshot, chain: 0)
        }

        /// - Parameter isRecent: it may be taken by itself; all before it, too.
        fileprivate mutating func add(_ group: OpenedGroup, isRecent: Bool) throws(LogFailure) {
            recent.append(group)
            if !isRecent { try settle() }
        }

        /// Moves the oldest recent groups to `groups`.
        /// - Parameter work: recent groups of at most so much `adoptionWork` are left.
        mutating func settle(leaving work: Int = 0) throws(LogFailure) {
            var left = recent.reduce(0) { $0 + $1.adoptionWork }
            var count = 0
            while left > work {
                try groups.add(recent[count])
                left -= recent[count].adoptionWork
                count += 1
            }
            recent.removeFirst(count)
        }
    }

    let log: any GroupLog
    /// Monotonic nanoseconds.
    let clock: () -> UInt64

    /// The time in which one call must answer; nanoseconds.
    private static let patience: UInt64 = 10_000_000_000
    private static let readByteCount = 4 << 20
    /// A snapshot that goes while it is read makes way for a newer one: that happens rarely, and hardly twice in a row.
    private static let attempts = 5

    /// Reads everything up to the tail that `row` tells, or further.
    ///
    /// Memory: for living records, and for replaced ones in groups where some record lives.
    /// - Parameter work: groups of so much `adoptionWork`, at most, are left in `recent`: none that the snapshot may hold
    ///   in part, and none up to the newest change of the office without a hand-over.
    /// - Throws: `.damaged` names the entry or part.
    func load(_ row: OfficeRow, leaving work: Int = 0) throws(LogFailure) -> Result {
        let (result, damage) = try loadUntilDamage(row, leaving: work)
        if let damage { throw damage }
        return result
    }

    /// Like `load`, but damage only ends the reading.
    /// - Returns: the content before it, and the damage, which names the entry or part; nil if there is none.
    func loadUntilDamage(
        _ row: OfficeRow,
        leaving work: Int = 0
    ) throws(LogFailure) -> (result: Result, damage: LogFailure?) {
        var row = row
        var attempt = 1
        while true {
            var result = Result(row)
            do throws(LogFailure) {
                try read(leaving: work, into: &result)
                return (result, nil)
            } catch {
                guard case .damaged = error else { throw error }
                // A newer snapshot takes parts and entries away from those who still read the older one.
                let newer = try log.existingRow(by: clock() + Self.patience)
                guard attempt < Self.attempts, let newer, newer.snapshot != row.snapshot || newer.holder != row.holder
                else {
                    try result.settle()
                    return (result, error)
                }
                row = newer
                attempt += 1
            }
        }
    }

    private func read(leaving work: Int, into result: inout Result) throws(LogFailure) {
        let row = result.row
        var walkEnd = row.snapshot
        if row.snapshot > 0 {
            let end = try readSnapshot(row.snapshot, into: &result)
            result.position.chain = end.logChain
            walkEnd += UInt64(end.entryCount)
        }
        result.hasSnapshot = true
        while result.position.number < row.tail {
            let next = result.position.number + 1
            let entries = try log.read(after: next - 1, most: Self.readByteCount, by: clock() + Self.patience)
            guard !entries.isEmpty else { throw .damaged("entry \(next) of the log is missing") }
            for entry in entries {
                let group = try result.position.open(entry)
                let isUnclean = try group.beginsUncleanTerm()
                try result.add(group, isRecent: entry.number > walkEnd && !isUnclean)
                result.logByteCount += entry.bytes.count
            }
            try result.settle(leaving: work)
        }
    }

    private func readSnapshot(_ number: UInt64, into result: inout Result) throws(LogFailure) -> SnapshotEnd {
        var chain: UInt32 = 0
        var part = 0
        while true {
            guard let bytes = try log.readSnapshot(number, part: part, by: clock() + Self.patience) else {
                throw .damaged("part \(part) of snapshot \(number) is missing")
            }
            let opened = try SnapshotPart(number: number, part: part, bytes: bytes).open(after: chain)
            try result.groups.add(opened.group)
            result.snapshotByteCount += bytes.count
            if let end = opened.end { return end }
            chain = opened.group.chain
            part += 1
        }
    }
}

extension LogPosition {
    /// Opens the entry after this position, and moves to it.
    /// - Throws: `.damaged`: it is another entry, or not what was written.
    mutating func open(_ entry: LogEntry) throws(LogFailure) -> OpenedGroup {
        guard entry.number == number + 1 else {
            throw .damaged("entry \(number + 1) of the log is missing; the next is \(entry.number)")
        }
        let group = try entry.open(after: chain)
        self = LogPosition(number: entry.number, chain: group.chain)
        return group
    }
}

extension OpenedGroup {
    /// The cost of adopting it: its bytes, but at least 256 for each record.
    var adoptionWork: Int { max(byteCount, 256 * Int(recordCount)) }

    /// Whether a writer begins with it that took the office without a hand-over.
    fileprivate func beginsUncleanTerm() throws(LogFailure) -> Bool {
        var history = LogHistory()
        try forEachRecord { _, record throws(UnreadableRecord) in try history.note(record) }
        return history.term?.isClean == false
    }
}

/// The point up to which a replica knows the log.
struct LogPosition: Equatable, Sendable {
    /// The number of the newest entry that it holds.
    var number: UInt64 = 0
    /// The chain that the next entry has to continue.
    var chain: UInt32 = 0
}
