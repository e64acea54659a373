internal import ProgressRecords

/// The living records of some files: the newest of each key, unless it is a removal.
///
/// Records are known by their place in the order of reading, so the second reading needs only a bit for each.
struct LivingRecords: Sendable {
    private let files: [SourceFile]
    private let directory: DataDirectory
    private var bits: [UInt64]
    let count: Int

    /// Reads and checks all files. Takes 24 to 40 bytes a key while it runs.
    ///
    /// - Returns: nil if it was stopped.
    init?(
        of files: [SourceFile],
        in directory: DataDirectory,
        while goesOn: () -> Bool = { true }
    ) throws(JournalError) {
        self.files = files
        self.directory = directory
        var keys = KeyTable()
        var bits: [UInt64] = []
        var ordinal = 0
        var count = 0
        for file in files {
            let finished = try file.forEachRecord(in: directory, while: goesOn) { header, _ throws(JournalError) in
                if ordinal >> 6 == bits.count { bits.append(0) }
                if let previous = keys.replace(kind: header.kind, id: header.id, ordinal: ordinal),
                    bits[previous >> 6] & 1 << (previous & 63) != 0
                {
                    bits[previous >> 6] &= ~(1 << UInt64(previous & 63))
                    count -= 1
                }
                if !header.isRemoval {
                    bits[ordinal >> 6] |= 1 << UInt64(ordinal & 63)
                    count += 1
                }
                ordinal += 1
            }
            guard finished else { return nil }
        }
        self.bits = bits
        self.count = count
    }

    /// Reads and checks all files again.
    ///
    /// - Returns: false if it was stopped.
    func forEach(
        while goesOn: () -> Bool = { true },
        _ body: (StoredRecord) throws(JournalError) -> Void
    ) throws(JournalError) -> Bool {
        var ordinal = 0
        for file in files {
            let finished = try file.forEachRecord(in: directory, while: goesOn) { _, record throws(JournalError) in
                let isLiving = ordinal >> 6 < bits.count && bits[ordinal >> 6] & 1 << (ordinal & 63) != 0
                ordinal += 1
                if isLiving { try body(record) }
            }
            guard finished else { return false }
        }
        return true
    }
}
