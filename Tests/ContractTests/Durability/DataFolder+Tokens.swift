import Glibc
import ProgressCore
import ProgressJournal
import ProgressRecords
import ProgressWire
import TestSupport

extension DataFolder {
    /// Whether a file holds the token, or any other id, as text or as the 16 bytes that a record has of it.
    func holds(token: String) -> Bool {
        var forms = [Array(token.utf8)]
        if let id = ProgressID(token.utf8) { forms.append(Self.recordBytes(id)) }
        return files.contains { name in
            let bytes = bytes(of: name)
            return forms.contains { Self.find($0, in: bytes) }
        }
    }

    /// Files are mostly reserved space: too much for a search byte by byte without optimization.
    private static func find(_ form: [UInt8], in bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { all in
            var rest = all[...]
            while rest.count >= form.count, let start = rest.base.baseAddress.map({ $0 + rest.startIndex }),
                let found = memchr(start, Int32(form[0]), rest.count - form.count + 1)
            {
                if memcmp(found, form, form.count) == 0 { return true }
                rest = rest.dropFirst(UnsafeRawPointer(found) - start + 1)
            }
            return false
        }
    }

    /// Adds a reservation as it lay there before its token was kept as a digest.
    func append(reservation token: String, of parent: String, worth pending: Int64, isClaimed: Bool) throws {
        guard let token = ProgressID(token.utf8), let parent = ProgressID(parent.utf8) else { return }
        var journal = try Recovery(path: path).start()
        var group = GroupBuffer()
        group.append(kind: 2, id: RecordID(high: token.high, low: token.low)) { bytes in
            bytes.append(1)
            bytes += Self.recordBytes(parent)
            bytes.append(number: pending)
            bytes.append(number: Int64(-1))
            bytes.append(isClaimed ? 1 : 0)
        }
        try journal.append(group)
        try journal.close()
    }

    private static func recordBytes(_ id: ProgressID) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(number: id.high)
        bytes.append(number: id.low)
        return bytes
    }
}
