internal import Glibc

/// The journal that is being written: its file and its offsets.
struct JournalFile: ~Copyable, Sendable {
    let header: FileHeader
    /// The place of the next group.
    private(set) var offset: UInt64
    /// The extent that syncs have made safe: a number of bytes, and the number of the group after them.
    private(set) var safeByteCount: UInt64
    private(set) var safeGroup: UInt64
    private var reservedByteCount: UInt64
    private let file: File

    /// Begins a journal that already holds `groups`; content and name are safe when this returns.
    ///
    /// - Throws: `.system`; nothing is left of it then.
    init(
        _ header: FileHeader,
        in directory: DataDirectory,
        holding groups: [UInt8] = [],
        nextGroup: UInt64,
        chunkByteCount: Int
    ) throws(JournalError) {
        let name = FileName.journal(header.number).text
        let end = UInt64(FileHeader.byteCount + groups.count)
        do throws(JournalError) {
            let file = try directory.create(name)
            try file.reserve(end + UInt64(chunkByteCount), from: 0)
            try file.write(header.block(), at: 0)
            try file.write(groups, at: UInt64(FileHeader.byteCount))
            let mark = SyncMark(safeByteCount: end, nextGroup: nextGroup, state: .open)
            try file.write(mark.encoded(salt: header.salt), at: UInt64(SyncMark.offset))
            try file.synchronize()
            try directory.publish(name)
            self.file = file
        } catch {
            directory.discard(name)
            throw error
        }
        self.header = header
        (offset, safeByteCount, safeGroup) = (end, end, nextGroup)
        reservedByteCount = end + UInt64(chunkByteCount)
    }

    /// Continues a journal that was read to its end: cuts a torn end, makes the rest safe, and withdraws a clean stop.
    init(continuing tail: Tail, in directory: DataDirectory) throws(JournalError) {
        let file = try File(directory.path(of: .journal(tail.header.number)), O_RDWR)
        if tail.cut != nil { try file.truncate(to: tail.offset) }
        try Self.writeAgain(file, from: min(tail.mark.safeByteCount, tail.offset), to: tail.offset)
        try file.synchronize()
        let mark = SyncMark(safeByteCount: tail.offset, nextGroup: tail.nextGroup, state: .open)
        try file.write(mark.encoded(salt: tail.header.salt), at: UInt64(SyncMark.offset))
        try file.synchronize()
        reservedByteCount = max(tail.offset, try file.byteCount())
        self.file = file
        header = tail.header
        (offset, safeByteCount, safeGroup) = (tail.offset, tail.offset, tail.nextGroup)
    }

    /// The number of bytes that are reserved ahead.
    var reserveByteCount: UInt64 { reservedByteCount - offset }

    /// Makes sure that at least `byteCount` bytes are reserved ahead.
    mutating func reserve(_ byteCount: UInt64) throws(JournalError) {
        guard reserveByteCount < byteCount else { return }
        try file.reserve(offset + byteCount - reservedByteCount, from: reservedByteCount)
        reservedByteCount = offset + byteCount
    }

    /// Appends the bytes from `start` on.
    ///
    /// - Throws: `.system`; the file ends where it did.
    mutating func append(_ bytes: [UInt8], from start: Int) throws(JournalError) {
        let count = bytes.count - start
        try reserve(UInt64(count))
        do throws(JournalError) {
            try file.write(bytes, from: start, at: offset)
        } catch {
            // A half-written group is no group. Zeros only spare the next start a line in the log.
            try? file.write([UInt8](repeating: 0, count: count), at: offset)
            throw error
        }
        offset += UInt64(count)
    }

    /// - Throws: `.system`: from now on, do not trust the file beyond `safeByteCount`.
    mutating func synchronize(nextGroup: UInt64) throws(JournalError) {
        try file.synchronize()
        let mark = SyncMark(safeByteCount: offset, nextGroup: nextGroup, state: .open)
        try file.write(mark.encoded(salt: header.salt), at: UInt64(SyncMark.offset))
        (safeByteCount, safeGroup) = (offset, nextGroup)
    }

    /// All groups must be safe.
    func mark(_ state: SyncMark.State) throws(JournalError) {
        let mark = SyncMark(safeByteCount: safeByteCount, nextGroup: safeGroup, state: state)
        try file.write(mark.encoded(salt: header.salt), at: UInt64(SyncMark.offset))
        guard state == .cleanlyClosed else { return }
        try file.synchronize()
    }

    /// Writes the same bytes again. The kernel may have failed to write these pages for an earlier process and believe
    /// them written; now they are dirty again.
    private static func writeAgain(
        _ file: borrowing File,
        from start: UInt64,
        to end: UInt64
    ) throws(JournalError) {
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
        defer { piece.deallocate() }
        var place = start
        while place < end {
            let room = UnsafeMutableRawBufferPointer(rebasing: piece[..<Int(min(UInt64(piece.count), end - place))])
            let count = try file.read(into: room, at: place)
            guard count == room.count else {
                throw .damaged(path: file.path, offset: place, what: "it has become shorter")
            }
            try file.write(UnsafeRawBufferPointer(room), at: place)
            place += UInt64(count)
        }
    }
}
