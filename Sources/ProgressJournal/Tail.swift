internal import Glibc
internal import ProgressRecords

/// The end of the newest journal.
struct Tail: Sendable {
    let header: FileHeader
    let mark: SyncMark
    /// The number of the next group.
    let nextGroup: UInt64
    let offset: UInt64
    let cut: Recovery.Cut?

    /// - Throws: `.damaged` if something is missing that was safe.
    init(ofJournal number: UInt64, in directory: DataDirectory) throws(JournalError) {
        var reader = try GroupReader(.journal, number, in: directory)
        guard let mark = reader.mark else { preconditionFailure("A journal has a mark, or is not read.") }
        guard mark.state != .continued else {
            throw .damaged(path: directory.path(of: .journal(number + 1)), offset: 0, what: "it is not there")
        }
        var expected = reader.header.firstGroup
        try Self.compare(mark, reader.offset, expected, reader)
        while let group = try reader.next() {
            guard group.kind == .group, group.number == expected else {
                throw reader.damaged("group \(group.number) follows group \(expected - 1)")
            }
            expected += 1
            try Self.compare(mark, reader.offset, expected, reader)
        }
        guard reader.offset >= mark.safeByteCount else {
            throw reader.damaged("group \(expected) was safe, and is not here")
        }
        self.mark = mark
        header = reader.header
        nextGroup = expected
        offset = reader.offset
        cut = try Self.remains(&reader)
    }

    /// Whether the clean stop was the last write.
    var isCleanlyClosed: Bool { mark.state == .cleanlyClosed && mark.safeByteCount == offset && cut == nil }

    var source: SourceFile {
        SourceFile(kind: .journal, number: header.number, endGroup: nextGroup, byteCount: offset)
    }

    private static func compare(
        _ mark: SyncMark,
        _ offset: UInt64,
        _ next: UInt64,
        _ reader: borrowing GroupReader
    ) throws(JournalError) {
        guard (offset == mark.safeByteCount) == (next == mark.nextGroup) else {
            throw reader.damaged("group \(next) is not where the mark says")
        }
    }

    /// The bytes after the last whole group; nil if there are none.
    ///
    /// After a loss of power a later group may have survived and an earlier one not: both were on their way. But if the
    /// later one was written when the earlier was already safe, the earlier was lost since.
    private static func remains(_ reader: inout GroupReader) throws(JournalError) -> Recovery.Cut? {
        let end = reader.offset
        let step = 1 << 20
        var last: UInt64?
        var place = end
        while place < reader.byteCount {
            // Groups begin at multiples of eight: a header may begin in this piece and end in the next.
            let count = Int(min(UInt64(step + GroupHeader.byteCount), reader.byteCount - place))
            guard let piece = try reader.bytes(at: place, count: count) else { break }
            if !isZero(piece), let found = piece.prefix(step).lastIndex(where: { $0 != 0 }) {
                last = place + UInt64(found)
                try refuseLater(than: end, in: piece, reader)
            }
            place += UInt64(step)
        }
        return last.map { Recovery.Cut(path: reader.path, offset: end, byteCount: $0 + 1 - end) }
    }

    private static func isZero(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let start = bytes.baseAddress, start.load(as: UInt8.self) == 0 else { return bytes.isEmpty }
        return memcmp(start, start + 1, bytes.count - 1) == 0
    }

    private static func refuseLater(
        than end: UInt64,
        in piece: UnsafeRawBufferPointer,
        _ reader: borrowing GroupReader
    ) throws(JournalError) {
        guard let start = piece.baseAddress else { return }
        for place in stride(from: 0, through: piece.count - GroupHeader.byteCount, by: 8) {
            guard start.word32(place) == GroupHeader.Kind.group.rawValue,
                let group = GroupHeader(at: start + place, salt: reader.header.salt)
            else { continue }
            guard group.safeByteCount <= end else {
                throw reader.damaged("it was safe when group \(group.number) was written, and is not here", at: end)
            }
        }
    }
}
