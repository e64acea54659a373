import Platform
import ProgressJournal
import ProgressTelemetry

/// Decides when the journal is compacted: one compaction at a time, on a separate thread.
struct CompactionSchedule {
    private var compactor: Compactor?
    /// The earliest time for a new journal after one could not be begun; monotonic nanoseconds.
    private var nextRotation: UInt64 = 0

    /// A disk without room for a new journal is not asked at each group.
    private static let retryInterval: UInt64 = 10_000_000_000

    /// Ends a compaction that is done.
    mutating func finish(in journal: inout Journal, _ log: ServiceLog) {
        guard let compactor, let outcome = compactor.outcome else { return }
        self.compactor = nil
        compactor.join()
        switch outcome {
        case .snapshot(let snapshot):
            journal.end(compactor.compaction, snapshot: snapshot)
            if let snapshot { log.hasSnapshot(records: snapshot.recordCount, bytes: snapshot.byteCount) }
        case .failure(let error):
            journal.end(compactor.compaction, snapshot: nil)
            log.hasNoSnapshot(error)
        }
    }

    /// Begins a compaction if one is due. Not between the write of a group and its sync.
    /// - Parameter bell: rung at its end.
    mutating func beginIfDue(in journal: inout Journal, _ bell: Bell, _ log: ServiceLog) {
        let now = MonotonicClock.now()
        guard compactor == nil, journal.needsRotation, now >= nextRotation else { return }
        do {
            compactor = Compactor(try journal.rotate(), bell)
        } catch {
            nextRotation = now + Self.retryInterval
            log.hasNoSnapshot(error)
        }
    }

    /// Gives up a compaction that runs; the next start removes what it left.
    func stop() { compactor?.stop() }
}
