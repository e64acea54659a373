internal import ProgressRecords

/// The first block of a journal or snapshot.
///
/// | bytes | |
/// |---|---|
/// | 0–7 | magic |
/// | 8–11 | version of the file: 1. The magic, this and the CRC are where they are in every version |
/// | 12–19 | number in the file's name |
/// | 20–27 | number of the first group of the journal of this number |
/// | 28–35 | salt |
/// | 36–39 | CRC of the whole block except this and a journal's mark |
/// | 512–535 | the mark of a journal: see `SyncMark` |
struct FileHeader {
    enum Kind: UInt64 {
        case journal = 0x6c61_6e72_756f_6a70  // "pjournal"
        case snapshot = 0x746f_6873_7061_6e70  // "pnapshot"
    }

    static let byteCount = 4096
    static let version: UInt32 = 1

    let kind: Kind
    let number: UInt64
    let firstGroup: UInt64
    let salt: UInt64

    /// The block, with room for a mark.
    func block() -> [UInt8] {
        var block = [UInt8](repeating: 0, count: Self.byteCount)
        block.withUnsafeMutableBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            start.setWord64(0, kind.rawValue)
            start.setWord32(8, Self.version)
            start.setWord64(12, number)
            start.setWord64(20, firstGroup)
            start.setWord64(28, salt)
            start.setWord32(36, Self.checksum(of: UnsafeRawBufferPointer(bytes), kind))
        }
        return block
    }

    init(kind: Kind, number: UInt64, firstGroup: UInt64, salt: UInt64) {
        self.kind = kind
        self.number = number
        self.firstGroup = firstGroup
        self.salt = salt
    }

    /// Nil if this is not the header of the file of this kind and number.
    /// - Throws: `.newer`, in the name of `path`.
    init?(
        block: UnsafeRawBufferPointer,
        kind: Kind,
        number: UInt64,
        path: String
    ) throws(JournalError) {
        guard block.count == Self.byteCount, let start = block.baseAddress, start.word64(0) == kind.rawValue,
            start.word32(36) == Self.checksum(of: block, kind)
        else { return nil }
        let version = start.word32(8)
        guard version <= Self.version else {
            let known = "versions up to \(Self.version)"
            throw .newer(NewerForm(path, "its header has the version \(version)", known: known))
        }
        guard version == Self.version, start.word64(12) == number else { return nil }
        self.init(kind: kind, number: number, firstGroup: start.word64(20), salt: start.word64(28))
    }

    private static func checksum(of block: UnsafeRawBufferPointer, _ kind: Kind) -> UInt32 {
        let markEnd = kind == .journal ? SyncMark.offset + SyncMark.byteCount : SyncMark.offset
        let head = Checksum.of(UnsafeRawBufferPointer(rebasing: block[..<36]))
        let middle = Checksum.of(UnsafeRawBufferPointer(rebasing: block[40..<SyncMark.offset]), after: head)
        return Checksum.of(UnsafeRawBufferPointer(rebasing: block[markEnd...]), after: middle)
    }
}
