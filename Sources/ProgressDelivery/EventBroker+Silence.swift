import MicroHTTPD
import ProgressRegistry
import ProgressStreams

/// Events for streams without news: heartbeats and newer ids.
extension EventBroker {
    /// Sends a heartbeat on streams that have been silent for long, and a newer id to readers whose id ages: a reader
    /// that returns with one that the service has forgotten gets everything again. Cost: O(streams), once a second at
    /// most.
    /// - Returns: when the next check is due.
    func breakSilence() -> UInt64 {
        if audience.isEmpty { return .max }
        return checks.checkSilence(now: now) { silence in
            let aging = inbox.enter { $0.departures.agingStamp }
            for stream in audience.streams.values where !stream.socket.isBehind {
                let isSilent = stream.lastSend + silence <= now
                if isSilent && stream.wishes.showsHeartbeats || stream.promised < aging && canPromiseMore(stream) {
                    if tellSynced(stream) { continue }
                }
                if isSilent {
                    stream.lastSend = now
                    _ = stream.socket.send([], FrameWriter.heartbeat)
                }
            }
        }
    }

    private func canPromiseMore(_ stream: OpenStream) -> Bool { promise(for: stream) > stream.promised }

    /// - Returns: false if something has to be told first.
    private func tellSynced(_ stream: OpenStream) -> Bool {
        if !inbox.isEmpty || !stream.subscription.isInStep { return false }
        gather(.synced, for: stream)
        _ = outbox.sendGathered(to: stream)
        return true
    }
}
