import ProgressJournal
import Testing

/// Nothing that was safe is missed in silence.
struct DamageTests {
    let scratch = Scratch()

    /// Makes a snapshot and two journals, as after a crash in a second compaction.
    private func fill() throws -> [Key: [UInt8]] {
        scratch.settings.chunkByteCount = 64
        var journal = try scratch.open().start()
        try journal.append([.set(1, "one"), .set(2, "two")])
        let first = try journal.rotate()
        journal.end(first, snapshot: try first.run())
        try journal.append([.set(2, "second"), .set(3, "three")])
        try journal.append([.remove(1)])
        _ = try journal.rotate()
        try journal.append([.set(4, "four")])
        try journal.append([.set(3, "again")])
        try journal.sync()
        _ = consume journal
        return [Key(2): Array("second".utf8), Key(3): Array("again".utf8), Key(4): Array("four".utf8)]
    }

    @Test func `whatever byte of whatever file is flipped, the content is refused or as it was`() throws {
        let content = try fill()
        let files = scratch.saved()
        var refused: [String: Int] = [:]
        #expect(files.keys.sorted() == ["format", "journal-2", "journal-3", "snapshot-2"])

        for (name, bytes) in files {
            for place in bytes.indices {
                let mask: UInt8 = 1 << (place % 8)
                scratch.flip(name, at: place, mask)
                do {
                    #expect(try scratch.content() == content, "\(name) at \(place)")
                } catch {
                    refused[name, default: 0] += 1
                    if case JournalError.newer(let form) = error { #expect(Bool(false), "\(form)") }
                }
                scratch.flip(name, at: place, mask)
            }
        }

        // Every byte, except in the space that is reserved after the last groups.
        #expect(refused["format"] == files["format"]?.count)
        #expect(refused["snapshot-2"] == files["snapshot-2"]?.count)
        #expect(refused["journal-2"].map { $0 >= 4096 + 2 * 40 + 72 } == true)
        #expect(refused["journal-3"].map { $0 >= 4096 + 2 * 40 + 56 } == true)
    }

    @Test func `whatever file is shortened, the content is refused or as it was`() throws {
        let content = try fill()
        let files = scratch.saved()

        for (name, bytes) in files {
            for count in bytes.indices {
                scratch[name] = Array(bytes[..<count])
                if let found = try? scratch.content() { #expect(found == content, "\(name) at \(count)") }
            }
            scratch[name] = bytes
        }
    }

    @Test(arguments: ["format", "snapshot-2", "journal-2", "journal-3"])
    func `a missing file is named`(name: String) throws {
        _ = try fill()
        scratch.remove(name)

        let missing = JournalError.damaged(path: "\(scratch.path)/\(name)", offset: 0, what: "it is not there")

        #expect(throws: missing) { _ = try scratch.open() }
    }

    @Test func `a journal of another directory is refused`() throws {
        _ = try fill()
        let other = Scratch()
        try other.write([[.set(1, "x")], [.set(2, "y")]])

        var renumbered = other["journal-1"]
        renumbered[12] = 3

        scratch["journal-3"] = renumbered
        #expect(throws: JournalError.self) { _ = try scratch.open() }
        scratch["journal-3"] = scratch["journal-2"]
        #expect(throws: JournalError.self) { _ = try scratch.open() }
    }

    @Test func `a snapshot with something behind its end is refused`() throws {
        _ = try fill()
        scratch["snapshot-2"] += [0]

        #expect(throws: JournalError.self) { _ = try scratch.open() }
    }

    @Test(arguments: [
        "", "hello", "progressd data, format 1", "progressd data, format 01\n", "progressd data, format 0\n",
        "progressd data, format 2\n",
        "progressd data, format 4\nprogressd 0.9.0 or later reads it\nchecksum 8fc418e6\n",
    ])
    func `a format that no version writes is refused`(text: String) throws {
        _ = try fill()
        scratch["format"] = Array(text.utf8)

        let error = JournalError.damaged(
            path: "\(scratch.path)/format",
            offset: 0,
            what: "it names no format of a data directory"
        )

        #expect(throws: error) { _ = try scratch.open() }
    }

    @Test func `damage changes nothing in the directory`() throws {
        _ = try fill()
        scratch.flip("snapshot-2", at: 4200)
        scratch["journal-9.new"] = [1]
        let before = scratch.saved()

        #expect(throws: JournalError.self) { _ = try scratch.open() }

        #expect(scratch.saved() == before)
    }
}
