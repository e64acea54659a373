/// The streams with something to send, or that may have ended; each is served once before any is served twice.
struct DrainList {
    private var streams: [ObjectIdentifier: OpenStream] = [:]
    /// Grows when every stream that wanted to be served was.
    private var round: UInt64 = 1
    /// At or before the first moment at which one wants to be served.
    private(set) var nextDue = UInt64.max

    /// The stream has something to send at `due`, or may have ended.
    mutating func schedule(_ stream: OpenStream, at due: UInt64 = 0) {
        streams[ObjectIdentifier(stream)] = stream
        stream.nextDrain = min(stream.nextDrain, due)
        nextDue = min(nextDue, due)
    }

    mutating func remove(_ stream: OpenStream) { streams[ObjectIdentifier(stream)] = nil }

    /// Those to be served now; what is not served is served first the next time.
    func due(at now: UInt64) -> [OpenStream] {
        if nextDue > now { return [] }
        return streams.values.filter { $0.nextDrain <= now && $0.drainRound != round }
    }

    /// - Parameter next: when it wants to be served again; nil: not before something happens.
    mutating func served(_ stream: OpenStream, next: UInt64?) {
        stream.drainRound = round
        stream.nextDrain = next ?? .max
        if next == nil { remove(stream) }
    }

    /// - Parameter isComplete: whether all that were due were served.
    mutating func endRound(isComplete: Bool, now: UInt64) {
        if !isComplete {
            nextDue = now
            return
        }
        round += 1
        nextDue = streams.values.lazy.map(\.nextDrain).min() ?? .max
    }
}
