import ProgressLog

/// A change of the content on its conditions; returns whether they held.
typealias MemoryChange = @Sendable (inout MemoryContent) -> Bool

/// The three tables of an engine, in memory.
struct MemoryContent: Sendable {
    var row: OfficeRow?
    /// Entries in order, without a gap.
    var entries: [LogEntry] = []
    var snapshots: [UInt64: [Int: [UInt8]]] = [:]
    var members: [String: (member: Member, at: UInt64)] = [:]
    var form: FormRow?

    private static let trimmedByteCount = 16 << 20

    /// The life of the engine.
    var life = EngineLife(database: "memory", timeline: 1)

    /// The row as a look shows it.
    var shownRow: OfficeRow? {
        var shown = row
        shown?.life = life
        return shown
    }

    mutating func makeRow() -> OfficeRow {
        if let shownRow { return shownRow }
        let first = OfficeRow(
            term: 0,
            tail: 0,
            mark: OfficeMark(high: 0, low: 0),
            isFree: true,
            address: "",
            key: [],
            snapshot: 0
        )
        row = first
        return shownRow ?? first
    }

    mutating func claim(_ claim: ElectionBid, seen: OfficeRow) -> Bool {
        guard var row, row.term == seen.term, row.tail == seen.tail, row.mark == seen.mark else { return false }
        row.term += 1
        row.mark = claim.mark
        row.isFree = false
        row.address = claim.address
        row.key = claim.key
        self.row = row
        return true
    }

    mutating func append(_ entry: LogEntry?, as holder: Holder, tail: UInt64, mark: OfficeMark, handsOver: Bool) -> Bool
    {
        guard var row, row.holder == holder, row.tail == tail else { return false }
        if let entry {
            precondition(entry.number == tail + 1, "Entries have no gap.")
            entries.append(entry)
            row.tail = entry.number
        }
        row.mark = mark
        if handsOver { row.isFree = true }
        self.row = row
        return true
    }

    func read(after number: UInt64, most byteCount: Int) -> [LogEntry] {
        guard let first = entries.first else { return [] }
        var found: [LogEntry] = []
        var left = byteCount
        for entry in entries.dropFirst(number >= first.number ? Int(number - first.number) + 1 : 0) {
            left -= entry.bytes.count
            guard left >= 0 || found.isEmpty else { break }
            found.append(entry)
        }
        return found
    }

    mutating func putSnapshot(part: Int, of number: UInt64, _ bytes: [UInt8], as holder: Holder) -> Bool {
        guard row?.holder == holder else { return false }
        snapshots[number, default: [:]][part] = bytes
        return true
    }

    mutating func publishSnapshot(_ number: UInt64, partCount: Int, as holder: Holder) -> Bool {
        guard var row, row.holder == holder, let parts = snapshots[number],
            (0..<partCount).allSatisfy({ parts[$0] != nil })
        else { return false }
        row.snapshot = number
        self.row = row
        snapshots = [number: parts.filter { $0.key < partCount }]
        return true
    }

    /// - Returns: whether more are left to delete.
    mutating func trim(through number: UInt64, most rowCount: Int) -> Bool {
        let end = min(number, row?.snapshot ?? 0)
        var (count, byteCount) = (0, 0)
        for entry in entries.prefix(rowCount) where entry.number <= end && byteCount < Self.trimmedByteCount {
            (count, byteCount) = (count + 1, byteCount + entry.bytes.count)
        }
        entries.removeFirst(count)
        return entries.first.map { $0.number <= end } ?? false
    }

    mutating func loseEntries(_ count: UInt64) {
        guard var row, count <= entries.count else { return }
        entries.removeLast(Int(count))
        row.tail -= count
        row.mark = OfficeMark(high: row.tail, low: .max)
        self.row = row
        life = EngineLife(database: life.database, timeline: life.timeline + 1)
    }
}
