import Glibc
import ProgressJournal
import ProgressRecords
import TestSupport
import Testing

/// A directory is filled whole, or nothing is there.
struct NewDirectoryTests {
    private let scratch = Scratch()

    private func begin(_ path: String) throws(JournalError) -> NewDirectory {
        try NewDirectory.begin(path: path, settings: scratch.settings)
    }

    private func fill(_ filling: inout NewDirectory, count: Int) throws(JournalError) {
        for number in 0..<count {
            try filling.append(kind: 1, id: RecordID(high: 7, low: UInt64(number))) { $0 += Array("\(number)".utf8) }
        }
    }

    @Test func `what was filled is there, as after a clean stop, and the journal goes on`() throws {
        var filling = try begin(scratch.path)
        try fill(&filling, count: 3)

        try filling.finish(.first)
        _ = consume filling
        let recovery = try scratch.open()
        let (count, isClean) = (recovery.recordCount, recovery.wasCleanlyClosed)
        var journal = try recovery.start()
        try journal.append([.set(9, "more")])
        try journal.close()
        _ = consume journal

        #expect(count == 3 && isClean)
        #expect(try scratch.open().recordCount == 4)
        #expect(scratch.names == ["format", "journal-1", "lock", "snapshot-1"])
    }

    @Test func `what was filled and went on is merged like any other`() throws {
        var filling = try begin(scratch.path)
        try fill(&filling, count: 100)
        try filling.finish(.first)
        _ = consume filling

        var journal = try scratch.open().start()
        let compaction = try journal.rotate()
        journal.end(compaction, snapshot: try compaction.run())
        try journal.close()
        _ = consume journal

        #expect(try scratch.open().recordCount == 100)
        #expect(scratch.names == ["format", "journal-2", "lock", "snapshot-2"])
    }

    @Test func `an unfinished import leaves no files, and removes the directory that it made`() throws {
        let inner = "\(scratch.path)/inner"
        for path in [scratch.path, inner] {
            var filling = try begin(path)
            try fill(&filling, count: 50_000)
            _ = consume filling
        }

        #expect(scratch.names.isEmpty)
    }

    @Test func `a crash leaves a directory without data, which can be filled`() throws {
        scratch["snapshot-1.new"] = [1, 2, 3]
        scratch["lock"] = []

        let count = try scratch.open().recordCount
        var filling = try begin(scratch.path)
        try fill(&filling, count: 2)
        try filling.finish(.first)
        _ = consume filling

        #expect(count == 0)
        #expect(try scratch.open().recordCount == 2)
    }

    @Test func `what a crash left goes when the directory is started in`() throws {
        scratch["snapshot-1.new"] = [1, 2, 3]

        var journal = try scratch.open().start()
        try journal.close()
        _ = consume journal

        #expect(scratch.names == ["format", "journal-1", "lock"])
    }

    @Test(arguments: ["notes.txt", "format", "journal-1"])
    func `what has something in it is not filled, and stays as it was`(name: String) throws {
        scratch[name] = [1]

        #expect(throws: JournalError.notEmpty(path: scratch.path, found: name)) { _ = try begin(scratch.path) }

        #expect(scratch.names == [name])
    }

    @Test func `nobody else opens or fills it meanwhile`() throws {
        let filling = try begin(scratch.path)

        #expect(throws: JournalError.inUse(path: scratch.path)) { _ = try scratch.open() }
        #expect(throws: JournalError.inUse(path: scratch.path)) { _ = try begin(scratch.path) }
        _ = consume filling
    }

    @Test(.enabled(if: SmallDisk.isAllowed))
    func `a disk that becomes full fails it, and gets its space back`() throws {
        let disk = try #require(SmallDisk())
        let path = "\(disk.path)/data"

        let error = #expect(throws: JournalError.self) {
            var filling = try begin(path)
            try fill(&filling, count: 200_000)
            try filling.finish(.first)
        }

        #expect(error?.isLackOfSpace == true)
        #expect(access(path, F_OK) != 0)
    }
}
