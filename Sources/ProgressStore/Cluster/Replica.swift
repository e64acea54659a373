import Platform
import ProgressCore
import ProgressLog
import ProgressRecords
import ProgressRegistry
import ProgressTelemetry

/// The trees of a replica, as far as it has read the log. On the cluster thread.
struct Replica {
    private let context: MemberContext
    /// nil: everything has to be loaded.
    private(set) var position: LogPosition?
    /// The term of the office's row when the newest entry here was last known to be the log's.
    private var checkedTerm: UInt64?
    private(set) var history = LogHistory()
    private(set) var schedule: SnapshotSchedule

    private static let readByteCount = 4 << 20

    init(_ context: MemberContext) {
        self.context = context
        schedule = SnapshotSchedule(leastByteCount: context.settings.leastLogByteCount)
        context.status.noteFollowing(true)
        context.registry.enter { $0.follows = true }
    }

    var isLoaded: Bool { position != nil }

    /// Loads everything, and puts it into the place of what the registry holds.
    /// - Throws: with nothing changed.
    mutating func load(_ row: OfficeRow) throws(LogFailure) {
        let begin = context.clock()
        let result = try LogReading(log: context.log, clock: context.clock).load(row)
        let settings = context.settings
        let content = try LogContent(result.groups, limits: settings.limits, settings.tokens, at: context.time.now())
        history = content.history
        let epoch = history.term?.epochText
        context.registry.enter { registry in
            registry.replaceContents(with: content.state)
            registry.follows = true
            registry.hasStrayWrites = false
            // Groups of an earlier term of this replica that never became safe keep their numbers for themselves.
            registry.openGroup += 1
            if let epoch { context.registry.epoch.change(to: epoch) }
        }
        position = result.position
        checkedTerm = row.term
        schedule.noteSnapshot(byteCount: result.snapshotByteCount, logByteCount: result.logByteCount)
        context.cluster.note(entries: result.position.number)
        context.cluster.beginStreamsAgain()
        let milliseconds = (context.clock() - begin) / 1_000_000
        context.messages.loaded(
            records: content.recordCount,
            entries: result.position.number,
            milliseconds: milliseconds
        )
    }

    /// Everything has to be loaded again.
    /// - Parameter reason: for the log; nil: that is told elsewhere.
    mutating func forget(_ reason: String? = nil) {
        position = nil
        if let reason { context.messages.loadsAgain(reason) }
    }

    /// Forgets all if the newest entry here is not the log's. An engine that fails over may lose an entry that was read here,
    /// and the next writer append another with its number. The same writer sends the same one again.
    mutating func check(against row: OfficeRow) throws(LogFailure) {
        guard let position, position.number > 0, row.term != checkedTerm else { return }
        let next = try read(after: position.number - 1, most: 1).first
        // If it is in a snapshot by now, the one after it has to continue it.
        guard isLoaded, next?.number == position.number + 1 || next?.chain == position.chain else {
            if isLoaded { forget("entry \(position.number) is another one since term \(row.term)") }
            return
        }
        checkedTerm = row.term
    }

    /// Reads and adopts what follows, at least up to entry `tail`, which the log has.
    /// - Returns: how many entries that were. If they do not fit, or are gone, `isLoaded` is false.
    mutating func readOn(to tail: UInt64) throws(LogFailure) -> Int {
        var count = 0
        while let position {
            let entries = try read(after: position.number, most: Self.readByteCount)
            for entry in entries where isLoaded { adopt(entry) }
            count += entries.count
            let byteCount = entries.reduce(0) { $0 + $1.bytes.count }
            if entries.isEmpty || entries[entries.count - 1].number >= tail && byteCount < Self.readByteCount / 2 {
                break
            }
        }
        if let position, position.number < tail { forget("entry \(position.number + 1) is in a snapshot by now") }
        return count
    }

    /// What is damaged or gone here is not so for whoever loads everything, unless that fails as well.
    private mutating func read(after number: UInt64, most byteCount: Int) throws(LogFailure) -> [Entry] {
        do throws(LogFailure) {
            return try context.log.read(after: number, most: byteCount, by: context.readingDeadline)
        } catch {
            guard case .damaged = error else { throw error }
            forget("\(error)")
            return []
        }
    }

    /// Takes over what an entry says. An unclean change of the office raises all versions: then everything is loaded, as
    /// where an entry does not fit.
    private mutating func adopt(_ entry: Entry) {
        do throws(LogFailure) {
            guard var position else { return }
            var history = history
            let changes = try position.open(entry).changes(continuing: &history)
            guard history.run.uncleanEndCount == self.history.run.uncleanEndCount else {
                return forget("a writer took office without a hand-over")
            }
            try adopt(changes)
            (self.position, self.history) = (position, history)
            schedule.note(entry: entry.bytes.count)
            context.cluster.note(entries: entry.number)
        } catch {
            forget("\(error)")
        }
    }

    private func adopt(_ changes: AdoptedChanges) throws(LogFailure) {
        let (tokens, now) = (context.settings.tokens, context.time.now())
        do throws(RestoreError) {
            try context.registry.enter { registry throws(RestoreError) in
                try registry.adopt(changes, tokens, at: now)
            }
        } catch {
            throw .damaged("an entry does not continue the trees: \(error)")
        }
    }

    /// From now on the trees are the writer's: they continue as `history` says.
    func beginRule(_ history: LogHistory, isClean: Bool, epoch: [UInt8]) {
        let now = context.time.now()
        context.registry.enter { registry in
            registry.beginRule(
                versionGap: isClean ? 0 : RunRecord.versionGap,
                sequence: history.run.sequence,
                ordinal: history.run.ordinal,
                at: now
            )
            registry.tree.beginMoments()
            registry.follows = false
            registry.hasStrayWrites = false
            context.registry.epoch.change(to: epoch)
        }
    }
}
