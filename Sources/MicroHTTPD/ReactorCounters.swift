/// What a reactor has done and holds.
package struct ReactorCounters: Equatable, Sendable {
    package var turns: UInt64 = 0
    package var acceptedConnections: UInt64 = 0
    /// Closed at accept, or answered 503.
    package var excessConnections: UInt64 = 0
    package var requests: UInt64 = 0
    /// Requests that the reactor or the application refused at the head, or for their body.
    package var refusedRequests: UInt64 = 0
    /// Connections in libmicrohttpd now.
    package var connections = 0
    /// Streams now.
    package var streams = 0
    package var parked = 0
}
