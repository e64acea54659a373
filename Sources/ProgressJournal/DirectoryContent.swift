/// The files of a data directory that belong together, by their names.
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

/// The files, opened as far as needed to see how they belong together.
extension DirectoryContent {
    func newestTail(in directory: DataDirectory) throws(JournalError) -> Tail? {
        guard let newest = journals.last else { return nil }
        return try Tail(ofJournal: newest, in: directory)
    }

    /// The snapshot and all journals except the newest; each ends where the next begins.
    func closedFiles(in directory: DataDirectory) throws(JournalError) -> [SourceFile] {
        var files: [SourceFile] = []
        guard let base = journals.first else { return files }
        let first = try GroupReader(.journal, base, in: directory)
        let firstGroup = first.header.firstGroup
        if let snapshot {
            let reader = try GroupReader(.snapshot, snapshot, in: directory)
            guard reader.header.firstGroup == firstGroup else {
                throw first.damaged("it does not continue where the snapshot ends", at: 0)
            }
            files.append(
                SourceFile(kind: .snapshot, number: snapshot, endGroup: firstGroup, byteCount: reader.byteCount)
            )
        } else if firstGroup != 1 {
            throw first.damaged("it does not begin with the first group", at: 0)
        }
        for (number, next) in zip(journals, journals.dropFirst()) {
            let reader = try GroupReader(.journal, number, in: directory)
            let end = try GroupReader(.journal, next, in: directory).header.firstGroup
            guard end >= reader.header.firstGroup else {
                throw reader.damaged("the next journal begins before it", at: 0)
            }
            let byteCount = reader.mark?.safeByteCount ?? 0
            files.append(SourceFile(kind: .journal, number: number, endGroup: end, byteCount: byteCount))
        }
        return files
    }
}
