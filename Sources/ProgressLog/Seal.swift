internal import ProgressRecords

/// The form of sealed groups: a header, and the group's bytes, deflated if they are many and it helps.
///
/// | bytes | |
/// |---|---|
/// | 0–3 | the chain: CRC of the chain before, the place (two numbers, not stored here), and all that follows |
/// | 4 | form: 1. It and the chain are where they are in every form |
/// | 5 | what it is: `Role` |
/// | 6 | 1: deflated by zlib |
/// | 7 | 0; an unknown value here or in the two before is a newer form, too |
/// | 8–11 | records in the group |
/// | 12–15 | bytes of the group |
/// | 16–19 | of the last part of a snapshot: the chain of the log after the entry with the snapshot's number; 0 elsewhere |
/// | 20–23 | of the last part of a snapshot: how many entries after that one it may hold in part; 0 elsewhere |
///
/// The chain makes each group vouch for all before it: a missing, doubled or exchanged one is found as a flipped byte is.
struct Seal: Equatable {
    enum Role: UInt8 {
        case entry = 1
        case part = 2
        case lastPart = 3
    }

    static let byteCount = 24
    private static let form: UInt8 = 1
    /// Smaller groups are mostly ids and counts, and deflating them would cost more than it saves.
    private static let smallestToDeflate = 4096

    let role: Role
    let isDeflated: Bool
    let recordCount: UInt32
    let groupByteCount: UInt32
    let end: SnapshotEnd

    /// The place of a sealed group: an entry's number and term, or a snapshot's number and the part.
    struct Place {
        let number: UInt64
        let other: UInt64
    }
}

extension Seal {
    /// - Parameter pause: called now and then if the group is large.
    /// - Returns: the sealed bytes, and the chain for the next.
    static func seal(
        _ group: borrowing GroupBuffer,
        as role: Role,
        at place: Place,
        after chain: UInt32,
        end: SnapshotEnd = .none,
        pause: () -> Void = {}
    ) -> (bytes: [UInt8], chain: UInt32) {
        precondition(group.byteCount <= Int(UInt32.max), "A group is at most 4 GiB.")
        let groupBytes = group.bytes
        let deflated = groupBytes.count > smallestToDeflate ? Deflated.bytes(of: groupBytes, pause: pause) : nil
        let seal = Seal(
            role: role,
            isDeflated: deflated != nil,
            recordCount: UInt32(group.count),
            groupByteCount: UInt32(groupBytes.count),
            end: end
        )
        var bytes = [UInt8]()
        let payload = deflated ?? groupBytes
        bytes.reserveCapacity(byteCount + payload.count)
        bytes.append(contentsOf: repeatElement(0, count: byteCount))
        bytes.append(contentsOf: payload)
        let next = bytes.withUnsafeMutableBytes { all in
            guard let start = all.baseAddress else { preconditionFailure("A header has bytes.") }
            seal.write(to: start)
            guard let next = checksum(of: UnsafeRawBufferPointer(all), at: place, after: chain) else {
                preconditionFailure("A header is whole.")
            }
            start.setWord32(0, next)
            return next
        }
        return (bytes, next)
    }

    /// - Returns: what the header says, the bytes of the group, and the chain for the next.
    /// - Throws: `.damaged` or, after its checksum was found right, `.newer`; in the name of `source`.
    static func open(
        _ bytes: [UInt8],
        at place: Place,
        after chain: UInt32,
        source: @autoclosure () -> String
    ) throws(LogFailure) -> (seal: Seal, group: [UInt8], chain: UInt32) {
        let next = bytes.withUnsafeBytes { checksum(of: $0, at: place, after: chain) }
        guard let next, let stored = bytes.withUnsafeBytes({ $0.baseAddress?.word32(0) }), stored == next else {
            throw .damaged("\(source()) is damaged, or does not continue what is before it")
        }
        guard bytes[4] > 0 else { throw .damaged("\(source()) has the form 0") }
        guard let seal = bytes.withUnsafeBytes({ Seal(at: $0) }) else {
            let found = bytes[4...7].map { String($0) }.joined(separator: ".")
            throw .newer(source(), "its seal has the form \(found)", known: "form \(form)")
        }
        if !seal.isDeflated {
            guard bytes.count - byteCount == Int(seal.groupByteCount) else {
                throw .damaged("\(source()) has a wrong length")
            }
            return (seal, Array(bytes[byteCount...]), next)
        }
        guard let group = Deflated.inflate(bytes[byteCount...], to: Int(seal.groupByteCount)) else {
            throw .damaged("\(source()) cannot be inflated")
        }
        return (seal, group, next)
    }
}

/// Writing and reading the header's bytes.
extension Seal {
    private func write(to start: UnsafeMutableRawPointer) {
        start.storeBytes(of: Self.form, toByteOffset: 4, as: UInt8.self)
        start.storeBytes(of: role.rawValue, toByteOffset: 5, as: UInt8.self)
        start.storeBytes(of: isDeflated ? 1 : 0, toByteOffset: 6, as: UInt8.self)
        start.setWord32(8, recordCount)
        start.setWord32(12, groupByteCount)
        start.setWord32(16, end.logChain)
        start.setWord32(20, end.entryCount)
    }

    /// - Parameter bytes: with their checksum checked.
    /// - Returns: nil for a form of a newer version.
    private init?(at bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= Self.byteCount, let start = bytes.baseAddress, bytes[4] == Self.form,
            let role = Role(rawValue: bytes[5]), bytes[6] <= 1, bytes[7] == 0
        else { return nil }
        self.init(
            role: role,
            isDeflated: bytes[6] == 1,
            recordCount: start.word32(8),
            groupByteCount: start.word32(12),
            end: SnapshotEnd(logChain: start.word32(16), entryCount: start.word32(20))
        )
    }

    /// Nil if that is too short.
    private static func checksum(of bytes: UnsafeRawBufferPointer, at place: Place, after chain: UInt32) -> UInt32? {
        guard bytes.count >= byteCount else { return nil }
        let placed = withUnsafeBytes(of: (place.number.littleEndian, place.other.littleEndian)) {
            Checksum.of($0, after: chain)
        }
        return Checksum.of(UnsafeRawBufferPointer(rebasing: bytes[4...]), after: placed)
    }
}
