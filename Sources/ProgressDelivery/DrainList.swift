/// Streams that have something to send or may have ended. Every stream is served once before any is served twice.
struct DrainList {
    private var streams: [ObjectIdentifier: OpenStream] = [:]
    /// Grows when all due streams have been served.
    private var round: UInt64 = 1
    /// A lower bound of the first due time.
    private(set) var nextDue = UInt64.max

    /// Serves the stream from `due` on: it has something to send, or may have ended.
    mutating func schedule(_ stream: OpenStream, at due: UInt64 = 0) {
        streams[ObjectIdentifier(stream)] = stream
        stream.marks.nextDrain = min(stream.marks.nextDrain, due)
        nextDue = min(nextDue, due)
    }

    mutating func remove(_ stream: OpenStream) { streams[ObjectIdentifier(stream)] = nil }

    /// The streams to serve now. Streams left over when a slice ends come first next time.
    func due(at now: UInt64) -> [OpenStream] {
        if nextDue > now { return [] }
        return streams.values.filter { $0.marks.nextDrain <= now && $0.marks.drainRound != round }
    }

    /// - Parameter next: when to serve it again; nil waits for the next `schedule`.
    mutating func served(_ stream: OpenStream, next: UInt64?) {
        stream.marks.drainRound = round
        stream.marks.nextDrain = next ?? .max
        if next == nil { remove(stream) }
    }

    /// - Parameter isComplete: whether all due streams were served.
    mutating func endRound(isComplete: Bool, now: UInt64) {
        if !isComplete {
            nextDue = now
            return
        }
        round += 1
        nextDue = streams.values.lazy.map(\.marks.nextDrain).min() ?? .max
    }
}
