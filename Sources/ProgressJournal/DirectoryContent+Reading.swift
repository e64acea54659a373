/// The files opened, as far as they tell how they belong together.
extension DirectoryContent {
    func newestTail(in directory: DataDirectory) throws(JournalError) -> Tail? {
        guard let newest = journals.last else { return nil }
        return try Tail(ofJournal: newest, in: directory)
    }

    /// The snapshot and the journals but the newest; each ends where the next begins.
    func closedFiles(in directory: DataDirectory) throws(JournalError) -> [SourceFile] {
        var files: [SourceFile] = []
        guard let base = journals.first else { return files }
        let first = try GroupReader(.journal, base, in: directory)
        let firstGroup = first.header.firstGroup
        if let snapshot {
            let reader = try GroupReader(.snapshot, snapshot, in: directory)
            guard reader.header.firstGroup == firstGroup else {
                throw first.damaged("it does not go on where the snapshot ends", at: 0)
            }
            files.append(
                SourceFile(
                    kind: .snapshot,
                    number: snapshot,
                    endGroup: first.header.firstGroup,
                    byteCount: reader.byteCount
                )
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
