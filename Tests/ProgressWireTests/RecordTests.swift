import ProgressCore
import ProgressWire
import Testing

/// Records of a data directory: all written records are read, and no others.
struct RecordTests {
    private static let id = ProgressID(high: 1, low: 2)

    /// `full`, without what form 2 added, as the first release wrote it.
    private static let oldBytes = """
        01ffff3f00030000000500ffffffffffffffffffffffffffffffff0000000000000080050000000000000006000000000000\
        00070000000000000008000000000000000a00000000000000ffffffffffffffff0300000000000000ffffffffffffff7f00\
        00000000000000060000000000000000ffffffffffffff7f020000000300000077c3a9000000000000008000000000090000\
        0000000000000000000000f8bfecffffffffffffff000020408096184bffffffffffffffff0400000000000000010000006e\
        0400000066696c65000000000a00000066696c653a2f2f2fc3a90000000000000080ffffffffffffff7f9a9999999999b93f\
        9c7500883ce4377e0e0000007b2261223a225c7530303030227d02000000000000000100000078010000006b000000000400\
        0000f09fa4b70100000000fca9f1d24d62503f010000006d01000000630100000072
        """

    private static var full: ProgressRecord {
        var stored = StoredProgress(id: id, counts: Counts(total: -1, completed: .min), ordinal: .max, createdAt: 7)
        stored.parentID = ProgressID(high: .max, low: 3)
        stored.marks = [.isCredited, .isPaused]
        (stored.pendingUnitCount, stored.version, stored.changeStamp) = (.max, 5, 6)
        (stored.updatedAt, stored.finishedAt, stored.treeWrittenAt) = (8, 0, 10)
        (stored.startedAt, stored.endedAt) = (11, 12)
        stored.retired.totalByteCount = .max
        stored.retired.fileCompletedCount = 0
        stored.writers = [Writer(name: "wé", sequence: .min), Writer(name: "", sequence: 9)]
        var rate = StoredRate(units: -1.5, sampledAt: -20)
        rate.blocks = RateBlocks(unitsPerSecond: 2.5, window: 1e7)
        (rate.told.end, rate.told.isShown, rate.told.sharing) = (1_280, true, .independent)
        (rate.updatesPerSecond, rate.heldSilence) = (1, -1)
        stored.rate = rate
        stored.details = DetailsBox(details)
        stored.trace = ControlTrace(control, reason: "r")
        var record = ProgressRecord(stored, uncleanEndCount: 3)
        record.bodyDigest = (.max, 4)
        return record
    }

    private static let control = LastControl(
        action: .pause,
        reason: "s",
        by: Caller(role: .grant, user: "u"),
        at: 14
    )

    private static var details: ProgressDetails {
        var details = ProgressDetails()
        (details.name, details.kind, details.fileOperationKind) = ("n", "file", "")
        (details.fileURL, details.fileTotalCount, details.fileCompletedCount) = ("file:///é", .min, .max)
        (details.estimatedTimeRemaining, details.throughput, details.leaseSeconds) = (0.1, 1e300, 1e-3)
        details.userInfo = Array(#"{"a":"\u0000"}"#.utf8)
        details.labels = [.init(key: "", value: "x"), .init(key: "k", value: "")]
        (details.localizedDescription, details.localizedAdditionalDescription) = ("🤷", "\u{0}")
        details.failure = .init(message: "m", code: "c")
        details.failure?.by = Caller(role: .reporter)
        details.failure?.at = 13
        return details
    }

    private func bytes(_ record: ProgressRecord, as form: UInt8 = ProgressRecord.form) -> [UInt8] {
        var bytes: [UInt8] = []
        record.append(to: &bytes, as: form)
        return bytes
    }

    private func read(_ bytes: [UInt8]) throws(RecordError) -> ProgressRecord {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
        defer { memory.deallocate() }
        memory.copyBytes(from: bytes)
        return try ProgressRecord(UnsafeRawBufferPointer(memory), of: Self.id)
    }

    @Test func `a node with everything reads back as it was`() throws {
        let record = Self.full

        let other = try read(bytes(record))

        #expect(bytes(other) == bytes(record))
        #expect(other.stored.details?.details == Self.details)
        #expect(other.stored.trace?.control == Self.control && other.stored.trace?.reason == "r")
        #expect(other.stored.counts == record.stored.counts)
        #expect(other.stored.parentID == record.stored.parentID)
        #expect(other.stored.writers == record.stored.writers)
        #expect(other.stored.rate == record.stored.rate)
        #expect(other.stored.retired == record.stored.retired)
        #expect(other.stored.finishedAt == 0)
        #expect(other.stored.startedAt == 11)
        #expect(other.stored.endedAt == 12)
        #expect(other.bodyDigest?.first == .max)
        #expect(other.uncleanEndCount == 3)
    }

    @Test(arguments: [ProgressRecord.secondForm, ProgressRecord.form])
    func `the key of a create is kept in every form, and is no writer when it is read`(form: UInt8) throws {
        var record = Self.full
        record.createKey = (0xf, .max)

        let other = try read(bytes(record, as: form))

        #expect(other.createKey?.first == 0xf && other.createKey?.second == .max)
        #expect(other.stored.writers == record.stored.writers)
    }

    @Test func `a writer whose name only looks like a key stays a writer`() throws {
        var record = Self.full
        record.stored.writers = [Writer(name: "\u{1}key.0g", sequence: 7)]

        let other = try read(bytes(record, as: ProgressRecord.secondForm))

        #expect(other.createKey == nil)
        #expect(other.stored.writers == record.stored.writers)
    }

    @Test func `the bytes are those of the format, and of the one before it`() {
        let hexadecimal = [ProgressRecord.secondForm, ProgressRecord.form].map { form in
            bytes(Self.full, as: form).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        }

        let control = "020e00000000000000" + "03010100000075" + "010100000073"
        let times = "0b00000000000000" + "0c00000000000000"
        let failure = "0d00000000000000" + "010100"
        let updatesPerSecond = "0000803f"
        let old = Self.oldBytes.dropFirst(10)
        let added = control + times + failure + updatesPerSecond
        #expect(hexadecimal[0] == "02ffff3f2f" + old + added)
        let (mean, told, silence) = ("00002040" + "8096184b", "0a0000c0", "000080bf")
        let blocks = "0b09" + String(repeating: "8094", count: 9) + "00683f49" + "0000f544"
        let marks = "01"
        let new = old.replacing(mean, with: blocks + told + silence + marks)
        #expect(hexadecimal[1] == "03ffff3f2f" + new + added)
    }

    @Test func `a record of the second form reads, and its rate goes on as fast`() throws {
        let record = try read(bytes(Self.full, as: ProgressRecord.secondForm))

        let rate = try #require(record.stored.rate)
        #expect(rate.meanSpeed == (2.5, 1e7) && rate.told == ToldTime() && rate.heldSilence == 0)
        #expect(rate.blocks == Self.full.stored.rate?.blocks)
    }

    @Test func `more blocks than there are is refused`() throws {
        var bytes = bytes(Self.full)
        let place = try #require(bytes.indices.first { bytes[$0...].starts(with: [0x0B, 0x09, 0x80, 0x94]) })
        bytes[place + 1] = 14

        #expect(throws: RecordError.self) { try read(bytes) }
    }

    @Test func `a record of the first form reads: ended when it finished, with an assumed pace of updates`() throws {
        var bytes: [UInt8] = []
        var digits = Substring(Self.oldBytes)
        while let byte = UInt8(digits.prefix(2), radix: 16) {
            bytes.append(byte)
            digits = digits.dropFirst(2)
        }
        var details = Self.details
        details.failure?.by = nil
        details.failure?.at = nil

        let record = try read(bytes)

        #expect(record.stored.details?.details == details)
        #expect(record.stored.trace?.control == nil && record.stored.trace?.reason == "r")
        #expect(record.stored.startedAt == -1)
        #expect(record.stored.endedAt == 0)
        #expect(record.stored.rate?.updatesPerSecond == Float(5.0 / 30))
    }

    @Test func `a node with nothing is short and reads back`() throws {
        let record = ProgressRecord(
            StoredProgress(id: Self.id, counts: Counts(total: 4, completed: 1), ordinal: 1, createdAt: 2),
            uncleanEndCount: 0
        )

        let other = try read(bytes(record))

        #expect(bytes(record).count < 90)
        #expect(other.stored.details == nil && other.stored.trace == nil)
        #expect(other.stored.parentID == nil)
        #expect(other.stored.finishedAt == -1)
    }

    @Test func `a truncated or extended record is refused`() {
        let bytes = bytes(Self.full)

        for count in bytes.indices {
            #expect(throws: RecordError.self) { try read(Array(bytes[..<count])) }
        }
        #expect(throws: RecordError.surplus(byteCount: 1)) { try read(bytes + [0]) }
    }

    @Test func `a form, a member or a mark of a later version is refused as such`() {
        var (later, extended, marked) = (bytes(Self.full), bytes(Self.full), bytes(Self.full))
        later[0] = 4
        extended[4] |= 0x80
        marked[10] |= 0x10

        #expect(throws: RecordError.newer(found: "a record has the form 4", known: "forms up to 3")) {
            try read(later)
        }
        for record in [extended, marked] {
            let error = #expect(throws: RecordError.self) { try read(record) }
            guard case .newer = error else { return #expect(Bool(false), "\(error as Any) is not newer") }
        }
    }

    @Test func `what no version writes is not taken for a newer one`() {
        var (none, mixed) = (bytes(Self.full), bytes(Self.full))
        none[0] = 0
        mixed[0] = 1

        for record in [none, mixed] {
            let error = #expect(throws: RecordError.self) { try read(record) }
            guard case .badValue = error else { return #expect(Bool(false), "\(error as Any) is no bad value") }
        }
    }
}
