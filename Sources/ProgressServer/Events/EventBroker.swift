import MicroHTTPD
import ProgressCore
import ProgressLocalization
import ProgressWire

/// Announces changes to the streams of one reactor: takes the registry's marks, keeps the pace, sends frames.
///
/// On its reactor's thread only. Writes mark, the broker renders: a node's changes between two sends are one.
final class EventBroker {
    /// A node's changes that wait for its next send.
    struct Held {
        var index: NodeIndex
        var kinds: Changes.Kinds
        var firstStamp: UInt64
        var due: UInt64
        var moments: [ProgressSnapshot] = []
        /// Grows from hold to hold.
        let order: UInt64
        /// Only those streams want it that carry a summary: something below the node changed.
        var isSummaryOnly: Bool
    }

    let registry: ProgressRegistry
    let configuration: Configuration
    let reactor: Int
    let metrics: ReactorMetrics
    /// Nanoseconds between two sends of one node.
    let interval: UInt64
    let heartbeat: UInt64

    var subscriptions: [ObjectIdentifier: Subscription] = [:]
    var byNode: [ProgressID: SubscriptionList] = [:]
    var bySubtree: [ProgressID: SubscriptionList] = [:]
    var rootSubscriptions: SubscriptionList = []
    var summaryCount = 0
    var waiters: [ProgressID: [Parking]] = [:]
    var parked: [ObjectIdentifier: Parking] = [:]
    var freshlyParked: [Parking] = []

    var held: [ProgressID: Held] = [:]
    var holdCount: UInt64 = 0
    /// What is held, in the order in which it came to be; entries whose order is not that of `held` mean nothing.
    var holdQueue: [(id: ProgressID, order: UInt64)] = []
    /// How far it was looked through for what is due, what of that stays, and when the first of that is due.
    var holdPosition = 0
    var holdRest: [(id: ProgressID, order: UInt64)] = []
    var holdRestDue = UInt64.max
    /// Grows when every subscription that wanted to be drained was.
    var drainRound: UInt64 = 1
    /// At or before the first moment at which something held is due.
    var nextHeldDue = UInt64.max
    /// The oldest stamp among what is held.
    var oldestHeldStamp = UInt64.max
    var lastSent: [ProgressID: UInt64] = [:]
    var nextForgetting: UInt64 = 0
    /// At or before the first moment at which a parked request's time is over.
    var nextParkingDeadline = UInt64.max
    /// Every change up to this number has been taken from the mailbox.
    var takenSequence: UInt64 = 0
    /// Subscriptions with something to send, or that may have ended.
    var restless: [ObjectIdentifier: Subscription] = [:]
    /// Nodes that were gone when their arrival came to be sent, by subscription, until their departure is announced.
    /// True: the reader is not to hear of them at all.
    var lapsed: [ObjectIdentifier: [ProgressID: Bool]] = [:]
    var renderer = FrameRenderer()
    var summaries: [ProgressID: (at: UInt64, summary: ProgressSummary)] = [:]
    /// Summaries of large subtrees that are being made anew.
    var summaryJobs: [ProgressID: (startedAt: UInt64, job: SummaryJob)] = [:]
    var deliveryCount: UInt64 = 0
    var nextHeartbeatCheck: UInt64 = 0
    let clock: ServiceClock
    let requiresTokens: Bool
    var nextPermitCheck: UInt64 = 0
    var idLine: [UInt8] = []
    var joined = JoinedFrame()
    var now: UInt64 = 0

    init(service: ServiceState, reactor: Int, metrics: ReactorMetrics) {
        registry = service.registry
        configuration = service.configuration
        self.metrics = metrics
        clock = service.clock
        requiresTokens = service.requiresTokens
        self.reactor = reactor
        let rate = configuration.streamRate
        interval = rate <= 0 ? 0 : UInt64(min(1e9 / rate, 3.6e12))
        heartbeat = UInt64(configuration.heartbeatSeconds * 1e9)
    }

    /// One turn: everything that is due goes out.
    /// - Returns: when the next thing is due.
    func turn(now: UInt64) -> UInt64? {
        advance(to: now)
        var deadline = UInt64.max
        let slice = TimeSlice(nanoseconds: configuration.sliceNanoseconds)
        if !subscriptions.isEmpty || !parked.isEmpty || !held.isEmpty { deadline = min(deadline, flush(slice)) }
        if !summaryJobs.isEmpty { deadline = min(deadline, refreshSummaries(slice)) }
        deadline = min(deadline, drainRestless(TimeSlice(nanoseconds: configuration.sliceNanoseconds)))
        deadline = min(deadline, resumeOverdue())
        deadline = min(deadline, beat())
        if requiresTokens { deadline = min(deadline, endUnpermitted()) }
        return deadline == .max ? nil : deadline
    }

    /// A stream begins a moment after the turn in which it does: the time never goes back.
    func advance(to now: UInt64) { self.now = max(self.now, now) }

    // MARK: Ids

    /// The `id:` line for a frame that shows everything up to `promise`.
    func id(_ promise: UInt64) -> [UInt8] {
        idLine.removeAll(keepingCapacity: true)
        idLine.append("id: ")
        idLine.append(contentsOf: registry.epoch)
        idLine.append("-")
        idLine.append(contentsOf: String(promise).utf8)
        idLine.append("\n")
        return idLine
    }

    /// Up to where `subscription` has been told everything, when `undelivered` is the oldest mark still in hand.
    func promise(for subscription: Subscription, undelivered: UInt64 = .max) -> UInt64 {
        var oldest = subscription.owed.oldestStamp
        if let node = subscription.singleNode, !subscription.wantsSummary {
            if let held = held[node] { oldest = min(oldest, held.firstStamp) }
        } else {
            oldest = min(oldest, undelivered, oldestHeldStamp)
        }
        return oldest == .max ? takenSequence : min(takenSequence, oldest == 0 ? 0 : oldest - 1)
    }

    // MARK: Silence

    /// A comment line for streams that were silent too long.
    private func beat() -> UInt64 {
        if subscriptions.isEmpty { return .max }
        if now >= nextHeartbeatCheck {
            for subscription in subscriptions.values where !subscription.socket.isBehind {
                if subscription.lastSend + heartbeat <= now {
                    subscription.lastSend = now
                    _ = subscription.socket.send([], FrameRenderer.heartbeat)
                }
            }
            nextHeartbeatCheck = now + min(heartbeat / 4 + 1, 1_000_000_000)
        }
        return nextHeartbeatCheck
    }
}
