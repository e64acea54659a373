import MicroHTTPD
package import Platform
import ProgressCore
package import ProgressRegistry
import ProgressStreams

/// Announces changes to the streams of one reactor. On its reactor's thread only.
///
/// Writes mark, the broker looks and sends: a node's changes between two sends are one. It decides nothing by itself:
/// `Pace` says which nodes are due, `Audience` who is concerned, each `Subscription` what its reader is told and what
/// each event may promise; the broker moves between them, the registry and the sockets.
///
/// Nothing is looked up before every move of a node that the look would show has been heard of: what a reader knows
/// follows from the moves it was told of.
package final class EventBroker {
    let registry: ProgressRegistry
    let reactor: Int
    let metrics: StreamMetrics
    let sliceNanoseconds: UInt64
    var audience = Audience()
    var pace: Pace
    var waitingRoom = WaitingRoom()
    var summaries: Summaries
    var writer: FrameWriter
    var intake = Intake()
    var drains = DrainList()
    var rounds: Rounds
    /// Numbers announcements.
    var announcementCount: UInt64 = 0
    var now: UInt64 = 0

    package init(
        _ registry: ProgressRegistry,
        _ configuration: Configuration,
        _ clock: ServiceClock,
        reactor: Int,
        metrics: StreamMetrics
    ) {
        self.registry = registry
        self.reactor = reactor
        self.metrics = metrics
        sliceNanoseconds = configuration.sliceNanoseconds
        let rate = configuration.streamRate
        pace = Pace(interval: rate <= 0 ? 0 : UInt64(min(1e9 / rate, 3.6e12)))
        summaries = Summaries(registry, reactor: reactor)
        writer = FrameWriter(epoch: registry.epoch)
        rounds = Rounds(configuration, clock)
    }

    /// One turn: everything that is due goes out.
    /// - Returns: when the next thing is due.
    package func turn(now: UInt64) -> UInt64? {
        advance(to: now)
        var deadline = UInt64.max
        if !audience.isEmpty || !waitingRoom.isEmpty || !pace.isEmpty || !intake.isEmpty {
            collect()
            if hear(slice()) {
                drainStreams(slice())
                announceDue(slice())
                deadline = min(deadline, refreshSummaries(slice()), pace.nextDue() ?? .max, drains.nextDue)
            }
            // What came while this turn looked is heard of in the next.
            if !intake.isEmpty { deadline = self.now }
        }
        deadline = min(deadline, waitingRoom.resumeOverdue(now: self.now))
        deadline = min(deadline, beat(), endUnpermitted())
        return deadline == .max ? nil : deadline
    }

    /// A stream begins a moment after the turn in which it does: the time never goes back.
    func advance(to now: UInt64) { self.now = max(self.now, now) }

    func slice() -> TimeSlice { TimeSlice(nanoseconds: sliceNanoseconds) }

    // MARK: Rounds

    /// A comment line for streams that were silent too long.
    /// - Returns: when it looks again.
    private func beat() -> UInt64 {
        if audience.isEmpty { return .max }
        return rounds.beat(now: now) { silence in
            for stream in audience.streams.values where !stream.socket.isBehind {
                if stream.lastSend + silence > now { continue }
                stream.lastSend = now
                _ = stream.socket.send([], FrameWriter.heartbeat)
            }
        }
    }

    /// Ends streams whose grant, session or token has ended, and has waiting requests asked again, which refuses them.
    /// - Returns: when it looks again.
    private func endUnpermitted() -> UInt64 {
        if audience.isEmpty && waitingRoom.isEmpty { return .max }
        return rounds.checkPermits(now: now) { moment in
            for stream in audience.streams.values where stream.permit?.isOver(at: moment) == true {
                stream.socket.finish()
                close(stream)
            }
            waitingRoom.resumeUnpermitted(at: moment)
        }
    }
}
