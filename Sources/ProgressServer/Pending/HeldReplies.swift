import MicroHTTPD
import Platform
import ProgressHTTP
import ProgressRegistry
import ProgressStore

/// The replies of one reactor that wait until their writes are safe. On its reactor's thread only.
final class HeldReplies {
    /// Why a write that was executed is not confirmed.
    enum Flaw {
        case storage(StorageStatus.Refusal)
        /// The replica was replaced as writer, or the log is silent.
        case uncertain
    }

    private let saver: any GroupSaver
    private let registry: ProgressRegistry
    private let reactor: Int
    /// The longest wait in nanoseconds; nil: no limit.
    private let patience: UInt64?
    /// By group.
    private var queue = WaitQueue<UInt64, PendingRequest>()
    /// The count of losses that the oldest of them began with.
    private var lossCount: UInt64 = 0
    /// nil: a group is asked for with each of them.
    private var trigger: GroupTrigger?

    /// - Parameters:
    ///   - gathers: writes that are ready wait for the others that are. Where a group costs an engine much; a disk
    ///     takes the next one sooner than that pays.
    ///   - patience: the longest wait in nanoseconds; nil: no limit.
    init(_ saver: any GroupSaver, _ registry: ProgressRegistry, reactor: Int, gathers: Bool, patience: UInt64?) {
        self.saver = saver
        self.registry = registry
        self.reactor = reactor
        self.patience = patience
        trigger = gathers ? GroupTrigger() : nil
    }

    /// Why no write is accepted now; nil if writes are accepted.
    var refusal: StorageStatus.Refusal? { saver.status.refusal }

    /// To be noted before a write is executed, for `fate`.
    var losses: UInt64 { saver.status.lossCount }

    enum Fate {
        /// It may go at once.
        case free
        case awaits(group: UInt64)
        /// The change may be lost already.
        case uncertain
    }

    /// - Parameters:
    ///   - status: of the reply.
    ///   - losses: as they were before the write was executed.
    func fate(status: Int, losses: UInt64) -> Fate {
        guard Self.revealsChanges(status), saver.status.holdsReplies(now: MonotonicClock.now()) else { return .free }
        let group = registry.enter(from: reactor) { $0.newestGroup }
        // In this order: the trees are replaced after the loss is counted.
        if losses != saver.status.lossCount || group == .max { return .uncertain }
        return group <= saver.status.durableGroup ? .free : .awaits(group: group)
    }

    /// Whether a reply can reveal a change that is not safe yet. A refusal can: that a progress was removed before (404),
    /// or failed before (409).
    private static func revealsChanges(_ status: Int) -> Bool { status < 400 || [404, 409, 412, 422].contains(status) }

    /// - Parameter losses: as they were before the write was executed.
    func hold(_ request: PendingRequest, _ held: HeldReply, losses: UInt64) {
        if queue.isEmpty { lossCount = losses }
        request.held = held
        held.response.beginUse()
        queue.enter(request, for: held.group, until: patience.map { MonotonicClock.now() + $0 } ?? .max)
        saver.status.replyWaits()
        if trigger == nil { saver.hurry() } else { trigger?.noteWrite() }
    }

    /// The exchange of a request whose reply may still be held is over.
    func leave(_ request: PendingRequest, _ held: HeldReply) {
        if queue.leave(request, for: held.group) { saver.status.replyWaitsNoMore() }
        held.response.endUse()
    }

    /// Once a turn: asks for a group, and resumes the exchanges whose group is safe, cannot be saved for now, or has no
    /// known fate.
    /// - Returns: when it is due again; `.max`: never.
    func turn(now: UInt64) -> UInt64 {
        if queue.isEmpty { return .max }
        releaseAll(now: now)
        switch trigger?.turn(now: now) {
        case nil, .idle: return queue.nextDeadline
        case .goesOn: return now
        case .isOver:
            saver.hurry()
            return queue.nextDeadline
        }
    }

    private func releaseAll(now: UInt64) {
        let status = saver.status
        if status.lossCount != lossCount { return release(queue.release { _ in true }, .late) }
        let isStuck = status.isStuck
        let durable = status.durableGroup
        release(queue.release { $0 <= durable }, .ready)
        if isStuck { release(queue.release { _ in true }, .unsafe(refusal ?? .failing)) }
        let late = queue.late(now: now)
        for (request, group) in late { queue.leave(request, for: group) }
        release(late.map(\.waiter), .late)
    }

    private func release(_ requests: [PendingRequest], _ news: PendingState.News) {
        for request in requests {
            saver.status.replyWaitsNoMore()
            request.release(news)
        }
    }
}

/// The reply to a write, held until the write is safe.
struct HeldReply {
    let response: Response
    /// The group that has to be safe first.
    let group: UInt64
    /// The kind that is counted and logged if the write cannot be saved.
    let kind: CallKind
}

/// Decides when to close a group: as soon as a turn of the reactor adds no further write. A group costs the disk or the
/// engine nearly the same, however many share it, and writes that are ready join without losing time.
struct GroupTrigger {
    enum Verdict {
        /// No reply waits for a group that was not asked for.
        case idle
        /// The next turn may bring more; it should come at once.
        case goesOn
        case isOver
    }

    /// The longest wait for other writes, in nanoseconds.
    private static let patience: UInt64 = 1_000_000

    private var count = 0
    private var countBefore = 0
    /// The beginning of the first turn with one of them.
    private var begin: UInt64 = 0

    /// A reply waits.
    mutating func noteWrite() { count += 1 }

    /// - Parameter now: when the reactor's turn began.
    mutating func turn(now: UInt64) -> Verdict {
        if count == 0 { return .idle }
        if countBefore == 0 { begin = now }
        guard count > countBefore, now < begin + Self.patience else {
            (count, countBefore) = (0, 0)
            return .isOver
        }
        countBefore = count
        return .goesOn
    }
}
