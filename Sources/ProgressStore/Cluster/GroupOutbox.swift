import Glibc
import Platform
import ProgressLog
import ProgressRecords
import ProgressRegistry

/// The groups of a writer on their way from the registry into the log. On the cluster thread.
///
/// A group is sealed when all before it are in the log, so that its bytes never change: an attempt that was not answered
/// may still arrive.
struct GroupOutbox {
    private let term: UInt64
    private let context: MemberContext
    private var open: PendingGroup
    /// Sealed, and not known to be in the log; in order.
    private var sealed: [SealedGroup] = []
    /// Groups in the log that are not acknowledged yet, each with its entry; in order.
    private var unconfirmed: [(entry: UInt64, group: CollectedChanges)] = []
    private var kept: RecentEntries
    /// Entries in the log that are not acknowledged yet; in order.
    private var appended: [LogPosition] = []
    /// The newest entry that is acknowledged.
    private(set) var acknowledged: LogPosition
    /// The position of the newest sealed entry.
    private(set) var end: LogPosition
    private(set) var history: LogHistory

    /// - Parameters:
    ///   - history: with the term and the run that begin with the first group.
    ///   - position: of the last entry before.
    init(
        _ history: LogHistory,
        _ term: TermRecord,
        after position: LogPosition,
        as form: RecordForm,
        _ context: MemberContext
    ) {
        self.term = term.term
        self.context = context
        self.history = history
        open = PendingGroup(history.run, beginningWith: term, as: form)
        end = position
        acknowledged = position
        kept = RecentEntries(capacity: context.settings.keptByteCount)
    }

    /// The form of the records that are taken from now on.
    var form: RecordForm {
        get { open.form }
        set { open.form = newValue }
    }

    /// The entry to send next.
    var nextEntry: LogEntry? { sealed.first?.entry }

    var isLastEntry: Bool { sealed.count == 1 }

    /// Whether everything that was taken from the registry is safe.
    var isEmpty: Bool { sealed.isEmpty && unconfirmed.isEmpty }

    // MARK: Collecting

    /// Takes the unsaved changes from the registry, if all groups before are in the log.
    /// - Parameters:
    ///   - isLast: nothing may be written here after it.
    ///   - pause: called between slices, while other callers of the registry have their turn, and while a large group is
    ///     sealed.
    mutating func collect(isLast: Bool, pause: () -> Void) {
        guard sealed.isEmpty else { return }
        let begin = context.clock()
        while true {
            let collected = context.registry.enter { registry in
                let collected = open.take(from: registry)
                if case .open = collected { return collected }
                if isLast { registry.follows = true }
                return collected
            }
            switch collected {
            case .open:
                sched_yield()
                pause()
            case .empty(let number):
                return unconfirmed.append((end.number, CollectedChanges(number: number, begin: begin)))
            case .closed(let number): return seal(CollectedChanges(number: number, begin: begin), pause)
            }
        }
    }

    private mutating func seal(_ group: CollectedChanges, _ pause: () -> Void) {
        let (entry, chain) = LogEntry.seal(
            open.records,
            number: end.number + 1,
            term: term,
            after: end.chain,
            pause: pause
        )
        history = history.continued(by: open.run)
        open.beginNext()
        end = LogPosition(number: entry.number, chain: chain)
        sealed.append(SealedGroup(entry: entry, group: group))
    }

    // MARK: Outcomes

    /// The next entry is in the log.
    /// - Returns: its bytes.
    mutating func noteAppended() -> Int {
        let first = sealed.removeFirst()
        if let group = first.group { unconfirmed.append((first.entry.number, group)) }
        kept.append(first.entry)
        appended.append(LogPosition(number: first.entry.number, chain: first.entry.chain))
        context.cluster.note(entries: first.entry.number)
        return first.entry.bytes.count
    }

    /// Everything through entry `number` is safe.
    mutating func noteAcknowledged(through number: UInt64) {
        while let next = appended.first, next.number <= number { acknowledged = appended.removeFirst() }
        let count = unconfirmed.prefix { $0.entry <= number }.count
        guard count > 0 else { return }
        let last = unconfirmed[count - 1].group
        unconfirmed.removeFirst(count)
        context.status.noteDurable(last.number)
        context.status.noteCaughtUp(last.begin)
        context.status.noteStuck(false)
        if context.status.waitingCount > 0 { context.wake() }
    }

    /// The engine lost what followed entry `tail`.
    /// - Returns: false: it is not all here, and a snapshot has to take its place.
    mutating func fallBack(to tail: UInt64) -> Bool {
        appended = []
        let last = sealed.first.map { $0.entry.number - 1 } ?? end.number
        guard let lost = kept.takeEntries(after: tail, through: last) else { return false }
        sealed = lost.map { SealedGroup(entry: $0, group: nil) } + sealed
        return true
    }

    /// A snapshot of all that the registry held when this was called takes the place of every group so far.
    mutating func restart(after tail: UInt64) {
        unconfirmed += sealed.compactMap { one in one.group.map { (tail, $0) } }
        for place in unconfirmed.indices { unconfirmed[place].entry = tail }
        sealed = []
        kept.removeAll()
        end.number = tail
        (appended, acknowledged) = ([], end)
    }
}

/// A group of changes on its way into the log.
struct SealedGroup: Sendable {
    let entry: LogEntry
    /// nil: it was in the log before.
    let group: CollectedChanges?
}

/// The extent of a group of changes of this process.
struct CollectedChanges: Sendable {
    /// See `RegistryState.openGroup`.
    let number: UInt64
    /// Everything that was changed before is in it, or in an earlier one; monotonic nanoseconds.
    let begin: UInt64
}
