/// Counts of a reactor's work, and of what it holds at the moment.
package struct ReactorCounters: Equatable, Sendable {
    package var turns: UInt64 = 0
    package var acceptedConnections: UInt64 = 0
    /// Closed at accept, or answered 503.
    package var excessConnections: UInt64 = 0
    package var requests: UInt64 = 0
    /// Requests that the reactor or the application refused at the head, or for their body.
    package var refusedRequests: UInt64 = 0
    /// Connections in libmicrohttpd at the moment.
    package var connections = 0
    /// Streams at the moment.
    package var streams = 0
    package var parked = 0
    /// Streams that were cut off because their reader took nothing for too long.
    package var stalledStreams: UInt64 = 0
    /// Connections that were cut off because a request did not arrive in time.
    package var slowRequests: UInt64 = 0

    package init() {}

    /// Connections and streams, which are connections that libmicrohttpd has forgotten.
    package var open: Int { connections + streams }

    /// The sum over two reactors.
    package static func + (lhs: ReactorCounters, rhs: ReactorCounters) -> ReactorCounters {
        var sum = lhs
        sum.turns += rhs.turns
        sum.acceptedConnections += rhs.acceptedConnections
        sum.excessConnections += rhs.excessConnections
        sum.requests += rhs.requests
        sum.refusedRequests += rhs.refusedRequests
        sum.connections += rhs.connections
        sum.streams += rhs.streams
        sum.parked += rhs.parked
        sum.stalledStreams += rhs.stalledStreams
        sum.slowRequests += rhs.slowRequests
        return sum
    }
}
