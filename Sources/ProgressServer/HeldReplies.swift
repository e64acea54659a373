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
    /// In the order of their groups.
    private var replies: [HeldReply] = []
    /// The count of losses that the oldest of them began with.
    private var lossCount: UInt64 = 0
    /// nil: a group is asked for with each of them.
    private var trigger: GroupTrigger?

    /// - Parameters:
    ///   - gathers: whoever is ready waits for the others that are. Where a group costs an engine much; a disk takes the next
    ///     one sooner than that pays.
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

    /// To be noted before a write is executed, for `groupToAwait`.
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
    func hold(
        _ response: Response,
        until group: UInt64,
        losses: UInt64,
        _ kind: CallKind,
        _ exchange: Exchange
    ) -> HeldReply {
        if replies.isEmpty { lossCount = losses }
        let deadline = patience.map { MonotonicClock.now() + $0 } ?? .max
        let held = HeldReply(response, group, deadline: deadline, kind, exchange)
        response.beginUse()
        replies.append(held)
        saver.status.replyWaits()
        if trigger == nil { saver.hurry() } else { trigger?.noteWrite() }
        return held
    }

    /// Once a turn: asks for a group, and resumes the exchanges whose group is safe, cannot be saved for now, or has no
    /// known fate.
    /// - Returns: when it is due again; `.max`: never.
    func turn(now: UInt64) -> UInt64 {
        if replies.isEmpty { return .max }
        let next = release(now: now)
        switch trigger?.turn(now: now) {
        case nil, .idle: return next
        case .goesOn: return now
        case .isOver:
            saver.hurry()
            return next
        }
    }

    /// - Returns: when the next one has waited too long; `.max`: none will.
    private func release(now: UInt64) -> UInt64 {
        let status = saver.status
        let losses = status.lossCount
        if losses != lossCount {
            for held in replies { held.isUncertain = true }
            letGo(replies.count)
            return .max
        }
        let isStuck = status.isStuck
        let durable = status.durableGroup
        letGo(isStuck ? replies.count : replies.prefix { $0.group <= durable }.count)
        let late = replies.prefix { $0.deadline <= now }
        for held in late { held.isUncertain = true }
        letGo(late.count)
        return replies.first?.deadline ?? .max
    }

    private func letGo(_ count: Int) {
        for held in replies.prefix(count) {
            saver.status.replyWaitsNoMore()
            if let exchange = held.exchange { exchange.resume() } else { held.response.endUse() }
        }
        replies.removeFirst(count)
    }

    /// Ends the wait of a released reply.
    /// - Returns: why its write is not confirmed; nil if it is safe.
    func finish(_ held: HeldReply) -> Flaw? {
        held.response.endUse()
        if held.isUncertain { return .uncertain }
        return held.group <= saver.status.durableGroup ? nil : .storage(refusal ?? .failing)
    }
}
