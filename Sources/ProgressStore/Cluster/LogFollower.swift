import Platform
import ProgressCore
import ProgressLog
import ProgressRecords
import ProgressRegistry
import ProgressTelemetry

/// The trees of a replica, as far as it has read the log. On the cluster thread.
struct LogFollower {
    private let context: MemberContext
    /// nil: everything has to be loaded.
    private(set) var position: LogPosition?
    /// Trees are there, if perhaps not the newest.
    private(set) var hasLoaded = false
    /// As it was when the newest entry here was last known to be the log's; nil: nothing was loaded yet.
    private var followed: FollowedLog?
    /// Why the log that was compared last is another one; nil: it is the same.
    private var difference: String?
    /// This replica ruled: its trees may hold what never came into the log.
    private var mustReload = false
    /// The count in the newest entries that were held here and that the log does not hold; nil: there never were any.
    private var lostUncleanEndCount: UInt32?
    private var adoption: GroupAdoption
    private(set) var schedule: SnapshotSchedule

    private static let readByteCount = 4 << 20
    /// The `adoptionWork` of the newest groups at the first load: at most 16,384 records, which is as many departures as
    /// are remembered in any case. Adopting a record costs some five times as much as loading it with all others.
    private static let recentWork = 4 << 20

    init(_ context: MemberContext) {
        self.context = context
        adoption = GroupAdoption(context)
        schedule = SnapshotSchedule(leastByteCount: context.settings.leastLogByteCount)
        context.status.noteFollowing(true)
        context.registry.enter { $0.follows = true }
    }

    var isLoaded: Bool { position != nil }

    var history: LogHistory { adoption.history }

    /// Whether readers may have seen versions that are not in the log, and that others may get: only those after one more
    /// unclean end are higher than all before it.
    var mayRepeatVersions: Bool { lostUncleanEndCount.map { history.run.uncleanEndCount <= $0 } ?? false }

    /// Loads everything, and replaces the content of the registry with it.
    ///
    /// At the first load the newest groups are adopted one by one, so that readers who followed another replica until now
    /// can be told what was removed since. Later ones may follow trees that were never the log's: readers begin again.
    /// - Throws: with nothing loaded.
    mutating func load(_ row: OfficeRow) throws(LogFailure) {
        let begin = context.clock()
        let reading = LogReading(log: context.log, clock: context.clock)
        let result = try reading.load(row, leaving: hasLoaded ? 0 : Self.recentWork)
        let recordCount = try take(result)
        hasLoaded = true
        position = result.position
        followed = FollowedLog(row)
        mustReload = false
        schedule.noteSnapshot(byteCount: result.snapshotByteCount, logByteCount: result.logByteCount)
        context.cluster.note(entries: result.position.number)
        context.messages.loaded(
            records: recordCount,
            entries: result.position.number,
            milliseconds: (context.clock() - begin) / 1_000_000
        )
    }

    /// - Returns: how many records were loaded or adopted.
    private mutating func take(_ result: consuming LogReading.Result) throws(LogFailure) -> Int {
        if let recordCount = try takeOneByOne(result) { return recordCount }
        try result.settle()
        return try replaceContents(with: result.groups)
    }

    /// Adopts the recent groups after all others were loaded.
    /// - Returns: nil if there are none, or they do not fit, and the trees may be half changed.
    /// - Throws: `.newer`.
    private mutating func takeOneByOne(_ result: borrowing LogReading.Result) throws(LogFailure) -> Int? {
        if result.recent.isEmpty { return nil }
        do throws(LogFailure) {
            var recordCount = try replaceContents(with: result.groups)
            for group in result.recent {
                try adoption.adopt(group)
                recordCount += Int(group.recordCount)
            }
            return recordCount
        } catch {
            if case .newer = error { throw error }
            context.messages.loadsAgain("\(error)")
            return nil
        }
    }

    /// - Returns: how many records count.
    private mutating func replaceContents(with groups: LiveGroups) throws(LogFailure) -> Int {
        let (limits, now) = (context.settings.limits, context.time.now())
        let tokens = context.registry.enter { $0.access.tokens }
        let content = try LogContent(groups, limits: limits, tokens, at: now)
        adoption.history = content.history
        let epoch = content.history.term?.epochText
        context.registry.enter { registry in
            // They may have been read again meanwhile.
            let tokens = registry.access.tokens
            registry.replaceContents(with: content.state)
            registry.relist(tokens, at: now)
            registry.follows = true
            registry.hasStrayWrites = false
            // Groups of an earlier term of this replica that never became safe keep their numbers for themselves.
            registry.openGroup += 1
            if let epoch { context.registry.epoch.change(to: epoch) }
            // Here, because releasing the old trees takes a while, and open streams tell nothing until they begin again.
            context.cluster.beginStreamsAgain()
        }
        return content.recordCount
    }

    /// Everything has to be loaded again.
    /// - Parameter reason: for the log; nil: that is told elsewhere.
    mutating func forget(_ reason: String? = nil) {
        position = nil
        if let reason { context.messages.loadsAgain(reason) }
    }

    /// Everything has to be loaded again: what was read or written here is no longer in the log.
    mutating func forgetLost(_ reason: String? = nil) {
        lostUncleanEndCount = max(lostUncleanEndCount ?? 0, history.run.uncleanEndCount)
        forget(reason)
    }

    /// Forgets all if the newest entry here is no longer the log's. An engine that fails over may lose an entry that
    /// was read here, and the next writer append another with its number. The same writer sends the same one again.
    mutating func check(against row: OfficeRow) throws(LogFailure) -> FollowedLog.Verdict {
        guard let position, let followed, row.tail >= position.number else { return .continues }
        if position.number > 0, followed != FollowedLog(row) {
            let next = try read(after: position.number - 1, most: 1).first
            guard isLoaded else { return .continues }
            var verdict = followed.verdict(on: next, after: position.number, position.chain, of: row)
            // A log that has differed still differs, although the entry that showed it is gone.
            if let difference, next?.number != position.number { verdict = .isAnother(difference) }
            if case .isAnother(let reason) = verdict { difference = reason }
            if verdict == .lostEnd { forgetLost("entry \(position.number) is another one since term \(row.term)") }
            guard verdict == .continues else { return verdict }
        }
        self.followed = FollowedLog(row)
        difference = nil
        if mustReload { forget() }
        return .continues
    }

    /// - Parameter row: of the newest look; nil if there is none.
    func verdict(on row: OfficeRow?) -> FollowedLog.Verdict {
        followed?.verdict(on: row, holding: position?.number ?? 0) ?? .continues
    }

    /// Whether the row names the writer under whom the trees were last compared.
    func knowsHolder(of row: OfficeRow) -> Bool { followed.map { $0.isHeld(as: row) } ?? true }

    /// Reads and adopts what follows, at least up to entry `tail`, which the log has.
    /// If they do not fit, or are gone, `isLoaded` is false.
    /// - Returns: false if much is left after a quarter of a lease: it is time to look at the office again.
    /// - Throws: `.newer`, with all adopted that comes before: to load everything again would not help.
    mutating func readOn(to tail: UInt64) throws(LogFailure) -> Bool {
        let end = context.clock() + context.settings.lease / 4
        while let position {
            let entries = try read(after: position.number, most: Self.readByteCount)
            for entry in entries where isLoaded { try adopt(entry) }
            let byteCount = entries.reduce(0) { $0 + $1.bytes.count }
            if entries.isEmpty || entries[entries.count - 1].number >= tail && byteCount < Self.readByteCount / 2 {
                break
            }
            if isLoaded, context.clock() >= end { return false }
        }
        if let position, position.number < tail { forget("entry \(position.number + 1) is in a snapshot by now") }
        return true
    }

    /// Damage only makes the follower load everything again; it counts if that fails as well.
    private mutating func read(after number: UInt64, most byteCount: Int) throws(LogFailure) -> [LogEntry] {
        do throws(LogFailure) {
            return try context.log.read(after: number, most: byteCount, by: context.readingDeadline)
        } catch {
            guard case .damaged = error else { throw error }
            forget("\(error)")
            return []
        }
    }

    /// Takes over what an entry says; forgets all if it does not fit.
    private mutating func adopt(_ entry: LogEntry) throws(LogFailure) {
        do throws(LogFailure) {
            guard var position else { return }
            try adoption.adopt(position.open(entry))
            self.position = position
            schedule.note(entry: entry.bytes.count)
            context.cluster.note(entries: entry.number)
        } catch {
            if case .newer = error { throw error }
            forget("\(error)")
        }
    }

    /// The trees were the writer's, and are in the log through `position`. As soon as that is known to be the same log, all is
    /// loaded again.
    mutating func endRule(at position: LogPosition) {
        self.position = position
        mustReload = true
    }

    /// From now on the trees are the writer's: they continue as `history` says.
    ///
    /// - Parameter row: that was claimed.
    mutating func beginRule(
        _ history: LogHistory,
        as holder: Holder,
        after row: OfficeRow,
        isClean: Bool,
        epoch: [UInt8]
    ) {
        followed = FollowedLog(holder, row.life, snapshot: row.snapshot)
        let now = context.time.now()
        adoption.history = history
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
