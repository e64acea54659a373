import ProgressLog
import ProgressRecords
import ProgressRegistry
import ProgressTelemetry

/// Writes snapshots for a writer, a step between two groups: parts, then it publishes them and deletes entries that are
/// no longer needed. On the cluster thread.
struct SnapshotWriting {
    private enum Stage {
        case idle
        case walks(SnapshotWalk)
        /// The log does not hold yet all that the walk may have seen.
        case waits(SnapshotWalk)
        /// The last part is left to write. The log holds all of it with that entry.
        case ends(SnapshotWalk, through: UInt64)
        /// Everything is written. It is published from that time on.
        case publishes(SnapshotWalk, from: UInt64)
        /// Entries up to this one go.
        case trims(UInt64)
    }

    private let context: MemberContext
    private var schedule: SnapshotSchedule
    private var stage = Stage.idle
    /// The snapshot takes the place of entries that the engine lost.
    private(set) var isBridging = false

    private static let trimmedRowCount = 500

    init(_ schedule: SnapshotSchedule, _ context: MemberContext) {
        self.schedule = schedule
        self.context = context
    }

    /// Whether the next step should follow soon.
    var hasWork: Bool {
        switch stage {
        case .idle: false
        case .publishes(_, let begin): isBridging && context.clock() >= begin
        case .walks, .waits, .ends, .trims: true
        }
    }

    /// Whether it waits for the log to hold everything that was changed so far.
    var isWaiting: Bool { if case .waits = stage { true } else { false } }

    mutating func note(entry byteCount: Int) { schedule.note(entry: byteCount) }

    /// - Parameter position: of the newest entry in the log.
    mutating func beginIfDue(after position: LogPosition, _ history: LogHistory, as form: RecordForm) {
        guard case .idle = stage, schedule.isDue(at: context.clock()) else { return }
        stage = .walks(SnapshotWalk(after: position, history, as: form))
    }

    mutating func beginBridge(after position: LogPosition, _ history: LogHistory, as form: RecordForm) {
        isBridging = true
        stage = .walks(SnapshotWalk(after: position, history, as: form))
    }

    /// Everything that was changed before the walk ended is in the log, and safe.
    /// - Parameter newest: the log's newest entry.
    mutating func noteCaughtUp(through newest: UInt64) {
        if case .waits(let walk) = stage { stage = .ends(walk, through: newest) }
    }

    mutating func step(as holder: Holder) {
        do throws(LogFailure) { try takeStep(as: holder) } catch { fail("\(error)") }
    }

    private mutating func takeStep(as holder: Holder) throws(LogFailure) {
        switch stage {
        case .idle, .waits: return
        case .walks(let walk): try walkOn(walk, as: holder)
        case .ends(let walk, let newest): try end(walk, through: newest, as: holder)
        case .publishes(let walk, let begin): if context.clock() >= begin { try publish(walk, as: holder) }
        case .trims(let number):
            let hasMore = try context.log.trim(
                through: number,
                most: Self.trimmedRowCount,
                by: context.readingDeadline
            )
            if !hasMore { stage = .idle }
        }
    }

    private mutating func walkOn(_ walk: consuming SnapshotWalk, as holder: Holder) throws(LogFailure) {
        var walk = walk
        stage = .idle
        context.registry.enter { walk.take(from: $0) }
        if let part = walk.nextPart(), try !put(part, as: holder) { return failAsDeposed() }
        guard walk.isOver else { return stage = .walks(walk) }
        // The next group holds all that was changed during the walk of a bridge.
        stage = isBridging ? .ends(walk, through: walk.number + 1) : .waits(walk)
    }

    private mutating func end(
        _ walk: consuming SnapshotWalk,
        through newest: UInt64,
        as holder: Holder
    ) throws(LogFailure) {
        var walk = walk
        guard try put(walk.lastPart(through: newest), as: holder) else { return failAsDeposed() }
        // No replica can follow the log until a bridge is published.
        stage = .publishes(walk, from: isBridging ? 0 : context.clock() + context.settings.returnInterval)
    }

    /// - Returns: false if another replica holds the office.
    private func put(_ part: SnapshotPart, as holder: Holder) throws(LogFailure) -> Bool {
        try context.log.putSnapshot(
            part: part.part,
            of: part.number,
            part.bytes,
            as: holder,
            by: context.readingDeadline
        )
    }

    private mutating func publish(_ walk: SnapshotWalk, as holder: Holder) throws(LogFailure) {
        let isPublished: Bool
        do throws(LogFailure) {
            isPublished = try context.log.publishSnapshot(
                walk.number,
                partCount: walk.partCount,
                as: holder,
                by: context.readingDeadline
            )
        } catch {
            guard isBridging else { throw error }
            // It may be published: other parts of that number would make a mixture of it.
            context.messages.hasNoLogSnapshot("\(error)")
            return stage = .publishes(walk, from: context.clock() + context.settings.lease / 12)
        }
        guard isPublished else { return failAsDeposed() }
        context.messages.hasLogSnapshot(number: walk.number, records: walk.recordCount, bytes: walk.byteCount)
        schedule.noteSnapshot(byteCount: walk.byteCount)
        isBridging = false
        stage = .trims(walk.number)
    }

    private mutating func failAsDeposed() { fail("another replica may hold the office") }

    /// A bridge is begun again by the caller that needs it.
    private mutating func fail(_ reason: String) {
        context.messages.hasNoLogSnapshot(reason)
        schedule.noteFailure(at: context.clock())
        stage = .idle
    }
}
