import ProgressLog
import ProgressRecords
import TestSupport
import Testing

struct SealTests {
    private static func group(_ texts: [String], removing removed: UInt64? = nil) -> GroupBuffer {
        var group = GroupBuffer()
        for (index, text) in texts.enumerated() {
            group.append(kind: 1, id: RecordID(high: 7, low: UInt64(index))) { $0.append(contentsOf: text.utf8) }
        }
        if let removed { group.appendRemoval(kind: 1, id: RecordID(high: 7, low: removed)) }
        return group
    }

    private static let small = group(["one", "two", ""], removing: 9)
    private static let large = group((0..<300).map { "a payload that repeats itself, number \($0)" })

    private static func texts(_ group: OpenedGroup) throws -> [String] {
        var texts: [String] = []
        try group.forEachRecord { header, record in
            texts.append(
                header.isRemoval ? "removed \(record.id.low)" : String(decoding: record.payload, as: UTF8.self)
            )
        }
        return texts
    }

    @Test func `a sealed group opens with its records in order`() throws {
        let (entry, chain) = LogEntry.seal(Self.small, number: 5, term: 2, after: 77)

        let opened = try entry.open(after: 77)

        #expect(try Self.texts(opened) == ["one", "two", "", "removed 9"])
        #expect(opened.chain == chain && opened.recordCount == 4 && opened.byteCount == Self.small.byteCount)
        #expect((entry.number, entry.term, entry.chain) == (5, 2, chain))
    }

    @Test func `a large group is deflated, a small one and one of noise are not`() throws {
        var source = SeededGenerator(seed: 1)
        var noise = GroupBuffer()
        noise.append(kind: 1, id: RecordID(high: 0, low: 0)) { bytes in
            bytes += source.bytes(10_000)
        }

        let sealed = [Self.small, Self.large, noise].map { LogEntry.seal($0, number: 1, term: 1, after: 0).entry }

        #expect(sealed[0].bytes.count == Self.small.byteCount + 24)
        #expect(sealed[1].bytes.count < Self.large.byteCount / 2)
        #expect(sealed[2].bytes.count == noise.byteCount + 24)
        #expect(try Self.texts(sealed[1].open(after: 0)).last == "a payload that repeats itself, number 299")
        #expect(try sealed[2].open(after: 0).byteCount == noise.byteCount)
    }

    @Test func `a large group is sealed with a pause after each piece`() throws {
        var source = SeededGenerator(seed: 1)
        var group = GroupBuffer()
        for number in UInt64(0)..<40 {
            group.append(kind: 1, id: RecordID(high: 0, low: number)) { bytes in
                bytes += source.bytes(100_000, below: 64)
            }
        }

        var counts = (small: 0, large: 0)
        _ = LogEntry.seal(Self.small, number: 1, term: 1, after: 0) { counts.small += 1 }
        let (entry, _) = LogEntry.seal(group, number: 1, term: 1, after: 0) { counts.large += 1 }

        #expect(counts == (small: 0, large: 3))
        #expect(entry.bytes.count < group.byteCount * 9 / 10)
        #expect(try Self.texts(entry.open(after: 0)).count == 40)
    }

    @Test func `a group of several megabytes opens with its records in order, also when its buffer is used again`()
        throws
    {
        var group = GroupBuffer()
        for round in 0..<2 {
            for number in UInt64(0)..<30 {
                let payload = [UInt8](repeating: UInt8(number), count: 99_999 + round)
                group.append(kind: 1, id: RecordID(high: 7, low: number)) { $0.append(contentsOf: payload) }
            }

            let opened = try LogEntry.seal(group, number: 1, term: 1, after: 0).entry.open(after: 0)

            var found: [UInt64] = []
            try opened.forEachRecord { _, record in
                let isWhole = record.payload.count == 99_999 + round
                if isWhole, record.payload.allSatisfy({ $0 == UInt8(record.id.low) }) { found.append(record.id.low) }
            }
            #expect(found == Array(0..<30) && opened.recordCount == 30)
            #expect(opened.byteCount == group.byteCount && group.bytes.count == group.byteCount)
            group.removeAll()
            #expect(group.isEmpty && group.byteCount == 0 && group.bytes.isEmpty)
        }
    }

    @Test(arguments: [small, large]) func `whatever bit of a sealed group is flipped, it is refused`(group: GroupBuffer)
        throws
    {
        let (entry, _) = LogEntry.seal(group, number: 17, term: 3, after: 12)

        for place in entry.bytes.indices {
            for bit in 0..<8 {
                var bytes = entry.bytes
                bytes[place] ^= 1 << UInt8(bit)
                let flipped = LogEntry(number: 17, term: 3, bytes: bytes)
                let failure = #expect(throws: LogFailure.self) { try flipped.open(after: 12) }
                guard case .damaged(let text) = failure else { return #expect(Bool(false), "\(failure as Any)") }
                #expect(text.contains("entry 17"))
            }
        }
    }

    @Test(arguments: [small, large]) func `a sealed group of another length is refused`(group: GroupBuffer) {
        let bytes = LogEntry.seal(group, number: 1, term: 1, after: 0).entry.bytes

        for count in 0..<bytes.count {
            let cut = LogEntry(number: 1, term: 1, bytes: Array(bytes[..<count]))
            #expect(throws: LogFailure.self) { try cut.open(after: 0) }
        }
        #expect(throws: LogFailure.self) { try LogEntry(number: 1, term: 1, bytes: bytes + [0]).open(after: 0) }
    }

    @Test func `an entry under another number, another term or after another entry is refused`() throws {
        let (first, firstChain) = LogEntry.seal(Self.small, number: 1, term: 1, after: 0)
        let (second, secondChain) = LogEntry.seal(Self.small, number: 2, term: 1, after: firstChain)
        let (third, _) = LogEntry.seal(Self.large, number: 3, term: 2, after: secondChain)

        let wrong: [(LogEntry, after: UInt32)] = [
            (first, firstChain), (second, 0), (second, secondChain), (third, firstChain), (third, 0),
            (LogEntry(number: 2, term: 1, bytes: first.bytes), 0),
            (LogEntry(number: 2, term: 2, bytes: second.bytes), firstChain),
            (LogEntry(number: 2, term: 1, bytes: third.bytes), secondChain),
        ]

        for (entry, chain) in wrong { #expect(throws: LogFailure.self) { try entry.open(after: chain) } }
        #expect(try first.open(after: 0).chain == firstChain)
        #expect(try second.open(after: firstChain).chain == secondChain)
        _ = try third.open(after: secondChain)
    }

    @Test func `the parts of a snapshot open in their order alone, and the last one says where the log continues`()
        throws
    {
        let (first, firstChain) = SnapshotPart.seal(Self.large, part: 0, of: 40, after: 0)
        let end = SnapshotEnd(logChain: 99, entryCount: 7)
        let (second, _) = SnapshotPart.seal(Self.small, part: 1, of: 40, after: firstChain, endingWith: end)

        let opened = try (first.open(after: 0), second.open(after: firstChain))

        #expect(opened.0.end == nil && opened.1.end == end)
        #expect(try Self.texts(opened.1.group) == ["one", "two", "", "removed 9"])
        let wrong: [(SnapshotPart, after: UInt32)] = [
            (second, 0), (first, firstChain), (SnapshotPart(number: 41, part: 0, bytes: first.bytes), 0),
            (SnapshotPart(number: 40, part: 1, bytes: first.bytes), 0),
        ]
        for (part, chain) in wrong { #expect(throws: LogFailure.self) { try part.open(after: chain) } }
    }

    @Test func `an entry is no part of a snapshot, nor the other way round`() {
        let entry = LogEntry.seal(Self.small, number: 3, term: 4, after: 0).entry
        let part = SnapshotPart.seal(Self.small, part: 4, of: 3, after: 0).part

        #expect(throws: LogFailure.self) { try SnapshotPart(number: 3, part: 4, bytes: entry.bytes).open(after: 0) }
        #expect(throws: LogFailure.self) { try LogEntry(number: 3, term: 4, bytes: part.bytes).open(after: 0) }
    }

    /// Byte 4 is the form, 5 the role, 6 the compression.
    @Test(arguments: [(4, 2, "2.1.0.0"), (5, 9, "1.9.0.0"), (6, 2, "1.1.2.0"), (7, 1, "1.1.0.1")])
    func `a newer form with a right checksum is told from damage`(_ place: Int, _ value: UInt8, _ form: String) {
        var bytes = LogEntry.seal(Self.small, number: 6, term: 2, after: 77).entry.bytes
        bytes[place] = value
        let placed = withUnsafeBytes(of: (UInt64(6).littleEndian, UInt64(2).littleEndian)) {
            Checksum.of($0, after: 77)
        }
        let checksum = bytes[4...].withUnsafeBytes { Checksum.of($0, after: placed) }
        bytes.withUnsafeMutableBytes { $0.baseAddress?.setWord32(0, checksum) }

        let failure = LogFailure.newer("entry 6 of the log", "its seal has the form \(form)", known: "form 1")

        #expect(throws: failure) { try LogEntry(number: 6, term: 2, bytes: bytes).open(after: 77) }
    }

    @Test func `a record that its reader does not understand names its entry`() throws {
        let opened = try LogEntry.seal(Self.small, number: 8, term: 1, after: 0).entry.open(after: 0)

        let failure = LogFailure.damaged("entry 8 of the log is damaged at byte 24: no progress")

        #expect(throws: failure) {
            try opened.forEachRecord { _, record throws(UnreadableRecord) in
                if record.id.low == 1 { throw record.damaged("no progress") }
            }
        }
    }
}
