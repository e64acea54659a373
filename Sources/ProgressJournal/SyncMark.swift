internal import ProgressRecords

/// The part of a journal that is known to be safe, in one sector of its first block: disks write a sector whole.
///
/// Written after each sync and not synced itself: exact after a crash of the process, perhaps too old after a loss of
/// power (see `GroupHeader.safeByteCount`). Only the mark of a clean stop is synced.
///
/// | bytes | |
/// |---|---|
/// | 0–7 | number of bytes of the file that are safe |
/// | 8–15 | number of the next group |
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

    /// The state, if the mark is whole and its state is one that this version does not know.
    static func unknownState(block: UnsafeRawBufferPointer, salt: UInt64) -> UInt32? {
        guard let start = block.baseAddress.map({ $0 + Self.offset }),
            start.word32(20) == Self.checksum(of: start, salt: salt), State(rawValue: start.word32(16)) == nil
        else { return nil }
        return start.word32(16)
    }

    private static func checksum(of start: UnsafeRawPointer, salt: UInt64) -> UInt32 {
        Checksum.of(UnsafeRawBufferPointer(start: start, count: 20), after: Checksum.of(salt))
    }
}
