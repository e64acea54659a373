import Platform
package import ProgressJournal
package import ProgressRecords
package import ProgressRegistry
package import ProgressTelemetry

/// Brings changes to disk, in groups. An actor on a separate thread, which it blocks while the disk works.
///
/// A group is everything that is unsaved at one moment. The registry hands it over in slices, between which requests
/// continue; what changes meanwhile is taken again, so that the group is right as a whole when nothing is left to take.
package actor Recorder {
    package nonisolated let status: StorageStatus
    package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    private let thread = ThreadExecutor()
    private let registry: ProgressRegistry
    private let log: ServiceLog
    private let bell = Bell()
    private let stopping = Flag()
    private let isSaved = Flag()
    private let run: RunRecord
    private let form: RecordForm
    private var journal: Journal
    private var compactions = CompactionSchedule()
    /// Wakes the reactors: replies may go.
    private var releaseReplies: @Sendable () -> Void = {}

    /// Nanoseconds between two groups.
    private static let interval: UInt64 = 200_000_000
    private static let retryInterval: UInt64 = 500_000_000

    package init(
        _ journal: consuming Journal,
        _ run: RunRecord,
        _ form: RecordForm,
        _ durability: Durability,
        _ registry: ProgressRegistry,
        _ log: ServiceLog
    ) {
        self.journal = journal
        self.run = run
        self.form = form
        self.registry = registry
        self.log = log
        status = StorageStatus(durability)
    }

    /// - Parameter releaseReplies: called on the recorder's thread when replies that wait may go.
    package nonisolated func start(releaseReplies: @escaping @Sendable () -> Void) {
        status.noteCaughtUp(MonotonicClock.now())
        thread.run { [self] in await work(releaseReplies) }
    }

    /// A reply waits: no group should be put off. Any thread.
    package nonisolated func hurry() { bell.ring() }

    /// Saves the rest, and marks the journal as complete. After the last request, on the thread that called `start`.
    /// - Returns: whether everything is on disk.
    package nonisolated func stop() -> Bool {
        if !thread.isRunning && !stopping.isRaised { start(releaseReplies: {}) }
        stopping.raise()
        bell.ring()
        thread.join()
        return isSaved.isRaised
    }

    private func work(_ releaseReplies: @escaping @Sendable () -> Void) async {
        self.releaseReplies = releaseReplies
        var group = PendingGroup(run, as: form)
        while !stopping.isRaised {
            let isGood = await record(&group)
            compactions.finish(in: &journal, log)
            if isGood { compactions.beginIfDue(in: &journal, bell, log) }
            let pause = !isGood ? Self.retryInterval : status.durability == .commit ? 5 * Self.interval : Self.interval
            bell.wait(until: MonotonicClock.now() + pause)
        }
        self.releaseReplies = {}
        compactions.stop()
        let isComplete = await record(&group)
        close(isComplete: isComplete)
    }

    private func close(isComplete: Bool) {
        guard isComplete else { return log.couldNotSave(nil) }
        do {
            try journal.close()
            isSaved.raise()
        } catch {
            log.couldNotSave(error)
        }
    }

    /// Makes a group safe that is left over, then takes the next one and makes it safe.
    /// - Returns: whether everything that was changed before the call is safe now.
    private func record(_ group: inout PendingGroup) async -> Bool {
        guard save(&group) else { return false }
        let begin = MonotonicClock.now()
        await collect(&group)
        guard save(&group) else { return false }
        checkReserve()
        status.noteCaughtUp(begin)
        return true
    }

    private func collect(_ group: inout PendingGroup) async {
        while true {
            switch await registry.perform(lending: &group, { $1.take(from: $0) }) {
            case .open: continue
            case .empty(let number): return release(number)
            case .closed: return
            }
        }
    }

    /// Does nothing while the group is open.
    private func save(_ group: inout PendingGroup) -> Bool {
        guard let number = group.number else { return true }
        let begin = MonotonicClock.now()
        do {
            try group.save(to: &journal)
        } catch {
            refuse(error)
            return false
        }
        status.syncs.note(Int(MonotonicClock.now() - begin))
        status.noteStuck(false)
        release(number)
        return true
    }

    /// Everything up to this group is safe: replies that waited for it may go.
    private func release(_ group: UInt64) {
        status.noteDurable(group)
        if status.waitingCount > 0 { releaseReplies() }
    }

    /// Refuses new writes while no space is reserved ahead: the room that is left belongs to acknowledged ones.
    private func checkReserve() {
        if !journal.hasReserve { journal.renewReserve() }
        if !journal.hasReserve {
            if status.refusal == nil { log.refusesWrites(nil) }
            status.refuse(.full)
        } else if status.refusal != nil {
            log.takesWritesAgain()
            status.refuse(nil)
        }
    }

    private func refuse(_ error: JournalError) {
        if status.refusal == nil { log.refusesWrites(error) }
        status.refuse(error.isLackOfSpace ? .full : .failing)
        status.noteStuck(true)
        if status.waitingCount > 0 { releaseReplies() }
    }
}
