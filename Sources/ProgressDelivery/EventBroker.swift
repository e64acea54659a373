import MicroHTTPD
package import Platform
import ProgressCore
package import ProgressRegistry
import ProgressStreams

/// Announces changes to the streams of one reactor. On its reactor's thread only.
///
/// Writes only mark nodes; the broker looks them up when it sends, so changes between two sends become one. It is a
/// shell around values that decide: `Inbox` collects the mail, `Pace` says which nodes are due, `Audience` which
/// streams are concerned, each `Subscription` which events its reader gets and what they promise; `News` and `Outbox`
/// send them. It has more than 20 methods because each of them leads from one of these values to another.
///
/// It looks up a node only after hearing every move that the look would show: what a reader knows follows from the
/// moves that its subscription has heard.
package final class EventBroker {
    let metrics: StreamMetrics
    let sliceNanoseconds: UInt64
    let epoch: StreamEpoch
    var audience = Audience()
    var pace: Pace
    var waitingRoom = WaitingRoom()
    var summaries: Summaries
    var inbox: Inbox
    var outbox: Outbox
    var drains = DrainList()
    var checks: PeriodicChecks
    var views: Views
    var budget: BacklogBudget
    /// Numbers announcements and moves, so that a stream concerned twice is told once.
    var announcementCount: UInt64 = 0
    var now: UInt64 = 0

    /// - Parameter random: draws when readers are to come back.
    package init(
        _ registry: ProgressRegistry,
        _ configuration: Configuration,
        _ clock: ServiceClock,
        reactor: Int,
        of reactorCount: Int,
        metrics: StreamMetrics,
        random: any RandomNumberGenerator = SystemRandomNumberGenerator()
    ) {
        self.metrics = metrics
        sliceNanoseconds = configuration.sliceNanoseconds
        let rate = configuration.streamRate
        pace = Pace(interval: rate <= 0 ? 0 : UInt64(min(1e9 / rate, 3.6e12)))
        summaries = Summaries(registry, reactor: reactor)
        inbox = Inbox(registry, reactor: reactor)
        epoch = registry.epoch
        outbox = Outbox(
            epoch: epoch.bytes,
            heartbeatSeconds: configuration.heartbeatSeconds,
            metrics,
            random
        )
        checks = PeriodicChecks(configuration, clock)
        views = Views(configuration)
        budget = BacklogBudget(byteCount: configuration.maximumBacklogBytes / max(1, reactorCount))
    }

    /// One turn: everything that is due goes out.
    /// - Returns: when the next thing is due.
    package func turn(now: UInt64) -> UInt64? {
        advance(to: now)
        var deadline = UInt64.max
        if !audience.isEmpty || !waitingRoom.isEmpty || !pace.isEmpty || !inbox.isEmpty || !views.isEmpty {
            inbox.collect()
            if !inbox.isOutdated && hear(slice()) {
                drainStreams(slice())
                announceDue(slice())
                deadline = min(deadline, refreshSummaries(slice()), pace.nextDue() ?? .max, drains.nextDue)
                // Changes that are not heard yet are not told either.
                if inbox.isEmpty { keepBudget() }
            }
            // Mail that arrived during this turn's lookups waits for the next turn.
            if !inbox.isEmpty { deadline = self.now }
        }
        deadline = min(deadline, waitingRoom.resumeOverdue(now: self.now))
        deadline = min(deadline, breakSilence(), drawViews(slice()), endUnpermitted())
        return deadline == .max ? nil : deadline
    }

    /// Sets the time, which never goes back: a stream may begin with a later time than its turn's.
    func advance(to now: UInt64) { self.now = max(self.now, now) }

    func slice() -> TimeSlice { TimeSlice(nanoseconds: sliceNanoseconds) }

    // MARK: Periodic checks

    /// Ends streams whose grant, session or token has ended, or whose right is of no more use because its progress is
    /// gone, and resumes such waiting requests, which refuses them.
    /// - Returns: when the next check is due.
    private func endUnpermitted() -> UInt64 {
        if audience.isEmpty && waitingRoom.isEmpty && views.isEmpty { return .max }
        return checks.checkPermits(now: now) { moment in
            endPermitsOfGone()
            for stream in audience.streams.values where stream.permit?.isOver(at: moment) == true {
                stream.socket.finish()
                close(stream)
            }
            for view in views.all.values where view.request.permit?.isOver(at: moment) == true { end(view) }
            waitingRoom.resumeUnpermitted(at: moment)
        }
    }

    private func endPermitsOfGone() {
        var scoped: [Permit] = []
        for stream in audience.streams.values { scoped.append(scopeOf: stream.permit) }
        for view in views.all.values { scoped.append(scopeOf: view.request.permit) }
        waitingRoom.forEach { scoped.append(scopeOf: $0.permit) }
        for start in stride(from: 0, to: scoped.count, by: Self.permitsPerEntry) {
            let some = scoped[start..<min(start + Self.permitsPerEntry, scoped.count)]
            inbox.enter { registry in for permit in some { permit.endIfGone(registry.tree.forest) } }
        }
    }

    private static let permitsPerEntry = 256
}

extension [Permit] {
    /// Appends a permit that is good for one subtree; streams often share theirs with the ones before.
    fileprivate mutating func append(scopeOf permit: Permit?) {
        guard let permit, permit.scope != nil, last !== permit else { return }
        append(permit)
    }
}
