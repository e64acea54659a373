/// The header of a record, before its payload.
///
/// | bytes | |
/// |---|---|
/// | 0–3 | length of the payload, or all ones: the key is removed |
/// | 4 | kind |
/// | 5–20 | id |
package struct RecordHeader {
    package static let byteCount = 21
    package static let removal = UInt32.max

    package let kind: UInt8
    package let id: RecordID
    package let payloadByteCount: UInt32

    init(kind: UInt8, id: RecordID, payloadByteCount: UInt32) {
        self.kind = kind
        self.id = id
        self.payloadByteCount = payloadByteCount
    }

    /// Reads `byteCount` bytes.
    package init(at start: UnsafeRawPointer) {
        payloadByteCount = start.word32(0)
        kind = start.load(fromByteOffset: 4, as: UInt8.self)
        id = RecordID(high: start.word64(5), low: start.word64(13))
    }

    package var isRemoval: Bool { payloadByteCount == Self.removal }

    /// The distance to the next record.
    package var recordByteCount: Int { Self.byteCount + (isRemoval ? 0 : Int(payloadByteCount)) }

    func append(to bytes: inout [UInt8]) {
        bytes.append(addingCapacity: Self.byteCount) { output in
            output.withUnsafeMutableBufferPointer { room, initialized in
                guard let base = room.baseAddress else { return }
                let start = UnsafeMutableRawPointer(base)
                start.setWord32(0, payloadByteCount)
                start.storeBytes(of: kind, toByteOffset: 4, as: UInt8.self)
                start.setWord64(5, id.high)
                start.setWord64(13, id.low)
                initialized = Self.byteCount
            }
        }
    }

    static func setPayloadByteCount(_ count: UInt32, in bytes: inout [UInt8], at offset: Int) {
        bytes.withUnsafeMutableBytes { $0.baseAddress?.setWord32(offset, count) }
    }
}
