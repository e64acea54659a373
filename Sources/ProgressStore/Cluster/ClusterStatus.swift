package import ProgressTelemetry
import Synchronization

/// The place of this replica in its cluster. The cluster thread writes it; any thread reads it.
package final class ClusterStatus: Sendable {
    package enum Role: Int, CaseIterable, MetricLabel, Sendable {
        /// It has no content yet, or reads all of it again.
        case loading
        /// It follows the log.
        case heir
        /// It holds the office, or did when it last heard from the engine; `rules` says whether that is certain.
        case writer
        /// It hands over, or has done so, and is about to stop.
        case leaving
    }

    /// Time of an append until it was answered or given up, noted by the cluster thread. Nanoseconds.
    package let appends = Histogram(bounds: ClusterStatus.appendBounds)
    let tickets: TailTickets
    package let contact = WriterContact()
    private let roleNumber = Atomic<Int>(Role.loading.rawValue)
    private let hasTrees = Atomic<Bool>(false)
    private let termNumber = Atomic<UInt64>(0)
    private let entryNumber = Atomic<UInt64>(0)
    /// 0: it does not rule.
    private let leaseEnd = Atomic<UInt64>(0)
    private let caughtUp = Atomic<UInt64>(0)
    /// Writes that were let in and are not executed yet.
    private let writes = Atomic<Int>(0)
    /// One more than the highest term that was suspected.
    private let suspected = Atomic<UInt64>(0)
    /// Counts clean takeovers, then the others.
    private let takeoverCounts = CounterBank(count: 2)
    private let told = Mutex(Told())
    private let streamStart = Atomic<UInt64>(0)
    private let hurry: @Sendable () -> Void

    /// Facts that are seldom asked for.
    private struct Told {
        var trouble: ClusterTrouble?
        var census: ClusterCensus?
    }

    private static let appendBounds = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 5_000].map { $0 * 1_000_000 }

    /// - Parameter hurry: wakes the cluster thread.
    package init(hurry: @escaping @Sendable () -> Void) {
        self.hurry = hurry
        tickets = TailTickets(hurry: hurry)
    }

    package var role: Role { Role(rawValue: roleNumber.load(ordering: .acquiring)) ?? .loading }

    /// The role that operators see: a writer whose lease is over does not call itself one, because there may be
    /// another.
    package func shownRole(now: UInt64) -> Role {
        let role = role
        return role == .writer && !rules(now: now) ? .heir : role
    }

    /// Whether the registry holds trees of the log, if perhaps not the newest: from the first load on.
    package var holdsTrees: Bool { hasTrees.load(ordering: .relaxed) }

    /// The newest term that is known; 0: the office was never held.
    package var term: UInt64 { termNumber.load(ordering: .acquiring) }

    /// The number of the newest entry of the log that the trees here hold.
    package var entries: UInt64 { entryNumber.load(ordering: .acquiring) }

    /// Whether this replica is the writer within its lease, and does not leave: then a read here is never older than an
    /// acknowledged write. One load.
    /// - Parameter now: monotonic nanoseconds.
    package func rules(now: UInt64) -> Bool { now < leaseEnd.load(ordering: .acquiring) }

    /// Lets a write in if this replica rules. Then call `endWrite` when all of it is executed, however that ends: a hand-over
    /// waits for it. Its reply may be held longer.
    package func beginWrite(now: UInt64) -> Bool {
        writes.add(1, ordering: .sequentiallyConsistent)
        // After the count: a thread that ends the lease and then finds no writes knows that none will come.
        if now < leaseEnd.load(ordering: .sequentiallyConsistent) { return true }
        writes.subtract(1, ordering: .sequentiallyConsistent)
        return false
    }

    package func endWrite() { writes.subtract(1, ordering: .sequentiallyConsistent) }

    /// nil: no writer is known. The one that the log names counts as unknown until the log was seen to change.
    package var writer: WriterPlace? { contact.place }

    /// Grows when `writer` changes, or whether it answers.
    package var writerGeneration: UInt64 { contact.generation }

    /// Grows when all streams have to begin again: with a new epoch, or after the trees were loaded again.
    package var streamGeneration: UInt64 { streamStart.load(ordering: .acquiring) }

    /// A writer of that term does not answer, or says that it does not rule: the cluster thread looks at once.
    package func suspect(term: UInt64) {
        var known = suspected.load(ordering: .relaxed)
        while known <= term {
            let (isDone, found) = suspected.compareExchange(expected: known, desired: term + 1, ordering: .relaxed)
            if isDone { return hurry() }
            known = found
        }
    }

    /// Draws a ticket for a read that must not be older than what was acknowledged before it began, and wakes the cluster
    /// thread.
    package func askForTail() -> UInt64 { tickets.ask() }

    /// Tickets up to this one are served: the trees hold what the log held after they were drawn.
    package var answeredTicket: UInt64 { tickets.answered }

    /// For tickets up to this one, unless they are answered, the engine did not say what the log holds.
    package var failedTicket: UInt64 { tickets.failed }

    /// nil: all is well, or the trouble is over.
    package var trouble: ClusterTrouble? { told.withLock { $0.trouble } }

    /// nil: nothing was heard of the members yet.
    package var census: ClusterCensus? { told.withLock { $0.census } }

    /// How often this replica took office after a writer that handed it over, and after one that did not.
    package var takeovers: (clean: Int, unclean: Int) {
        (takeoverCounts[0], takeoverCounts[1])
    }

    /// Nanoseconds since this replica last knew that its trees hold the whole log, or since it started. An idle heir
    /// looks once a beat.
    package func lag(now: UInt64) -> UInt64 {
        let caughtUp = caughtUp.load(ordering: .relaxed)
        return caughtUp < now ? now - caughtUp : 0
    }
}

/// For the cluster thread alone.
extension ClusterStatus {
    func note(_ role: Role, term: UInt64) {
        termNumber.store(term, ordering: .releasing)
        roleNumber.store(role.rawValue, ordering: .releasing)
        if role == .heir || role == .writer { hasTrees.store(true, ordering: .relaxed) }
    }

    func note(entries: UInt64) { entryNumber.store(entries, ordering: .releasing) }

    /// - Parameter end: monotonic nanoseconds; 0: it does not rule.
    func noteLease(until end: UInt64) { leaseEnd.store(end, ordering: .sequentiallyConsistent) }

    /// Whether writes that were let in are still being executed.
    var isWriting: Bool { writes.load(ordering: .sequentiallyConsistent) > 0 }

    /// The trees hold what the log held at `time`. Monotonic nanoseconds.
    func noteCaughtUp(_ time: UInt64) { caughtUp.store(time, ordering: .relaxed) }

    func note(writer: WriterPlace?) { contact.note(writer) }

    func beginStreamsAgain() { streamStart.add(1, ordering: .releasing) }

    func note(_ trouble: ClusterTrouble?) { told.withLock { $0.trouble = trouble } }

    func note(_ census: ClusterCensus) { told.withLock { $0.census = census } }

    func noteTakeover(isClean: Bool) {
        takeoverCounts.add(at: isClean ? 0 : 1)
    }

    /// Whether the writer of `term` was suspected since the last call.
    func takeSuspicion(of term: UInt64) -> Bool {
        let (isDone, _) = suspected.compareExchange(expected: term + 1, desired: 0, ordering: .relaxed)
        return isDone
    }
}

/// Why a replica does not do all of its work now: for `/readyz` and the log.
package struct ClusterTrouble: Equatable, Sendable {
    /// One sentence that says what happened, with the numbers.
    package let reason: String
    /// Whether it stays until an operator acts; else the replica tries again by itself.
    package let needsOperator: Bool

    package init(_ reason: String, needsOperator: Bool) {
        self.reason = reason
        self.needsOperator = needsOperator
    }
}
