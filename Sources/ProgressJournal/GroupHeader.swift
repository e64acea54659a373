internal import ProgressRecords

/// The header of a group, and the end of a snapshot. Groups begin at multiples of eight bytes; the zeros that pad the
/// last eight belong to the payload.
///
/// | bytes | |
/// |---|---|
/// | 0–3 | magic |
/// | 4–7 | length of the payload |
/// | 8–15 | number of the group, counted across journals |
/// | 16–23 | how many bytes of this file were safe when this was written |
/// | 24–27 | how many records |
/// | 28–31 | CRC of the payload |
/// | 32–35 | how many of the payload's bytes are filling |
/// | 36–39 | CRC of these, salted |
///
/// The end of a snapshot has the number of groups as its number, the number of records in place of the safe bytes, and
/// the CRC of all group headers in place of the payload's.
struct GroupHeader: Equatable {
    enum Kind: UInt32 {
        case group = 0x7075_6f67  // "goup"
        case end = 0x646e_6570  // "pend"
    }

    static let byteCount = 40

    var kind = Kind.group
    let payloadByteCount: UInt32
    let number: UInt64
    let safeByteCount: UInt64
    let recordCount: UInt32
    let payloadChecksum: UInt32
    let fillCount: UInt32

    /// The distance to the next group.
    var groupByteCount: Int { Self.byteCount + Int(payloadByteCount) }

    /// Writes `byteCount` bytes.
    func write(to start: UnsafeMutableRawPointer, salt: UInt64) {
        start.setWord32(0, kind.rawValue)
        start.setWord32(4, payloadByteCount)
        start.setWord64(8, number)
        start.setWord64(16, safeByteCount)
        start.setWord32(24, recordCount)
        start.setWord32(28, payloadChecksum)
        start.setWord32(32, fillCount)
        start.setWord32(36, Self.checksum(of: UnsafeRawPointer(start), salt: salt))
    }
}

extension GroupHeader {
    /// Reads `byteCount` bytes; nil if they are not a header of a file with this salt.
    init?(at start: UnsafeRawPointer, salt: UInt64) {
        guard let kind = Kind(rawValue: start.word32(0)), start.word32(36) == Self.checksum(of: start, salt: salt)
        else {
            return nil
        }
        self.init(
            kind: kind,
            payloadByteCount: start.word32(4),
            number: start.word64(8),
            safeByteCount: start.word64(16),
            recordCount: start.word32(24),
            payloadChecksum: start.word32(28),
            fillCount: start.word32(32)
        )
    }

    /// The kind, if the bytes are the header of a group of a kind that this version does not know.
    static func unknownKind(at start: UnsafeRawPointer, salt: UInt64) -> UInt32? {
        let kind = start.word32(0)
        guard kind != 0, Kind(rawValue: kind) == nil, start.word32(36) == checksum(of: start, salt: salt) else {
            return nil
        }
        return kind
    }

    private static func checksum(of start: UnsafeRawPointer, salt: UInt64) -> UInt32 {
        Checksum.of(UnsafeRawBufferPointer(start: start, count: 36), after: Checksum.of(salt))
    }
}

extension GroupHeader {
    /// Appends the group: header, records, filling.
    ///
    /// - Returns: the header.
    @discardableResult
    static func seal(
        _ group: borrowing GroupBuffer,
        number: UInt64,
        safeByteCount: UInt64,
        salt: UInt64,
        into bytes: inout [UInt8]
    ) -> GroupHeader {
        let fillCount = -group.byteCount & 7
        precondition(group.byteCount + fillCount <= Int(UInt32.max), "A group is at most 4 GiB.")
        let start = bytes.count
        bytes.append(contentsOf: repeatElement(0, count: byteCount))
        group.append(to: &bytes)
        bytes.append(contentsOf: repeatElement(0, count: fillCount))
        return bytes.withUnsafeMutableBytes { all in
            let payload = UnsafeRawBufferPointer(rebasing: all[(start + byteCount)...])
            let header = GroupHeader(
                payloadByteCount: UInt32(payload.count),
                number: number,
                safeByteCount: safeByteCount,
                recordCount: UInt32(group.count),
                payloadChecksum: Checksum.of(payload),
                fillCount: UInt32(fillCount)
            )
            if let base = all.baseAddress { header.write(to: base + start, salt: salt) }
            return header
        }
    }

    /// The groups in `bytes`, sealed for the beginning of another file.
    static func sealAgain(_ bytes: [UInt8], from old: UInt64, to new: UInt64) -> [UInt8] {
        var bytes = bytes
        bytes.withUnsafeMutableBytes { all in
            guard let start = all.baseAddress else { return }
            var place = 0
            while place < all.count {
                guard let group = GroupHeader(at: UnsafeRawPointer(start + place), salt: old) else {
                    preconditionFailure("Groups in memory are as they were sealed.")
                }
                let moved = GroupHeader(
                    payloadByteCount: group.payloadByteCount,
                    number: group.number,
                    safeByteCount: UInt64(FileHeader.byteCount),
                    recordCount: group.recordCount,
                    payloadChecksum: group.payloadChecksum,
                    fillCount: group.fillCount
                )
                moved.write(to: start + place, salt: new)
                place += group.groupByteCount
            }
        }
        return bytes
    }
}
