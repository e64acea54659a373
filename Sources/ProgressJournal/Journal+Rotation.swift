/// From journals to snapshots.
extension Journal {
    /// Whether the journals have grown so much since the last snapshot that `rotate` is worth its cost, and no compaction
    /// is under way. After one that failed it takes another `rotationByteCount`.
    package var needsRotation: Bool { !isCompacting && byteCountSinceSnapshot >= rotationThreshold }

    /// The next look finds that a rotation is needed: something is to go from the files that no record holds any more.
    package mutating func requestRotation() { rotationThreshold = 0 }

    /// Syncs, begins the next journal, and returns the work of merging all before it into a snapshot: for another
    /// thread. One at a time; say its end by `end`.
    ///
    /// - Throws: `.system`; the journal goes on as before.
    package mutating func rotate() throws(JournalError) -> Compaction {
        precondition(!isCompacting, "One compaction at a time.")
        try sync()
        try beginFile(firstGroup: nextGroup, from: [])
        isCompacting = true
        let header = FileHeader(
            kind: .snapshot,
            number: file.header.number,
            firstGroup: nextGroup,
            salt: settings.drawSalt()
        )
        return Compaction(header: header, sources: sources, directory: directory)
    }

    /// The compaction is over: `snapshot` is what `run` returned, nil if it was stopped or threw.
    package mutating func end(_ compaction: Compaction, snapshot: Compaction.Snapshot?) {
        isCompacting = false
        guard let snapshot else {
            rotationThreshold = byteCountSinceSnapshot + UInt64(settings.rotationByteCount)
            return
        }
        sources.removeFirst(compaction.sources.count)
        sources.insert(compaction.target(byteCount: snapshot.byteCount), at: 0)
        setRotationThreshold()
    }

    /// As many bytes as the snapshot has: then all that is ever written for snapshots is a small multiple of what is
    /// written to journals.
    mutating func setRotationThreshold() {
        let snapshot = sources.first { $0.kind == .snapshot }?.byteCount ?? 0
        rotationThreshold = max(snapshot, UInt64(settings.rotationByteCount))
    }

    private var byteCountSinceSnapshot: UInt64 {
        sources.reduce(file.offset) { $1.kind == .journal ? $0 + $1.byteCount : $0 }
    }
}
