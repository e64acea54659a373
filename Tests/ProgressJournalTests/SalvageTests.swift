import ProgressJournal
import ProgressRecords
import Testing

/// Everything before a damage can still be read, which changes no file.
struct SalvageTests {
    private static let groups: [[Change]] = [
        [.set(1, "one"), .set(2, "two")], [.set(2, "second"), .set(3, "three")], [.remove(1)], [.set(4, "four")],
        [.set(3, "again")],
    ]

    private let scratch = Scratch()

    /// A snapshot with the first group, a journal with two, and the newest one with two.
    private func fill() throws {
        scratch.settings.chunkByteCount = 64
        var journal = try scratch.open().start()
        try journal.append(Self.groups[0])
        let first = try journal.rotate()
        journal.end(first, snapshot: try first.run())
        try journal.append(Self.groups[1])
        try journal.append(Self.groups[2])
        _ = try journal.rotate()
        try journal.append(Self.groups[3])
        try journal.append(Self.groups[4])
        try journal.sync()
        _ = consume journal
    }

    private func read() throws -> (content: [Key: [UInt8]], damage: JournalError?, omitted: [String]) {
        let salvage = try Salvage(path: scratch.path)
        var content: [Key: [UInt8]] = [:]
        try salvage.forEachRecord { content[Key(kind: $0.kind, id: $0.id)] = Array($0.payload) }
        return (content, salvage.damage, salvage.omitted.map { String($0.dropFirst(scratch.path.count + 1)) })
    }

    @Test func `a whole directory is read as it is`() throws {
        try fill()

        let found = try read()

        #expect(found.content == prefixes(of: Self.groups)[5])
        #expect(found.damage == nil && found.omitted.isEmpty)
    }

    @Test func `whatever byte is flipped, what is read was there at an earlier moment, and nothing is changed`() throws
    {
        try fill()
        let files = scratch.saved()
        let moments = prefixes(of: Self.groups)
        var lost: [String: Int] = [:]

        for (name, bytes) in files {
            for place in bytes.indices {
                scratch.flip(name, at: place, 1 << (place % 8))
                let damaged = scratch.whole
                let found = try read()
                if name == "snapshot-2", found.damage != nil {
                    #expect(found.content.allSatisfy { moments[1][$0.key] == $0.value }, "\(name) at \(place)")
                } else if name == "format" {
                    // It is not needed to read the rest.
                    #expect(found.content == moments[5], "format at \(place)")
                } else {
                    #expect(moments.contains(found.content), "\(name) at \(place)")
                    #expect((found.content == moments[5]) == (found.damage == nil), "\(name) at \(place)")
                }
                if found.damage != nil { lost[name, default: 0] += 1 }
                #expect(scratch.whole == damaged)
                scratch.flip(name, at: place, 1 << (place % 8))
            }
        }

        #expect(lost["format"] == files["format"]?.count)
        #expect(lost["snapshot-2"] == files["snapshot-2"]?.count)
        #expect(lost["journal-2"].map { $0 > 4096 } == true)
        #expect(lost["journal-3"].map { $0 > 4096 } == true)
    }

    @Test func `without the file that names the format everything else is read, and it is named`() throws {
        try fill()
        scratch.remove("format")

        let isOfFormatAlone = try Salvage(path: scratch.path).isOfFormatAlone
        let found = try read()

        #expect(isOfFormatAlone)
        #expect(found.content == prefixes(of: Self.groups)[5])
        #expect("\(String(describing: found.damage))".contains("format"))
    }

    @Test func `what a newer version wrote is not read as if it were known`() throws {
        try fill()
        scratch["format"] = Array(
            "progressd data, format 4\nprogressd 0.9.0 or later reads it\nchecksum 4604ef1a\n".utf8
        )

        #expect(throws: JournalError.self) { _ = try Salvage(path: scratch.path) }
    }

    @Test func `where nothing but the format is left, there is nothing to save, and the journal is named`() throws {
        try fill()
        for name in ["snapshot-2", "journal-2", "journal-3"] { scratch.remove(name) }

        let found = try read()

        #expect(Salvage.holdsData(scratch.path))
        #expect(found.content.isEmpty)
        #expect("\(String(describing: found.damage))".contains("journal-1"))
    }

    @Test(arguments: [
        ("snapshot-2", 0, ["journal-2", "journal-3"]), ("journal-2", 1, ["journal-3"]), ("journal-3", 3, []),
    ])
    func `a file that is not there is the end, and what follows it is named`(
        name: String,
        count: Int,
        omitted: [String]
    ) throws {
        try fill()
        scratch.remove(name)

        let found = try read()

        #expect(found.content == prefixes(of: Self.groups)[count])
        #expect(found.damage == .damaged(path: "\(scratch.path)/\(name)", offset: 0, what: "it is not there"))
        #expect(found.omitted == omitted)
    }

    @Test func `a torn end is no damage`() throws {
        try scratch.write(Array(Self.groups[..<2]), syncing: { $0 == 0 })
        let whole = scratch["journal-1"]
        let end = whole.lastIndex { $0 != 0 } ?? 0
        scratch.flip("journal-1", at: end)

        let found = try read()

        #expect(found.content == prefixes(of: Self.groups)[1])
        #expect(found.damage == nil)
    }

    @Test func `a directory that a service has open is left alone`() throws {
        try fill()
        let recovery = try scratch.open()

        #expect(throws: JournalError.inUse(path: scratch.path)) { _ = try Salvage(path: scratch.path) }

        _ = consume recovery
    }

    @Test func `a copy without the file for the lock is read, and gets none`() throws {
        try fill()
        scratch.remove("lock")

        #expect(try read().content == prefixes(of: Self.groups)[5])
        #expect(!scratch.names.contains("lock"))
    }
}
