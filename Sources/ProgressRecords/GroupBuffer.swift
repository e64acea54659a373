/// Records that a crash keeps together: all of them survive, or none. Filled by the caller, emptied and used again.
package struct GroupBuffer: Sendable {
    package private(set) var bytes: [UInt8] = []
    package private(set) var count = 0

    package init() {}

    package var isEmpty: Bool { count == 0 }

    /// Headers of records included.
    package var byteCount: Int { bytes.count }

    /// Sets the record of this key. Of two records of one key in a group, the later counts.
    package mutating func append(kind: UInt8, id: RecordID, payload: UnsafeRawBufferPointer) {
        append(kind: kind, id: id) { $0.append(contentsOf: payload) }
    }

    /// The same, without a copy: `write` appends the payload, and touches nothing before it.
    package mutating func append(kind: UInt8, id: RecordID, writing write: (inout [UInt8]) -> Void) {
        let start = bytes.count
        RecordHeader(kind: kind, id: id, payloadByteCount: 0).append(to: &bytes)
        write(&bytes)
        let length = bytes.count - start - RecordHeader.byteCount
        precondition(length >= 0 && length < Int(RecordHeader.removal), "A payload is at most 4 GiB.")
        RecordHeader.setPayloadByteCount(UInt32(length), in: &bytes, at: start)
        count += 1
    }

    /// Removes the record of this key, if there is one.
    package mutating func appendRemoval(kind: UInt8, id: RecordID) {
        RecordHeader(kind: kind, id: id, payloadByteCount: RecordHeader.removal).append(to: &bytes)
        count += 1
    }

    /// Keeps the memory.
    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        count = 0
    }
}
