import Platform
import ProgressCore
import ProgressLog
import ProgressRecords
import ProgressRegistry
import ProgressWire

/// Reads the published snapshot of a log, and the entries after it.
struct LogReading {
    struct Result {
        var groups = LivingGroups()
        var position: LogPosition
        /// As the engine keeps them.
        var snapshotByteCount = 0
        var logByteCount = 0
    }

    let log: any GroupLog
    /// Monotonic nanoseconds.
    let clock: () -> UInt64

    /// What one call may take to answer.
    private static let patience: UInt64 = 10_000_000_000
    private static let readByteCount = 4 << 20
    /// A snapshot that goes while it is read makes way for a newer one: that happens rarely, and hardly twice in a row.
    private static let attempts = 5

    /// Reads everything up to the tail that `row` tells, or further.
    ///
    /// Memory: that of what lives, and of what is replaced in groups where something lives.
    /// - Throws: `.damaged` names the entry or part.
    func load(_ row: OfficeRow) throws(LogFailure) -> Result {
        var row = row
        for _ in 1..<Self.attempts {
            do throws(LogFailure) { return try loadOnce(row) } catch {
                guard case .damaged = error else { throw error }
                // A newer snapshot takes parts and entries away from those who still read the older one.
                let newer = try log.look(by: clock() + Self.patience)
                if newer.snapshot == row.snapshot && newer.term == row.term { throw error }
                row = newer
            }
        }
        return try loadOnce(row)
    }

    private func loadOnce(_ row: OfficeRow) throws(LogFailure) -> Result {
        var result = Result(position: LogPosition(number: row.snapshot, chain: 0))
        if row.snapshot > 0 { result.position.chain = try readSnapshot(row.snapshot, into: &result) }
        while result.position.number < row.tail {
            let next = result.position.number + 1
            let entries = try log.read(after: next - 1, most: Self.readByteCount, by: clock() + Self.patience)
            guard !entries.isEmpty else { throw .damaged("entry \(next) of the log is missing") }
            for entry in entries {
                try result.groups.add(result.position.open(entry))
                result.logByteCount += entry.bytes.count
            }
        }
        return result
    }

    /// - Returns: the chain of the entry with the snapshot's number.
    private func readSnapshot(_ number: UInt64, into result: inout Result) throws(LogFailure) -> UInt32 {
        var chain: UInt32 = 0
        var part = 0
        while true {
            guard let bytes = try log.readSnapshot(number, part: part, by: clock() + Self.patience) else {
                throw .damaged("part \(part) of snapshot \(number) is missing")
            }
            let opened = try SnapshotPart(number: number, part: part, bytes: bytes).open(after: chain)
            try result.groups.add(opened.group)
            result.snapshotByteCount += bytes.count
            if let logChain = opened.logChain { return logChain }
            chain = opened.group.chain
            part += 1
        }
    }
}

extension LogPosition {
    /// Opens the entry after this position, and moves to it.
    /// - Throws: `.damaged`: it is another entry, or not what was written.
    mutating func open(_ entry: Entry) throws(LogFailure) -> OpenedGroup {
        guard entry.number == number + 1 else {
            throw .damaged("entry \(number + 1) of the log is missing; the next is \(entry.number)")
        }
        let group = try entry.open(after: chain)
        self = LogPosition(number: entry.number, chain: group.chain)
        return group
    }
}
