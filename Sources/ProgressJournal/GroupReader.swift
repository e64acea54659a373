internal import Glibc
internal import ProgressRecords

/// Reads a journal or snapshot from front to back, a group at a time, in pieces of a megabyte. A failing disk is an error
/// here; with mapped memory it would end the process.
struct GroupReader: ~Copyable {
    private static let windowByteCount = 1 << 20

    let header: FileHeader
    /// Nil for a snapshot.
    let mark: SyncMark?
    let byteCount: UInt64
    /// The start of the next group, if there is one.
    private(set) var offset = UInt64(FileHeader.byteCount)
    /// The records of the group that `next` returned; valid until it is called again.
    private(set) var payload = UnsafeRawBufferPointer(start: nil, count: 0)

    private let file: File
    private var window: UnsafeMutableRawBufferPointer
    private var windowStart: UInt64 = 0
    private var filledCount = 0

    init(_ kind: FileHeader.Kind, _ number: UInt64, in directory: DataDirectory) throws(JournalError) {
        let path = directory.path(of: kind == .journal ? .journal(number) : .snapshot(number))
        let file = try File(path, O_RDONLY)
        let byteCount = try file.byteCount()
        let (header, mark) = try Self.readHeader(of: file, kind, number)
        self.file = file
        self.byteCount = byteCount
        (self.header, self.mark) = (header, mark)
        window = .allocate(byteCount: Self.windowByteCount, alignment: 16)
    }

    deinit { window.deallocate() }

    var path: String { file.path }

    func damaged(_ what: String, at offset: UInt64? = nil) -> JournalError {
        .damaged(path: path, offset: offset ?? self.offset, what: what)
    }

    /// Nil if there is no whole group (or end of a snapshot) at `offset`, which then stays.
    /// - Throws: `.newer` for a group of an unknown kind: it must not be taken for a torn end.
    mutating func next() throws(JournalError) -> GroupHeader? {
        guard let start = try bytes(at: offset, count: GroupHeader.byteCount)?.baseAddress else { return nil }
        if let kind = GroupHeader.unknownKind(at: start, salt: header.salt) {
            throw Self.newer(path, "at byte \(offset) a group has the kind \(kind)")
        }
        guard let group = GroupHeader(at: start, salt: header.salt),
            let whole = try bytes(at: offset, count: group.groupByteCount)
        else { return nil }
        let filled = UnsafeRawBufferPointer(rebasing: whole[GroupHeader.byteCount...])
        guard group.kind == .end || Checksum.of(filled) == group.payloadChecksum,
            group.fillCount <= group.payloadByteCount
        else { return nil }
        payload = UnsafeRawBufferPointer(rebasing: filled.dropLast(Int(group.fillCount)))
        offset += UInt64(whole.count)
        return group
    }

    /// The bytes there, valid until the next call; nil if the file ends before.
    mutating func bytes(at offset: UInt64, count: Int) throws(JournalError) -> UnsafeRawBufferPointer? {
        guard offset <= byteCount, UInt64(count) <= byteCount - offset else { return nil }
        if offset < windowStart || offset + UInt64(count) > windowStart + UInt64(filledCount) {
            try fill(from: offset, count: count)
        }
        guard offset + UInt64(count) <= windowStart + UInt64(filledCount) else { return nil }
        let place = Int(offset - windowStart)
        return UnsafeRawBufferPointer(rebasing: window[place..<place + count])
    }

    private static func newer(_ path: String, _ found: String) -> JournalError {
        .newer(NewerForm(path, found, known: "files of version \(FileHeader.version)"))
    }

    private mutating func fill(from offset: UInt64, count: Int) throws(JournalError) {
        if count > window.count {
            window.deallocate()
            window = .allocate(byteCount: count, alignment: 16)
        }
        windowStart = offset
        filledCount = 0
        filledCount = try file.read(into: window, at: offset)
    }

    private static func readHeader(
        of file: borrowing File,
        _ kind: FileHeader.Kind,
        _ number: UInt64
    ) throws(JournalError) -> (FileHeader, SyncMark?) {
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: FileHeader.byteCount, alignment: 16)
        defer { block.deallocate() }
        guard try file.read(into: block, at: 0) == block.count,
            let header = try FileHeader(
                block: UnsafeRawBufferPointer(block),
                kind: kind,
                number: number,
                path: file.path
            )
        else { throw .damaged(path: file.path, offset: 0, what: "this is not its header") }
        let mark = SyncMark(block: UnsafeRawBufferPointer(block), salt: header.salt)
        guard kind == .snapshot || mark != nil else {
            if let state = SyncMark.unknownState(block: UnsafeRawBufferPointer(block), salt: header.salt) {
                throw newer(file.path, "its mark has the state \(state)")
            }
            throw .damaged(path: file.path, offset: UInt64(SyncMark.offset), what: "this is not its mark")
        }
        return (header, mark)
    }
}
