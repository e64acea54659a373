import ProgressCore
import ProgressWire
import Testing

/// Runs of names whose trees are gone, on disk and in an export.
struct PastRunTests {
    private static let id = ProgressID(high: 1, low: 2)

    private static func item(_ state: ProgressState) -> RunItem {
        let counts: Counts =
            switch state {
            case .finished: Counts(total: 4, completed: 4)
            case .indeterminate: Counts(total: -1, completed: 7)
            default: Counts(total: 9, completed: 1)
            }
        var item = RunItem(
            id: id,
            number: 7,
            state: state,
            counts: counts,
            fractionCompleted: 0.1,
            createdAt: 1_000
        )
        if state != .indeterminate { item.startedAt = 2_000 }
        if state.isEnded { item.endedAt = 3_000 }
        if state == .failed {
            item.failure = ProgressDetails.Failure(message: "é", code: "c")
            item.failure?.by = Caller(role: .grant, user: "u")
            item.failure?.at = 3_000
        }
        if state == .cancelled || state == .paused {
            let action: Control = state == .paused ? .pause : .cancel
            item.control = LastControl(action: action, reason: "r", by: Caller(role: .operator), at: 5)
        }
        return item
    }

    @Test(arguments: ProgressState.allCases) func `a run reads back from its record and its line`(state: ProgressState)
        throws
    {
        let item = Self.item(state)
        var record: [UInt8] = []
        var line: [UInt8] = []
        PastRunRecord.append(item, of: "n", to: &record)
        PastRunRecord.appendLine(item, of: "n", to: &line)

        let recordRead = try record.withUnsafeBytes { try PastRunRecord.read($0, of: Self.id) }
        let (kind, members) = try line.withUnsafeBytes { try ExportLine.read($0) }
        let lineRead = try PastRunRecord.read(members)

        #expect(recordRead.item == item && recordRead.name == "n")
        #expect(kind == .run && lineRead.item == item && lineRead.name == "n")
    }

    @Test func `no part of a record is a record, nor is a later form`() {
        var record: [UInt8] = []
        PastRunRecord.append(Self.item(.failed), of: "n", to: &record)

        for count in record.indices {
            #expect(throws: RecordError.self) {
                try Array(record[..<count]).withUnsafeBytes { try PastRunRecord.read($0, of: Self.id) }
            }
        }
        record[0] = 2
        #expect(throws: RecordError.newer(found: "a record has the form 2", known: "forms up to 1")) {
            try record.withUnsafeBytes { try PastRunRecord.read($0, of: Self.id) }
        }
    }
}
