import ProgressRecords
import ProgressWire

/// The first record of a new writer's first group: how it took office.
struct TermRecord: Equatable, Sendable {
    private static let form: UInt8 = 1
    private static let id = RecordID(high: 0, low: 0)

    var term: UInt64
    /// Names the run of changes in event ids.
    var epoch: UInt32
    /// Whether the writer before handed over: then the epoch and all versions are as they were.
    var isClean: Bool
    /// The service's clock when the writer took office, never below an earlier one; milliseconds since 1970.
    var newestTime: Int64

    init(term: UInt64, epoch: UInt32, isClean: Bool, newestTime: Int64) {
        self.term = term
        self.epoch = epoch
        self.isClean = isClean
        self.newestTime = newestTime
    }

    init(_ bytes: UnsafeRawBufferPointer) throws(RecordError) {
        var reader = RecordReader(bytes)
        _ = try reader.form(upTo: Self.form)
        term = try reader.number(UInt64.self)
        epoch = try reader.number(UInt32.self)
        isClean = try reader.number(UInt8.self) != 0
        newestTime = try reader.number(Int64.self)
        try reader.finish()
    }

    func append(to group: inout GroupBuffer) {
        group.append(kind: RecordKind.term.rawValue, id: Self.id) { bytes in
            bytes.append(Self.form)
            bytes.append(number: term)
            bytes.append(number: epoch)
            bytes.append(isClean ? 1 : 0)
            bytes.append(number: newestTime)
        }
    }

    /// The epoch as event ids have it: 8 hexadecimal digits.
    var epochText: [UInt8] {
        stride(from: 28, through: 0, by: -4).map { shift in
            let digit = UInt8(truncatingIfNeeded: epoch >> UInt32(shift) & 15)
            return digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
        }
    }
}
