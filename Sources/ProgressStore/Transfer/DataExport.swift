import Platform
import ProgressCore
import ProgressJournal
package import ProgressLog
import ProgressRecords
import ProgressRegistry
import ProgressWire

/// Writes the content of a data directory or of a cluster's log as lines; it stays as it is. See docs/export.md.
package struct DataExport {
    /// nil: nothing is left out.
    package private(set) var omission: ExportOmission?
    private let source: String
    private var run: RunRecord
    private var records = RecordArena()
    private var tree = ExportTree()
    private var reservations: [Reservation] = []
    private var rights: [RightRecord] = []
    private var runs: [(item: RunItem, name: String)] = []
    /// Facts about the records saved from damaged data; nil if it was read as undamaged.
    private var facts: SalvagedFacts?

    /// Opens and reads all of `path`, which no service may have open.
    package init(path: String) throws(MovingError) {
        guard Recovery.holdsData(path) else { throw .noData(path: path) }
        source = path
        run = RunRecord()
        do {
            let recovery = try Recovery(path: path)
            var newest = RunRecord()
            try recovery.forEachRecord { record throws(UnreadableRecord) in
                if let run = try add(record) { newest = run }
            }
            run = newest.next(wasCleanlyClosed: recovery.wasCleanlyClosed)
        } catch {
            throw .storage(error)
        }
        tree.sort()
    }

    /// Reads everything before the first damage of `path`, which no service may have open, and changes nothing there.
    package init(untilDamageOf path: String) throws(MovingError) {
        guard Salvage.holdsData(path) else { throw .noData(path: path) }
        source = path
        run = RunRecord()
        facts = SalvagedFacts()
        do {
            let found = try Salvage(path: path)
            try found.forEachRecord { record throws(UnreadableRecord) in
                if let newest = try add(record) { run = newest }
            }
            omission = found.damage.map {
                ExportOmission(damage: $0, files: found.omitted, isOfFormat: found.isOfFormatAlone)
            }
        } catch {
            throw .storage(error)
        }
        closeSalvage(wasCleanlyClosed: false)
    }

    /// Reads all of a cluster's log, as it is now: replicas may keep running.
    package init(_ log: any GroupLog) throws(MovingError) {
        source = "the log"
        run = RunRecord()
        do throws(LogFailure) {
            let row = try Self.row(of: log)
            let groups = try LogReading(log: log, clock: MonotonicClock.now).load(row).groups
            run = try add(groups).next(wasCleanlyClosed: row.isFree)
        } catch { throw .log(error) }
        tree.sort()
    }

    /// Reads everything before the first damage of a cluster's log.
    package init(untilDamageOf log: any GroupLog) throws(MovingError) {
        source = "the log"
        run = RunRecord()
        facts = SalvagedFacts()
        var isWhole = true
        do throws(LogFailure) {
            let row = try Self.row(of: log)
            let (found, damage) = try LogReading(log: log, clock: MonotonicClock.now).loadUntilDamage(row)
            run = try add(found.groups)
            omission = damage.map { ExportOmission(damage: $0, after: found) }
            isWhole = damage == nil && found.row.isFree
        } catch { throw .log(error) }
        closeSalvage(wasCleanlyClosed: isWhole)
    }

    /// The office's row, without making one.
    private static func row(of log: any GroupLog) throws(LogFailure) -> OfficeRow {
        let deadline = MonotonicClock.now() + LogTarget.patience
        let row = try log.existingRow(by: deadline)
        if let row, row.tail > 0 { return row }
        if let entries = try? log.read(after: 0, most: 1, by: deadline), !entries.isEmpty {
            throw .refused("there are entries of this name, but the row of their office is gone: put it back first")
        }
        throw .refused("the cluster of this name has written nothing")
    }

    /// Leaves out records that do not fit the rest, because others are lost.
    private mutating func closeSalvage(wasCleanlyClosed: Bool) {
        run = (facts?.run(run) ?? run).next(wasCleanlyClosed: wasCleanlyClosed)
        tree.sort()
        omission?.orphanCount = tree.removeOrphans()
        guard omission != nil else { return }
        let kept = tree.ids()
        reservations.removeAll { !kept.contains($0.parentID) }
        runs.removeAll { kept.contains($0.item.id) }
    }

    /// - Returns: the newest record of the run.
    private mutating func add(_ groups: borrowing LiveGroups) throws(LogFailure) -> RunRecord {
        var newest = RunRecord()
        try groups.forEachRecord { record throws(UnreadableRecord) in
            if let run = try add(record) { newest = run }
        }
        return newest
    }

    /// - Returns: the run's record, if `record` is that.
    private mutating func add(_ record: StoredRecord) throws(UnreadableRecord) -> RunRecord? {
        let id = ProgressID(record.id)
        switch try record.knownKind() {
        case .run: return try record.reading { bytes throws(RecordError) in try RunRecord(bytes) }
        case .progress:
            let one = try record.reading { bytes throws(RecordError) in try ProgressRecord(bytes, of: id) }
            facts?.note(one)
            let place = records.append(record.payload)
            let (parentID, ordinal) = (one.stored.parentID, one.stored.ordinal)
            tree.append(ExportTree.Entry(id: id, parentID: parentID, ordinal: ordinal, place: place))
        case .reservation:
            reservations.append(try record.reservation())
        case .pastRun:
            runs.append(try record.reading { bytes throws(RecordError) in try PastRunRecord.read(bytes, of: id) })
        case .term: break
        case .right: rights.append(try record.reading { bytes throws(RecordError) in try RightRecord(bytes) })
        }
        return nil
    }

    package func write(
        to output: inout ExportOutput,
        at now: Int64
    ) throws(MovingError) -> MovedCounts {
        var header = ExportHeader(exportedAt: now)
        header.progressCount = Int64(tree.count)
        header.reservationCount = Int64(reservations.count)
        header.rightCount = Int64(rights.count)
        header.runCount = Int64(runs.count)
        // The run that begins with the import adds one.
        header.newestChangeStamp = Int64(clamping: max(run.sequence, 1) - 1)
        header.newestPosition = Int64(clamping: run.ordinal)
        try output.appendLine { header.append(to: &$0) }
        let count = try tree.forEach { entry throws(MovingError) in try write(entry, to: &output) }
        guard count == tree.count else {
            let what = "\(tree.count - count) progresses belong to no root"
            throw .storage(.damaged(path: source, offset: 0, what: what))
        }
        for reservation in reservations { try output.appendLine { ReservationRecord.appendLine(reservation, to: &$0) } }
        for right in rights { try output.appendLine { right.appendLine(to: &$0) } }
        for run in runs { try output.appendLine { PastRunRecord.appendLine(run.item, of: run.name, to: &$0) } }
        let lineCount = output.lineCount + 1
        try output.appendLine { ExportEnd.append(lineCount: lineCount, to: &$0) }
        try output.finish()
        return MovedCounts(
            progresses: header.progressCount,
            reservations: header.reservationCount,
            rights: header.rightCount,
            runs: header.runCount
        )
    }

    /// Writes a node with the version that the next run would show.
    private func write(_ entry: ExportTree.Entry, to output: inout ExportOutput) throws(MovingError) {
        var record: ProgressRecord
        do throws(RecordError) {
            record = try records.read(entry.place) { bytes throws(RecordError) in
                try ProgressRecord(bytes, of: entry.id)
            }
        } catch {
            preconditionFailure("It was read before.")
        }
        if facts?.losers.contains(entry.id) == true { record.stored.marks.insert(.hasLostName) }
        record.stored.version += run.versionGap(since: record.uncleanEndCount)
        try output.appendLine { record.appendLine(to: &$0) }
    }
}
