/// What of a data directory belongs together, by the names of its files.
struct DirectoryContent: Sendable {
    let snapshot: UInt64?
    /// Without gaps; the last is the newest.
    let journals: [UInt64]
    /// Unfinished, or merged into the snapshot.
    let leftovers: [FileName]

    /// - Throws: `.damaged` if a file is missing.
    init(_ files: Set<FileName>, in directory: DataDirectory) throws(JournalError) {
        var snapshots: [UInt64] = []
        var journals: [UInt64] = []
        var leftovers: [FileName] = []
        for file in files {
            switch file {
            case .snapshot(let number): snapshots.append(number)
            case .journal(let number): journals.append(number)
            case .temporary: leftovers.append(file)
            }
        }
        let base = snapshots.max() ?? 1
        leftovers += snapshots.filter { $0 < base }.map(FileName.snapshot)
        leftovers += journals.filter { $0 < base }.map(FileName.journal)
        let living = journals.filter { $0 >= base }.sorted()
        if let missing = Self.missing(of: living, from: base, hasSnapshot: !snapshots.isEmpty) {
            throw .damaged(path: directory.path(of: missing), offset: 0, what: "it is not there")
        }
        snapshot = snapshots.max()
        self.journals = living
        self.leftovers = leftovers
    }

    /// - Parameter journals: ascending.
    private static func missing(of journals: [UInt64], from base: UInt64, hasSnapshot: Bool) -> FileName? {
        if let first = journals.first, first > base, !hasSnapshot { return .snapshot(first) }
        let present = Set(journals)
        return (base...max(base, journals.last ?? base)).first { !present.contains($0) }.map(FileName.journal)
    }
}
