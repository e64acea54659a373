import Platform
import ProgressLog

/// Calls with defaults for arguments that most tests do not care about.
extension GroupLog {
    func look() throws -> OfficeRow { try look(by: .soon) }

    /// Takes the office, whichever replica has it.
    @discardableResult
    func rule(as address: String = "replica:8080", _ mark: UInt64 = 1) throws -> OfficeRow {
        let taken = try claim(.fixture(mark, address), seen: look(), by: .soon)
        precondition(taken, "nobody else takes the office in this test")
        return try look()
    }

    /// Appends the next entry in the name of this row's holder, at this row's tail.
    func append(_ bytes: [UInt8], after row: OfficeRow, mark: UInt64 = 7, handsOver: Bool = false) throws -> Bool {
        let entry = LogEntry(number: row.tail + 1, term: row.term, bytes: bytes)
        return try append(entry, row, mark: mark, handsOver: handsOver)
    }

    func beat(_ row: OfficeRow, mark: UInt64 = 7, handsOver: Bool = false) throws -> Bool {
        try append(nil, row, mark: mark, handsOver: handsOver)
    }

    /// Appends entries that are their number's byte, until there are `count`.
    func fill(to count: UInt64, byteCount: Int = 1) throws {
        var row = try look()
        while row.tail < count {
            let bytes = [UInt8](repeating: UInt8(truncatingIfNeeded: row.tail + 1), count: byteCount)
            _ = try append(bytes, after: row)
            row.tail += 1
        }
    }

    func numbers(after number: UInt64 = 0) throws -> [UInt64] {
        try read(after: number, most: 1 << 20, by: .soon).map(\.number)
    }

    private func append(_ entry: LogEntry?, _ row: OfficeRow, mark: UInt64, handsOver: Bool) throws -> Bool {
        try append(
            entry,
            as: row.holder,
            tail: row.tail,
            mark: OfficeMark(high: mark, low: mark),
            handsOver: handsOver,
            by: .soon
        )
    }
}

extension ElectionBid {
    static func fixture(_ mark: UInt64 = 1, _ address: String = "replica:8080") -> ElectionBid {
        ElectionBid(mark: OfficeMark(high: mark, low: 1), address: address, key: [UInt8](0..<32))
    }
}
