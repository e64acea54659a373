/// Records that a crash keeps together: all of them survive, or none. Filled by the caller, emptied and used again.
///
/// In chunks, so that no record that is added copies all that were added before it.
package struct GroupBuffer: Sendable {
    private static let chunkByteCount = 1 << 20

    private var full: [[UInt8]] = []
    private var fullByteCount = 0
    private var open: [UInt8] = []
    package private(set) var count = 0

    package init() {}

    package var isEmpty: Bool { count == 0 }

    /// Bytes of all records with their headers.
    package var byteCount: Int { fullByteCount + open.count }

    /// The bytes of all records, in order; a copy if they are more than a chunk.
    package var bytes: [UInt8] {
        if full.isEmpty { return open }
        var bytes = [UInt8]()
        bytes.reserveCapacity(byteCount)
        append(to: &bytes)
        return bytes
    }

    /// Appends the bytes of all records, in order.
    package func append(to bytes: inout [UInt8]) {
        for chunk in full { bytes.append(contentsOf: chunk) }
        bytes.append(contentsOf: open)
    }

    /// Sets the record of this key. Of two records of one key in a group, the later counts.
    package mutating func append(kind: UInt8, id: RecordID, payload: UnsafeRawBufferPointer) {
        append(kind: kind, id: id) { $0.append(contentsOf: payload) }
    }

    /// Sets the record of this key without copying: `write` appends the payload, and touches nothing before it.
    package mutating func append(kind: UInt8, id: RecordID, writing write: (inout [UInt8]) -> Void) {
        let start = open.count
        RecordHeader(kind: kind, id: id, payloadByteCount: 0).append(to: &open)
        write(&open)
        let length = open.count - start - RecordHeader.byteCount
        precondition(length >= 0 && length < Int(RecordHeader.removal), "A payload is at most 4 GiB.")
        RecordHeader.setPayloadByteCount(UInt32(length), in: &open, at: start)
        end()
    }

    /// Removes the record of this key, if there is one.
    package mutating func appendRemoval(kind: UInt8, id: RecordID) {
        RecordHeader(kind: kind, id: id, payloadByteCount: RecordHeader.removal).append(to: &open)
        end()
    }

    /// Keeps the memory of one chunk.
    package mutating func removeAll() {
        full = []
        fullByteCount = 0
        open.removeAll(keepingCapacity: open.capacity <= 2 * Self.chunkByteCount)
        count = 0
    }

    /// Called after every record.
    private mutating func end() {
        count += 1
        guard open.count >= Self.chunkByteCount else { return }
        fullByteCount += open.count
        full.append(open)
        open = []
        open.reserveCapacity(Self.chunkByteCount)
    }
}
