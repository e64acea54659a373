import ProgressJournal
import ProgressRecords
import Testing

struct StoringTests {
    let scratch = Scratch()

    @Test func `what was appended is there for the next opener`() throws {
        try scratch.write([[.set(1, "one"), .set(2, "two")], [.set(3, "")]])

        let content = try scratch.content()

        #expect(content == [Key(1): Array("one".utf8), Key(2): Array("two".utf8), Key(3): []])
    }

    @Test func `of each key the newest record is found, in the order of writing`() throws {
        try scratch.write([
            [.set(1, "old"), .set(2, "two"), .set(3, "old")], [.set(1, "middle")],
            [.set(3, "a"), .set(1, "new"), .set(3, "b")],
        ])

        let records = try scratch.open().records()

        #expect(records.map(\.key) == [Key(2), Key(1), Key(3)])
        #expect(records.map(\.bytes) == [Array("two".utf8), Array("new".utf8), Array("b".utf8)])
    }

    @Test func `a removed record is gone, and may come again`() throws {
        try scratch.write([[.set(1, "a"), .set(2, "b")], [.remove(1), .remove(2), .remove(9)], [.set(2, "again")]])

        let content = try scratch.content()

        #expect(content == [Key(2): Array("again".utf8)])
    }

    @Test func `the same id under two kinds is two records`() throws {
        try scratch.write([[.set(Key(1, kind: 1), [1]), .set(Key(1, kind: 2), [2])], [.remove(Key(1, kind: 1))]])

        let content = try scratch.content()

        #expect(content == [Key(1, kind: 2): [2]])
    }

    @Test func `run after run goes on where the last ended, killed or not`() throws {
        for number in UInt64(1)...5 {
            var journal = try scratch.open().start()
            try journal.append([.set(number, "run \(number)")])
            if number.isMultiple(of: 2) { try journal.close() }
        }

        let content = try scratch.content()

        #expect(content.count == 5)
    }

    @Test(arguments: [0, 1, 7, 8, 4095, 5_000_000]) func `a payload of any size comes back`(size: Int) throws {
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        try scratch.write([[.set(Key(1), bytes)], [.set(2, "after")]])

        let content = try scratch.content()

        #expect(content == [Key(1): bytes, Key(2): Array("after".utf8)])
    }

    @Test func `many keys are kept apart`() throws {
        let groups = (UInt64(0)..<40).map { group in (0..<500).map { Change.set(group * 400 + $0, "\(group) \($0)") } }
        try scratch.write(groups, syncing: { $0 == 39 })

        let content = try scratch.content()

        #expect(content == prefixes(of: groups).last)
    }

    @Test func `a group of several megabytes comes back whole`() throws {
        let changes = (UInt64(0)..<30).map { Change.set($0, String(repeating: "\($0)", count: 99_999)) }
        try scratch.write([changes])

        let content = try scratch.content()

        #expect(content == prefixes(of: [changes]).last)
    }

    @Test func `an empty group is not written, and a buffer can be used again`() throws {
        var journal = try scratch.open().start()
        var group = GroupBuffer()

        try journal.append(group)
        let isSynced = journal.isSynced
        group.append(kind: 1, id: Key(1).id) { $0.append(contentsOf: [1, 2, 3]) }
        try journal.append(group)
        group.removeAll()
        group.append(kind: 1, id: Key(2).id) { $0.append(4) }
        try journal.append(group)

        #expect(isSynced && !journal.isSynced)
        #expect(group.count == 1 && group.byteCount == 22)
        _ = consume journal
        #expect(try scratch.content() == [Key(1): [1, 2, 3], Key(2): [4]])
    }

    @Test func `a reader that does not understand a record can name its place`() throws {
        try scratch.write([[.set(1, "x")]])

        let error = JournalError.damaged(path: "\(scratch.path)/journal-1", offset: 4136, what: "no progress")

        #expect(throws: error) {
            try scratch.open().forEachRecord { record throws(UnreadableRecord) in throw record.damaged("no progress") }
        }
    }

    @Test func `all files are for their owner alone`() throws {
        try scratch.write([[.set(1, "x")]])

        let modes = scratch.names.map { FileMode.of("\(scratch.path)/\($0)") }

        #expect(scratch.names == ["format", "journal-1", "lock"])
        #expect(modes == [0o600, 0o600, 0o600])
    }
}
