import ProgressJournal
import ProgressRecords
import Testing

/// Ends that a crash explains.
struct TornTests {
    private static let groups: [[Change]] = [
        [.set(1, "one"), .set(2, "two")],
        [.set(2, "second"), .set(3, "three")],
        [.remove(1), .set(4, "four")],
        [.set(3, "again"), .set(1, "back")],
    ]
    private static let prefixes = ProgressJournalTests.prefixes(of: groups)

    /// Where each group begins, and where the last ends.
    private static let ends = groups.reduce([4096]) { ends, group in
        ends + [ends[ends.count - 1] + 40 + (GroupBuffer(group).byteCount + 7) / 8 * 8]
    }

    let scratch = Scratch()

    init() { scratch.settings.chunkByteCount = 64 }

    @Test func `a newest journal that ends anywhere after the mark keeps its whole groups`() throws {
        try scratch.write(Self.groups, syncing: { $0 == 0 })
        let whole = scratch["journal-1"]

        for count in Self.ends[1]...whole.count {
            scratch["journal-1"] = Array(whole[..<count])
            let kept = Self.ends.lastIndex { $0 <= count } ?? 0
            let recovery = try scratch.open()
            let (content, cut) = (try recovery.content(), recovery.cut)
            #expect(content == Self.prefixes[kept])
            #expect(cut?.byteCount ?? 0 == UInt64(Self.written(in: whole, Self.ends[kept]..<count)))
        }
    }

    /// Number of bytes of the range up to and with the last that is not zero.
    private static func written(in bytes: [UInt8], _ range: Range<Int>) -> Int {
        (bytes[range].lastIndex { $0 != 0 } ?? range.lowerBound - 1) + 1 - range.lowerBound
    }

    @Test func `a newest journal that ends before its mark is damaged`() throws {
        try scratch.write(Self.groups)
        let whole = scratch["journal-1"]

        for count in 0..<Self.ends[4] {
            scratch["journal-1"] = Array(whole[..<count])
            #expect(throws: JournalError.self) { _ = try scratch.open() }
        }
    }

    @Test func `whatever byte is flipped behind the mark, a prefix of the groups is left`() throws {
        try scratch.write(Self.groups, syncing: { $0 == 0 })

        for place in Self.ends[1]..<Self.ends[4] + 100 {
            scratch.flip("journal-1", at: place, 0x20)
            let kept = (Self.ends.lastIndex { $0 <= place } ?? 0)
            let recovery = try scratch.open()
            let (content, cut) = (try recovery.content(), recovery.cut)
            #expect(content == Self.prefixes[kept])
            #expect(cut?.offset == UInt64(Self.ends[kept]))
            scratch.flip("journal-1", at: place, 0x20)
        }
    }

    @Test func `what is torn is cut before anything is appended`() throws {
        try scratch.write(Self.groups, syncing: { $0 == 0 })
        scratch.flip("journal-1", at: Self.ends[2] + 50)

        var journal = try scratch.open().start()
        try journal.append([.set(9, "after the cut")])
        _ = consume journal

        let recovery = try scratch.open()
        let (content, cut) = (try recovery.content(), recovery.cut)
        var expected = Self.prefixes[2]
        expected[Key(9)] = Array("after the cut".utf8)
        #expect(cut == nil && content == expected)
    }

    @Test func `a later group that reached the disk before an earlier one is cut with it`() throws {
        try scratch.write(Self.groups, syncing: { $0 == 0 })
        for place in Self.ends[1]..<Self.ends[2] { scratch["journal-1"][place] = 0 }

        let recovery = try scratch.open()

        let (content, cut) = (try recovery.content(), recovery.cut)
        #expect(content == Self.prefixes[1])
        #expect(cut?.offset == UInt64(Self.ends[1]))
    }

    @Test func `a later group that was written when an earlier one was safe shows that the earlier was lost`() throws {
        try scratch.write(Array(Self.groups[..<1]))
        let early = scratch["journal-1"][512..<536]
        scratch.remove("journal-1")
        scratch.remove("format")
        try scratch.write(Self.groups, syncing: { $0 < 2 })
        var bytes = scratch["journal-1"]
        bytes.replaceSubrange(512..<536, with: early)
        bytes[Self.ends[1] + 45] ^= 1

        scratch["journal-1"] = bytes

        let lost = JournalError.damaged(
            path: "\(scratch.path)/journal-1",
            offset: UInt64(Self.ends[1]),
            what: "it was safe when group 3 was written, and is not here"
        )
        #expect(throws: lost) { _ = try scratch.open() }
    }

    @Test func `what a client sends is not taken for a group`() throws {
        try scratch.write(Self.groups)
        let forged = Array(scratch["journal-1"][Self.ends[3]..<Self.ends[4]])
        let other = Scratch()
        other.settings.drawSalt = { 7 }
        try other.write([[.set(1, "a")], [.set(Key(2), [0, 0, 0] + forged)]], syncing: { $0 == 0 })
        let start = 4096 + 40 + 24
        other.flip("journal-1", at: start + 40)

        let recovery = try other.open()

        let (content, cut) = (try recovery.content(), recovery.cut)
        #expect(cut?.offset == UInt64(start))
        #expect(content == [Key(1): [97]])
    }
}
