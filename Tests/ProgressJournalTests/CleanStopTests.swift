import ProgressJournal
import Testing

struct CleanStopTests {
    let scratch = Scratch()

    @Test func `a new directory counts as cleanly closed`() throws {
        let recovery = try scratch.open()

        let found = (recovery.wasCleanlyClosed, recovery.recordCount, recovery.cut)
        #expect(found == (true, 0, nil))
    }

    @Test func `only an end by close is a clean one`() throws {
        var journal = try scratch.open().start()
        try journal.append([.set(1, "x")])
        try journal.sync()
        _ = consume journal
        let killed = try scratch.open().wasCleanlyClosed

        var second = try scratch.open().start()
        try second.close()
        _ = consume second

        let closed = try scratch.open().wasCleanlyClosed
        #expect(!killed && closed)
        #expect(try scratch.content() == [Key(1): [120]])
    }

    @Test func `who only looks leaves the clean stop as it was`() throws {
        var journal = try scratch.open().start()
        try journal.append([.set(1, "x")])
        try journal.close()
        _ = consume journal
        let before = scratch.saved()

        let first = try scratch.open().wasCleanlyClosed
        let second = try scratch.open().wasCleanlyClosed

        #expect(first && second)
        #expect(scratch.saved() == before)
    }

    @Test func `a start withdraws the clean stop before anything is written`() throws {
        var journal = try scratch.open().start()
        try journal.close()
        _ = consume journal

        _ = try scratch.open().start()

        let isClean = try scratch.open().wasCleanlyClosed
        #expect(!isClean)
    }

    @Test func `a clean stop with something behind it is none`() throws {
        var journal = try scratch.open().start()
        try journal.append([.set(1, "x")])
        try journal.close()
        _ = consume journal
        scratch["journal-1"][5000] = 1

        let recovery = try scratch.open()

        let (isClean, cut) = (recovery.wasCleanlyClosed, recovery.cut)
        #expect(!isClean && cut?.offset == 4096 + 40 + 24)
    }
}
