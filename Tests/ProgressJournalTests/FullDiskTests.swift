import Glibc
import ProgressJournal
import TestSupport
import Testing

/// Lack of room: a file system of one megabyte, if the tests may make one, or a limit on the size of files.
struct FullDiskTests {
    @Test(.enabled(if: SmallDisk.isAllowed))
    func `a full disk fails what is new, keeps what was there, and is written to again when there is room`() throws {
        let disk = try #require(SmallDisk())
        let scratch = Scratch(in: disk.path)
        scratch.settings.chunkByteCount = 64 << 10
        var journal = try scratch.open().start()
        var model: [Key: [UInt8]] = [:]
        let had = journal.hasReserve

        disk.fill()
        var refusal: JournalError?
        var withoutReserve = 0
        while refusal == nil {
            let number = UInt64(model.count)
            do throws(JournalError) {
                try journal.append([.set(Key(number), [UInt8](repeating: UInt8(number), count: 5000))])
                model[Key(number)] = [UInt8](repeating: UInt8(number), count: 5000)
                if !journal.hasReserve { withoutReserve += 1 }
            } catch { refusal = error }
        }
        try journal.sync()
        #expect(throws: JournalError.self) { try journal.rotate() }
        disk.empty()
        journal.renewReserve()
        let hasAgain = journal.hasReserve
        try journal.append([.set(999, "there is room")])
        try journal.close()
        _ = consume journal

        model[Key(999)] = Array("there is room".utf8)
        #expect(had && hasAgain && refusal?.isLackOfSpace == true)
        #expect(withoutReserve >= 10)
        #expect(try scratch.content() == model)
        #expect(scratch.names == ["format", "journal-1", "lock"])
    }

    @Test(.enabled(if: SmallDisk.isAllowed))
    func `a compaction on a full disk fails and leaves everything as it was`() throws {
        let disk = try #require(SmallDisk())
        let scratch = Scratch(in: disk.path)
        var journal = try scratch.open().start()
        try journal.append([.set(Key(1), .init(repeating: 1, count: 100_000))])
        let compaction = try journal.rotate()
        disk.fill()
        let before = scratch.saved()

        do throws(JournalError) {
            _ = try compaction.run()
            Issue.record("There is no room for a snapshot.")
        } catch { #expect(error.isLackOfSpace) }

        journal.end(compaction, snapshot: nil)
        #expect(scratch.saved() == before)
        disk.empty()
        let second = try journal.rotate()
        journal.end(second, snapshot: try second.run())
        _ = consume journal
        #expect(try scratch.content() == [Key(1): .init(repeating: 1, count: 100_000)])
    }

    @Test(.enabled(if: SmallDisk.isAllowed))
    func `a full disk does not keep a directory from being opened, and its torn end is cut`() throws {
        let disk = try #require(SmallDisk())
        let scratch = Scratch(in: disk.path)
        try scratch.write([[.set(1, "a")], [.set(2, "b")]], syncing: { $0 == 0 })
        scratch.flip("journal-1", at: 4096 + 40 + 24 + 41)
        disk.fill()
        scratch.settings.chunkByteCount = 64 << 10

        var journal = try scratch.open().start()
        let hasReserve = journal.hasReserve
        try journal.close()
        _ = consume journal

        #expect(!hasReserve)
        #expect(try scratch.content() == [Key(1): [97]])
    }

    @Test(.enabled(if: SmallDisk.isAllowed))
    func `a file system that is read only is refused`() throws {
        let disk = try #require(SmallDisk())
        disk.makeReadOnly()

        #expect(throws: JournalError.notWritable(path: disk.path, code: EROFS)) { _ = try Recovery(path: disk.path) }
    }

    @Test func `a limit on the size of files is a lack of space`() async {
        await #expect(processExitsWith: .success) {
            signal(SIGXFSZ, SIG_IGN)
            let scratch = Scratch()
            var journal = try scratch.open().start()
            var limit = rlimit(rlim_cur: 20_000, rlim_max: 20_000)
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)

            try journal.append([.set(Key(1), .init(repeating: 1, count: 8000))])
            let hadReserve = journal.hasReserve
            do throws(JournalError) {
                try journal.append([.set(Key(2), .init(repeating: 2, count: 20_000))])
                exit(1)
            } catch { precondition(error.isLackOfSpace) }
            try journal.append([.set(Key(3), .init(repeating: 3, count: 1000))])
            try journal.sync()
            _ = consume journal

            let content = try scratch.content()
            precondition(!hadReserve && Set(content.keys) == [Key(1), Key(3)])
        }
    }
}
