/// What is known to be safe of a journal, in a sector of its first block, which disks write whole.
///
/// It is written after each sync and is not synced itself: after a crash of the process it is exact, after a loss of power
/// it may be older than the truth (see `GroupHeader.safeByteCount`). Only a clean stop's mark is synced.
///
/// | bytes | |
/// |---|---|
/// | 0–7 | how many bytes of the file are safe |
/// | 8–15 | number of the group that comes next |
/// | 16–19 | state |
/// | 20–23 | CRC of these, salted |
struct SyncMark: Equatable {
    enum State: UInt32 {
        case open = 0
        case cleanlyClosed = 1
        /// There is a next journal.
        case continued = 2
    }

    static let offset = 512
    static let byteCount = 24

    let safeByteCount: UInt64
    let nextGroup: UInt64
    let state: State

    func encoded(salt: UInt64) -> [UInt8] {
        var mark = [UInt8](repeating: 0, count: Self.byteCount)
        mark.withUnsafeMutableBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            start.setWord64(0, safeByteCount)
            start.setWord64(8, nextGroup)
            start.setWord32(16, state.rawValue)
            start.setWord32(20, Self.checksum(of: UnsafeRawPointer(start), salt: salt))
        }
        return mark
    }

    init(safeByteCount: UInt64, nextGroup: UInt64, state: State) {
        self.safeByteCount = safeByteCount
        self.nextGroup = nextGroup
        self.state = state
    }

    /// Nil if it is not what was written.
    init?(block: UnsafeRawBufferPointer, salt: UInt64) {
        guard let start = block.baseAddress.map({ $0 + Self.offset }),
            start.word32(20) == Self.checksum(of: start, salt: salt), let state = State(rawValue: start.word32(16))
        else { return nil }
        self.init(safeByteCount: start.word64(0), nextGroup: start.word64(8), state: state)
    }

    private static func checksum(of start: UnsafeRawPointer, salt: UInt64) -> UInt32 {
        Checksum.of(UnsafeRawBufferPointer(start: start, count: 20), after: Checksum.of(salt))
    }
}
