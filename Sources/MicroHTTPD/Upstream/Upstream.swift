import Platform

/// Calls another HTTP service, over connections that are kept. One a reactor; on its thread only.
package final class Upstream {
    let loop: EventLoop
    let configuration: UpstreamConfiguration
    let timing: UpstreamTiming
    /// All that is read goes through this.
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1_024, alignment: 16)

    private var address: UpstreamAddress
    private var connections = EventSourceList<UpstreamConnection>()
    /// The most recently used one is last.
    private var idle: [UpstreamConnection] = []
    private var shortCount = 0
    /// Short calls for which there is no connection yet, in order.
    private var waiting: [UpstreamCall] = []

    package init(
        _ address: UpstreamAddress,
        for reactor: Reactor,
        _ configuration: UpstreamConfiguration = UpstreamConfiguration()
    ) {
        self.address = address
        self.configuration = configuration
        loop = reactor.loop
        timing = UpstreamTiming(configuration)
    }

    deinit {
        for connection in connections.items {
            connection.shut()
            loop.retire(connection)
        }
        buffer.deallocate()
    }

    /// Connections at the moment, kept ones included.
    package var connectionCount: Int { connections.count }

    /// Calls for which there is no connection at the moment.
    package var waitingCount: Int { waiting.count }

    package func send(_ call: UpstreamCall) {
        loop.assertOnThread()
        if call.mayBeHeld || shortCount < configuration.connectionLimit { start(call) } else { waiting.append(call) }
    }

    /// Ends a call whose outcome is no longer wanted. The upstream may have executed it.
    package func cancel(_ call: UpstreamCall) {
        loop.assertOnThread()
        guard let connection = call.connection else { return waiting.removeAll { $0 === call } }
        connection.abandon()
        startWaiting()
    }

    /// All calls from now on go to `address`. Those under way have `seconds` to end; those that wait end as not sent.
    package func move(to address: UpstreamAddress, within seconds: Double) {
        self.address = address
        retire(within: seconds)
    }

    /// Like `move`, but the address stays: calls from now on take new connections.
    package func retire(within seconds: Double) {
        loop.assertOnThread()
        let nanoseconds = MonotonicClock.nanoseconds(seconds)
        for connection in connections.items { connection.retire(within: nanoseconds) }
        endWaiting()
    }

    /// Ends the calls that are under way, because no replies are expected.
    /// - Parameter isFormer: only what was under way when the upstream moved, or was retired.
    package func endCalls(onlyIf isFormer: Bool) {
        loop.assertOnThread()
        if !isFormer { endWaiting() }
        for connection in connections.items where connection.isRetired || !isFormer { connection.giveUp() }
    }

    private func endWaiting() {
        var unsent: [UpstreamCall] = []
        swap(&unsent, &waiting)
        for call in unsent { tell(call, .notSent) }
    }

    /// Ends all relays, because the service stops.
    package func endRelays() {
        loop.assertOnThread()
        for connection in connections.items { connection.endRelay() }
    }

    // MARK: From the connections

    func becameIdle(_ connection: UpstreamConnection) { idle.append(connection) }

    /// A short call has ended, or is not short.
    func placeIsFree() { shortCount -= 1 }

    func ended(_ connection: UpstreamConnection, wasIdle: Bool) {
        if wasIdle { idle.removeAll { $0 === connection } }
        connections.remove(connection)
        loop.retire(connection)
    }

    func tell(_ call: UpstreamCall, _ outcome: UpstreamOutcome) {
        call.caller.ended(outcome)
        startWaiting()
    }

    private func startWaiting() {
        while shortCount < configuration.connectionLimit, !waiting.isEmpty { start(waiting.removeFirst()) }
    }

    // MARK: Starting

    private func start(_ call: UpstreamCall) {
        if !call.mayBeHeld { shortCount += 1 }
        while let kept = idle.popLast() {
            if kept.carry(call) { return }
            connections.remove(kept)
            loop.retire(kept)
        }
        guard let made = UpstreamConnection(to: address, self) else {
            if !call.mayBeHeld { shortCount -= 1 }
            return tell(call, .notSent)
        }
        connections.append(made)
        _ = made.carry(call)
    }
}
