import Glibc
import ProgressCore
import ProgressJournal
package import ProgressLog
import ProgressRecords
import ProgressRegistry
import ProgressWire

/// Fills an empty data directory, or an empty log, with the lines of an export, all of them or none. See docs/export.md.
package struct DataImport: ~Copyable {
    private let header: ExportHeader
    private let target: any ImportTarget
    private var counts = MovedCounts()
    /// The position of the newest child of each progress.
    private var newestChild: [ProgressID: UInt64?] = [:]
    private var newestRoot: UInt64?
    private var names: Set<String> = []
    private var otherKeys: Set<OtherKey> = []

    private struct OtherKey: Hashable {
        let kind: RecordKind
        let id: RecordID
    }

    /// - Throws: with nothing left in the directory.
    package static func run(
        into path: String,
        from input: inout ImportInput
    ) throws(MovingError) -> MovedCounts {
        try run(from: &input) { () throws(MovingError) in try DirectoryTarget(path) }
    }

    /// - Parameter now: milliseconds since 1970, by the service's clock.
    /// - Throws: with the log as empty as it was, unless its engine failed at the end.
    package static func run(
        into log: any GroupLog,
        from input: inout ImportInput,
        at now: Int64
    ) throws(MovingError) -> MovedCounts {
        try run(from: &input) { () throws(MovingError) in try LogTarget(log, at: now) }
    }

    private static func run(
        from input: inout ImportInput,
        into target: () throws(MovingError) -> any ImportTarget
    ) throws(MovingError) -> MovedCounts {
        guard let header = try input.nextLine(Self.header) else {
            throw .line(1, "The input is empty; an export was expected.")
        }
        var work = DataImport(header, try target())
        while try work.takeLine(from: &input) {}
        try work.finish()
        return work.counts
    }

    private static func header(
        _ line: UnsafeRawBufferPointer,
        _ number: Int64
    ) throws(MovingError) -> ExportHeader {
        do {
            return try ExportHeader(line)
        } catch {
            switch error {
            case .notAnExport: throw .line(number, "This is not the first line of an export of progressd.")
            case .unknownVersion(let version):
                throw .line(number, "The export has the version \(version), and names no progressd that reads it.")
            case .newer(let version, let reader):
                let known = "versions up to \(ExportFormat.current.rawValue)"
                let form = NewerForm("The export", "it has the version \(version)", known: known, reader: reader)
                throw .line(number, "\(form).")
            case .body(let error): throw .line(number, error)
            }
        }
    }

    private init(_ header: ExportHeader, _ target: any ImportTarget) {
        self.header = header
        self.target = target
    }

    /// - Returns: false after the last line.
    private mutating func takeLine(from input: inout ImportInput) throws(MovingError) -> Bool {
        let line = try input.nextLine { line, number throws(MovingError) in
            try Self.read(number) { () throws(BodyError) in try ExportLine.read(line) }
        }
        let number = input.lineNumber
        guard let (kind, members) = line else {
            throw .line(number + 1, "The export is incomplete: its last line is missing.")
        }
        switch kind {
        case .progress: try addProgress(members, number)
        case .reservation: try addReservation(members, number)
        case .right: try addRight(members, number)
        case .run: try addRun(members, number)
        case .end:
            try checkEnd(members, number)
            guard try input.nextLine({ _, _ in true }) == nil else {
                throw .line(input.lineNumber, "Something follows the end of the export.")
            }
            return false
        }
        return true
    }

    private static func read<Value>(
        _ number: Int64,
        _ read: () throws(BodyError) -> Value
    ) throws(MovingError) -> Value {
        do { return try read() } catch { throw .line(number, error) }
    }

    private mutating func addProgress(_ members: ObjectMembers, _ number: Int64) throws(MovingError) {
        let format = header.format
        let record = try Self.read(number) { () throws(BodyError) in try ProgressRecord(members, format) }
        let stored = record.stored
        guard newestChild.updateValue(UInt64?.none, forKey: stored.id) == nil else {
            throw .line(number, "The progress \(stored.id) appears a second time.")
        }
        if let name = stored.heldName, !names.insert(name).inserted {
            throw .line(number, "An earlier progress has the name \(name).")
        }
        guard stored.changeStamp <= UInt64(header.newestChangeStamp) else {
            throw .line(number, "/changeStamp is above the newestChangeStamp of the first line.")
        }
        try place(stored, number)
        try append(.progress, RecordID(stored.id)) { record.append(to: &$0) }
        counts.progresses += 1
    }

    /// Checks that it follows its parent and its earlier siblings.
    private mutating func place(_ stored: StoredProgress, _ number: Int64) throws(MovingError) {
        guard stored.ordinal <= UInt64(header.newestPosition) else {
            throw .line(number, "/position is above the newestPosition of the first line.")
        }
        let sibling: UInt64?
        if let parentID = stored.parentID {
            guard let known = newestChild[parentID], stored.id != parentID else {
                throw .line(number, "The parent \(parentID) does not precede it.")
            }
            sibling = known
            newestChild[parentID] = stored.ordinal
        } else {
            sibling = newestRoot
            newestRoot = stored.ordinal
        }
        if let sibling, sibling >= stored.ordinal {
            throw .line(number, "/position is \(stored.ordinal), not above \(sibling), that of the previous sibling.")
        }
    }

    private mutating func addReservation(_ members: ObjectMembers, _ number: Int64) throws(MovingError) {
        let format = header.format
        let reservation = try Self.read(number) { () throws(BodyError) in
            try ReservationRecord.read(members, format) { TokenDigest(reservation: $0).reservationKey }
        }
        let id = RecordID(reservation.key)
        guard otherKeys.insert(OtherKey(kind: .reservation, id: id)).inserted else {
            throw .line(number, "The reservation appears a second time.")
        }
        try append(.reservation, id) { ReservationRecord.append(reservation, to: &$0) }
        counts.reservations += 1
    }

    private mutating func addRight(_ members: ObjectMembers, _ number: Int64) throws(MovingError) {
        let right = try Self.read(number) { () throws(BodyError) in try RightRecord(members, header.format) }
        guard otherKeys.insert(OtherKey(kind: .right, id: right.id)).inserted else {
            throw .line(number, "The right appears a second time.")
        }
        let form = target.form
        try append(.right, right.id) { right.append(to: &$0, as: form) }
        counts.rights += 1
    }

    private mutating func addRun(_ members: ObjectMembers, _ number: Int64) throws(MovingError) {
        let (format, form) = (header.format, target.form)
        let run = try Self.read(number) { () throws(BodyError) in try PastRunRecord.read(members, format) }
        let id = RecordID(run.item.id)
        guard newestChild[run.item.id] == nil, otherKeys.insert(OtherKey(kind: .pastRun, id: id)).inserted else {
            throw .line(number, "The run \(run.item.id) appears a second time.")
        }
        try append(.pastRun, id) {
            PastRunRecord.append(run.item, of: run.name, to: &$0, as: form.ofProgress)
        }
        counts.runs += 1
    }

    private mutating func append(
        _ kind: RecordKind,
        _ id: RecordID,
        _ write: (inout [UInt8]) -> Void
    ) throws(MovingError) {
        try target.append(kind, id, write)
    }

    private func checkEnd(_ members: ObjectMembers, _ number: Int64) throws(MovingError) {
        let count = try Self.read(number) { () throws(BodyError) in try ExportEnd.lineCount(members) }
        guard count == number else {
            throw .line(number, "The export claims to have \(count) lines, but it has \(number).")
        }
        let told = MovedCounts(
            progresses: header.progressCount,
            reservations: header.reservationCount,
            rights: header.rightCount,
            runs: header.runCount
        )
        guard told == counts else {
            throw .line(number, "The first line announces \(told); there are \(counts).")
        }
    }

    private mutating func finish() throws(MovingError) {
        var run = RunRecord()
        run.sequence = UInt64(header.newestChangeStamp)
        run.ordinal = UInt64(header.newestPosition)
        try append(.run, RunRecord.id) { run.append(to: &$0) }
        try target.finish()
    }
}
