import Glibc
import ProgressJournal
import Testing

/// Calls that the system refuses.
struct FailureTests {
    let scratch = Scratch()

    @Test func `a second opener is refused while the first holds the directory, as recovery or as journal`() throws {
        let recovery = try scratch.open()
        #expect(throws: JournalError.inUse(path: scratch.path)) { _ = try scratch.open() }

        let journal = try recovery.start()
        #expect(throws: JournalError.inUse(path: scratch.path)) { _ = try scratch.open() }

        _ = consume journal
        _ = try scratch.open()
    }

    @Test func `a directory is created for its owner alone, but not its parent`() throws {
        let path = "\(scratch.path)/made"

        _ = try Recovery(path: path)
        let mode = FileMode.of(path)
        unlink("\(path)/lock")
        rmdir(path)

        #expect(mode == 0o700)
        let missing = "\(scratch.path)/not/there"
        #expect(throws: JournalError.system(call: "mkdir", path: missing, code: ENOENT)) {
            _ = try Recovery(path: missing)
        }
    }

    @Test func `a file where the directory should be is refused`() throws {
        scratch["file"] = [1]

        let path = "\(scratch.path)/file"

        #expect(throws: JournalError.notADirectory(path: path)) { _ = try Recovery(path: path) }
    }

    @Test func `what a failed sync may have lost is written again, into the next journal`() throws {
        var journal = try scratch.open().start()
        try journal.append([.set(1, "safe")])
        try journal.sync()
        let safe = 4096 + 40 + 32
        try journal.append([.set(2, "in doubt")])
        try journal.append([.set(1, "in doubt, too")])
        try OpenFiles.spoil("\(scratch.path)/journal-1")

        #expect(throws: JournalError.system(call: "fdatasync", path: "\(scratch.path)/journal-1", code: EINVAL)) {
            try journal.sync()
        }
        let wasSynced = journal.isSynced
        try journal.sync()
        let isSynced = journal.isSynced
        try journal.append([.set(3, "after")])
        _ = consume journal
        scratch["journal-1"] = scratch["journal-1"].prefix(safe) + .init(repeating: 0, count: 4096)

        #expect(!wasSynced && isSynced)
        let texts = try scratch.content().mapValues { String(decoding: $0, as: UTF8.self) }
        #expect(texts == [Key(1): "in doubt, too", Key(2): "in doubt", Key(3): "after"])
    }

    @Test func `a sync that cannot be marked is made again, into the next journal`() throws {
        var journal = try scratch.open().start()
        try journal.append([.set(1, "a")])
        try journal.append([.set(2, "b")])
        try OpenFiles.makeReadOnly("\(scratch.path)/journal-1")

        #expect(throws: JournalError.system(call: "write", path: "\(scratch.path)/journal-1", code: EBADF)) {
            try journal.sync()
        }
        try journal.sync()
        _ = consume journal

        #expect(scratch.names == ["format", "journal-1", "journal-2", "lock"])
        #expect(try scratch.content() == [Key(1): [97], Key(2): [98]])
    }

    @Test func `after a failed sync an append goes on in the next journal, and compaction takes both`() throws {
        var journal = try scratch.open().start()
        try journal.append([.set(1, "a"), .set(2, "b")])
        try OpenFiles.spoil("\(scratch.path)/journal-1")
        #expect(throws: JournalError.self) { try journal.sync() }

        try journal.append([.remove(1), .set(3, "c")])
        let compaction = try journal.rotate()
        journal.end(compaction, snapshot: try compaction.run())
        try journal.close()
        _ = consume journal

        #expect(scratch.names == ["format", "journal-3", "lock", "snapshot-3"])
        #expect(try scratch.content() == [Key(2): [98], Key(3): [99]])
    }

    @Test func `a failed append leaves what was there, and can be made again`() throws {
        var journal = try scratch.open().start()
        try journal.append([.set(1, "a")])
        try journal.sync()
        let saved = try OpenFiles.spoil("\(scratch.path)/journal-1")

        #expect(throws: JournalError.system(call: "write", path: "\(scratch.path)/journal-1", code: ESPIPE)) {
            try journal.append([.set(2, "b")])
        }
        saved.restore()
        try journal.append([.set(2, "b again")])
        try journal.close()
        _ = consume journal

        #expect(scratch.names == ["format", "journal-1", "lock"])
        #expect(try scratch.content() == [Key(1): [97], Key(2): Array("b again".utf8)])
    }

    @Test func `groups that wait for a sync are made safe when they are many`() throws {
        scratch.settings.unsyncedByteCount = 1000
        var journal = try scratch.open().start()

        for number in UInt64(0)..<100 { try journal.append([.set(number, "0123456789")]) }
        _ = consume journal

        let bytes = scratch["journal-1"]
        let safe = bytes[512..<516].reversed().reduce(0) { $0 << 8 | Int($1) }
        #expect(safe > 4096 + 6000 && safe < 4096 + 100 * 72)
    }
}
