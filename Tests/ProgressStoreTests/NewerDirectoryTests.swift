import ProgressJournal
import ProgressRecords
import ProgressRegistry
import ProgressTelemetry
import TestSupport
import Testing

@testable import ProgressStore

/// A data directory that a newer progressd wrote is told from a damaged one, and left as it is.
@Suite struct NewerDirectoryTests {
    private let folder = DataFolder()

    struct Case: Sendable, CustomTestStringConvertible {
        let kind: UInt8
        let payload: [UInt8]
        let text: String

        var testDescription: String { text }
    }

    static let cases = [
        Case(kind: 0, payload: [2], text: "a record has the form 2, and this one, VERSION, reads forms up to 1"),
        Case(kind: 1, payload: [4], text: "a record has the form 4, and this one, VERSION, reads forms up to 3"),
        Case(kind: 2, payload: [3], text: "a record has the form 3, and this one, VERSION, reads forms up to 2"),
        Case(kind: 3, payload: [3], text: "a record has the form 3, and this one, VERSION, reads forms up to 2"),
        Case(
            kind: 3,
            payload: [1] + [UInt8](repeating: 0, count: 33) + [3],
            text: "a record has the access kind 3, and this one, VERSION, reads access kinds up to 2"
        ),
        Case(
            kind: 4,
            payload: [3] + [UInt8](repeating: 0, count: 20),
            text: "a record has the form 3, and this one, VERSION, reads forms up to 2"
        ),
        Case(kind: 6, payload: [1], text: "a record has the kind 6, and this one, VERSION, reads kinds up to 5"),
    ]

    private func start() -> String? {
        let error = #expect(throws: JournalError.self) {
            let log = ServiceLog(LogLines().logger)
            _ = try DataStore.start(path: folder.path, Configuration(), TokenSet([]), epoch: [], at: 0, log)
        }
        return error?.description
    }

    private func export() -> String? {
        let error = #expect(throws: MovingError.self) { try DataExport(path: folder.path) }
        #expect(error?.exitStatus == 78)
        return error?.description
    }

    private func expect(_ file: String, _ one: Case) {
        let before = folder.content
        let text =
            "\(folder.path)/\(file) was written by a newer progressd: at byte 4136 "
            + one.text.replacing("VERSION", with: Release.version)

        #expect(start() == text)
        #expect(export() == "--data-directory: \(text)")

        #expect(folder.content == before)
    }

    @Test(arguments: cases) func `a newer record in a journal is told with both versions`(_ one: Case) throws {
        var group = GroupBuffer()
        group.append(kind: one.kind, id: RecordID(high: 1, low: 2)) { $0 += one.payload }
        var journal = try Recovery(path: folder.path).start()
        try journal.append(group)
        try journal.close()
        _ = consume journal

        expect("journal-1", one)
    }

    @Test(arguments: cases) func `a newer record in a snapshot is told with both versions`(_ one: Case) throws {
        var filling = try NewDirectory.begin(path: folder.path)
        try filling.append(kind: one.kind, id: RecordID(high: 1, low: 2)) { $0 += one.payload }
        try filling.finish(.first)
        _ = consume filling

        expect("snapshot-1", one)
    }

    @Test func `a record that no version writes is damage`() throws {
        var group = GroupBuffer()
        group.append(kind: 1, id: RecordID(high: 1, low: 2)) { $0 += [0] }
        var journal = try Recovery(path: folder.path).start()
        try journal.append(group)
        try journal.close()
        _ = consume journal

        #expect(start()?.contains("is damaged at byte 4136") == true)
    }
}
