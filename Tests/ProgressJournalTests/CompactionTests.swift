import Testing

@testable import ProgressJournal

struct CompactionTests {
    private static let groups: [[Change]] = [
        [.set(1, "one"), .set(2, "two")],
        [.set(2, "second"), .set(3, "three")],
        [.remove(1), .set(4, "four")],
        [.set(3, "again")],
    ]
    private static let content = prefixes(of: groups)[4]

    let scratch = Scratch()

    /// Two groups before the rotation, two after it.
    private func rotated() throws -> Compaction {
        var journal = try scratch.open().start()
        for group in Self.groups[..<2] { try journal.append(group) }
        let compaction = try journal.rotate()
        for group in Self.groups[2...] { try journal.append(group) }
        return compaction
    }

    @Test func `a compaction changes the files and not the content`() throws {
        let compaction = try rotated()
        let before = scratch.names

        let snapshot = try compaction.run()

        #expect(before == ["format", "journal-1", "journal-2", "lock"])
        #expect(scratch.names == ["format", "journal-2", "lock", "snapshot-2"])
        #expect(snapshot?.recordCount == 3 && snapshot?.byteCount == UInt64(scratch["snapshot-2"].count))
        #expect(try scratch.content() == Self.content)
    }

    @Test func `a crash at any step of a compaction loses nothing`() throws {
        let compaction = try rotated()
        let before = scratch.saved()
        _ = try compaction.write(while: { true })
        let published = scratch.saved()
        let snapshot = try #require(published["snapshot-2"])

        var states = [before, published]
        states += snapshot.indices.filter { $0 % 97 == 0 }.map { count in
            before.merging(["snapshot-2.new": Array(snapshot[..<count])]) { $1 }
        }
        states.append(before.merging(["snapshot-2.new": snapshot]) { $1 })
        states.append(published.filter { $0.key != "journal-1" })

        for state in states {
            scratch.restore(state)
            #expect(try scratch.content() == Self.content)
            _ = try scratch.open().start()
            #expect(try scratch.content() == Self.content)
            #expect(!scratch.names.contains("snapshot-2.new"))
            #expect(!scratch.names.contains("snapshot-2") || !scratch.names.contains("journal-1"))
        }
    }

    @Test func `a crash while a journal is made loses nothing`() throws {
        _ = try rotated()
        let journal = scratch["journal-2"]

        for count in [0, 1, 600, 4096, journal.count] {
            scratch["journal-3.new"] = Array(journal[..<count])
            _ = try scratch.open().start()
            #expect(!scratch.names.contains("journal-3.new"))
            #expect(try scratch.content() == Self.content)
        }
    }

    @Test func `a crash while the directory is made leaves a directory that can be made`() throws {
        _ = try scratch.open().start()
        let journal = scratch["journal-1"]

        for files in [[:], ["journal-1.new": [1]], ["journal-1": journal], ["journal-1": journal, "format.new": []]] {
            scratch.restore(files)
            try scratch.write([[.set(1, "x")]])
            #expect(try scratch.content() == [Key(1): [120]])
            #expect(scratch.names == ["format", "journal-1", "lock"])
        }
    }

    @Test func `a stopped compaction leaves everything as it was`() throws {
        let compaction = try rotated()
        let before = scratch.saved()

        for patience in 0..<4 {
            var asked = 0
            let snapshot = try compaction.run(while: {
                asked += 1
                return asked <= patience
            })
            #expect(snapshot == nil)
            #expect(scratch.saved() == before)
        }
    }

    @Test func `a compaction of damaged files fails and leaves them`() throws {
        let compaction = try rotated()
        scratch.flip("journal-1", at: 4150)
        let before = scratch.saved()

        #expect(throws: JournalError.self) { try compaction.run() }

        #expect(scratch.saved() == before)
    }

    @Test func `compaction after compaction keeps the newest of each key, and what a failed one left is caught up`()
        throws
    {
        var journal = try scratch.open().start()
        var model: [Key: [UInt8]] = [:]
        for round in UInt64(0)..<12 {
            let group: [Change] = [
                .set(round % 5, "round \(round)"), .remove((round + 2) % 5), .set(100 + round, "stays"),
            ]
            try journal.append(group)
            model.merge([Key(round % 5): Array("round \(round)".utf8), Key(100 + round): Array("stays".utf8)]) { $1 }
            model[Key((round + 2) % 5)] = nil
            let compaction = try journal.rotate()
            journal.end(compaction, snapshot: round.isMultiple(of: 3) ? try compaction.run() : nil)
        }
        try journal.close()
        _ = consume journal

        #expect(try scratch.content() == model)
        #expect(scratch.names == ["format", "journal-11", "journal-12", "journal-13", "lock", "snapshot-11"])
    }

    @Test func `a snapshot of many groups comes back, in order`() throws {
        var journal = try scratch.open().start()
        let payload = [UInt8](repeating: 7, count: 200_000)
        try journal.append((0..<30).map { .set(Key($0), payload) })

        let compaction = try journal.rotate()
        journal.end(compaction, snapshot: try compaction.run())
        _ = consume journal

        let records = try scratch.open().records()
        #expect(records.map(\.key) == (0..<30).map { Key($0) })
        #expect(records.allSatisfy { $0.bytes == payload })
    }

    @Test func `a snapshot of nothing is one, too`() throws {
        var journal = try scratch.open().start()
        try journal.append([.set(1, "a")])
        try journal.append([.remove(1)])

        let compaction = try journal.rotate()
        let snapshot = try compaction.run()

        _ = consume journal
        #expect(snapshot?.recordCount == 0)
        #expect(try scratch.content().isEmpty)
    }

    @Test func `a rotation is due when the journals outgrow the snapshot, and not while one is under way`() throws {
        scratch.settings.rotationByteCount = 10_000
        var journal = try scratch.open().start()
        var dues = [journal.needsRotation]

        try journal.append([.set(Key(1), .init(repeating: 1, count: 20_000))])
        dues.append(journal.needsRotation)
        let first = try journal.rotate()
        dues.append(journal.needsRotation)
        journal.end(first, snapshot: nil)
        dues.append(journal.needsRotation)
        try journal.append([.set(Key(1), .init(repeating: 2, count: 20_000))])
        dues.append(journal.needsRotation)
        let second = try journal.rotate()
        journal.end(second, snapshot: try second.run())
        try journal.append([.set(2, String(repeating: "x", count: 12_000))])
        dues.append(journal.needsRotation)
        try journal.append([.set(2, String(repeating: "x", count: 12_000))])
        dues.append(journal.needsRotation)

        #expect(dues == [false, true, false, false, true, false, true])
    }
}
