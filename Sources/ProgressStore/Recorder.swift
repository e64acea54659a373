import Glibc
import Platform
import ProgressCore
package import ProgressJournal
package import ProgressRegistry
package import ProgressTelemetry

/// Brings what changes to disk, in groups, on a thread of its own.
///
/// A group is everything that is unsaved at one moment. It is taken in slices, between which requests go on; what
/// changes meanwhile is taken again, so that the group is right as a whole when nothing is left to take.
package final class Recorder: @unchecked Sendable {
    // @unchecked: 1. what is `let` is safe by itself; 2. the rest is touched by the recorder's own thread, and before it
    // starts or after it was joined by who owns the recorder.
    package let status: StorageStatus
    private let registry: ProgressRegistry
    private let log: ServiceLog
    private let bell = Bell()
    private let stopping = Flag()
    private var journal: Journal
    private var run: RunRecord
    private var group = GroupBuffer()
    /// The number of the group in `group`, which is closed; 0: there is none.
    private var groupNumber: UInt64 = 0
    private var isAppended = false
    private var thread: pthread_t?
    private var compactor: Compactor?
    /// When a new journal may be begun, after one could not be; monotonic nanoseconds.
    private var nextRotation: UInt64 = 0
    /// Wakes the reactors: replies may go.
    private var release: @Sendable () -> Void = {}

    /// Nanoseconds between two groups.
    private static let interval: UInt64 = 200_000_000
    private static let retryInterval: UInt64 = 500_000_000
    /// A disk that has no room for a new journal is not asked at each group.
    private static let rotationRetryInterval: UInt64 = 10_000_000_000
    /// Nodes that are taken before others have their turn.
    private static let sliceCount = 2_000

    package init(
        _ journal: consuming Journal,
        _ run: RunRecord,
        _ durability: Durability,
        _ registry: ProgressRegistry,
        _ log: ServiceLog
    ) {
        self.journal = journal
        self.run = run
        self.registry = registry
        self.log = log
        status = StorageStatus(durability)
    }

    /// Saves that a run has begun, before anybody is answered.
    package func begin() throws(JournalError) {
        let run = run
        group.append(kind: RecordKind.run.rawValue, id: RunRecord.id) { run.append(to: &$0) }
        try journal.append(group)
        group.removeAll()
        try journal.sync()
    }

    /// - Parameter release: called on the recorder's thread when replies that wait may go.
    package func start(release: @escaping @Sendable () -> Void) {
        self.release = release
        status.noteCaughtUp(MonotonicClock.now())
        thread = Thread { [self] in work() }.start()
    }

    /// A reply waits: no group should be put off. Any thread.
    package func hurry() { bell.ring() }

    /// Saves what is left, and says on disk that nothing is missing. After the last request.
    /// - Returns: whether nothing is missing.
    package func stop() -> Bool {
        stopping.raise()
        bell.ring()
        if let thread { pthread_join(thread, nil) }
        thread = nil
        release = {}
        compactor?.stop()
        guard recordGroup() else {
            log.couldNotSave(nil)
            return false
        }
        do {
            try journal.close()
            return true
        } catch {
            log.couldNotSave(error)
            return false
        }
    }

    // MARK: The recorder's thread

    private func work() {
        while !stopping.isRaised {
            let isGood = recordGroup()
            compact()
            let now = MonotonicClock.now()
            let pause = !isGood ? Self.retryInterval : status.durability == .commit ? 5 * Self.interval : Self.interval
            bell.wait(until: now + pause)
        }
    }

    /// Takes a group, unless one is left over, and makes it safe.
    /// - Returns: whether everything that was changed before the call is safe now.
    private func recordGroup() -> Bool {
        let begin = MonotonicClock.now()
        let wasLeft = groupNumber != 0
        if !wasLeft { collect() }
        do {
            if groupNumber != 0 { try save() }
        } catch {
            refuse(error)
            return false
        }
        checkReserve()
        if wasLeft { return recordGroup() }
        status.noteCaughtUp(begin)
        return true
    }

    private func collect() {
        while true {
            let collected = registry.enter { $0.collect(&group, most: Self.sliceCount, run: &run) }
            switch collected {
            case .open: continue
            case .empty(let number):
                release(number)
                return
            case .closed(let number):
                groupNumber = number
                return
            }
        }
    }

    private func save() throws(JournalError) {
        let begin = MonotonicClock.now()
        if !isAppended { try journal.append(group) }
        isAppended = true
        try journal.sync()
        status.syncs.note(Int(MonotonicClock.now() - begin))
        status.noteStuck(false)
        let number = groupNumber
        groupNumber = 0
        isAppended = false
        group.removeAll()
        release(number)
    }

    /// Everything up to this group is safe: replies that waited for it may go.
    private func release(_ group: UInt64) {
        status.noteDurable(group)
        if status.waitingCount > 0 { release() }
    }

    /// Without space ahead nothing new is taken, as long as there is room for what was.
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
        if status.waitingCount > 0 { release() }
    }

    // MARK: Compacting

    private func compact() {
        if let compactor, let outcome = compactor.outcome {
            self.compactor = nil
            compactor.join()
            finish(compactor.compaction, outcome)
        }
        guard compactor == nil, groupNumber == 0, journal.needsRotation else { return }
        let now = MonotonicClock.now()
        guard now >= nextRotation else { return }
        do {
            compactor = Compactor(try journal.rotate(), bell)
        } catch {
            nextRotation = now + Self.rotationRetryInterval
            log.hasNoSnapshot(error)
        }
    }

    private func finish(_ compaction: Compaction, _ outcome: Compactor.Outcome) {
        switch outcome {
        case .snapshot(let snapshot):
            journal.end(compaction, snapshot: snapshot)
            if let snapshot {
                log.hasSnapshot(records: snapshot.recordCount, bytes: snapshot.byteCount)
            }
        case .failure(let error):
            journal.end(compaction, snapshot: nil)
            log.hasNoSnapshot(error)
        }
    }
}
