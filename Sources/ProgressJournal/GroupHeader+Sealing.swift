/// Groups as they stand in a file.
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
        bytes.append(contentsOf: group.bytes)
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

    /// The same groups for the beginning of another file.
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
