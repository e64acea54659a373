import Platform

/// The settings of the connections to an upstream.
package struct UpstreamConfiguration: Sendable {
    /// Connections that carry short calls, or none. Calls that may be held and relays open more.
    package var connectionLimit = 64
    package var connectSeconds = 1.0
    /// From the last byte that was sent of a request to the reply, unless the call may be held.
    package var replySeconds = 30.0
    /// Less than the upstream's own, so that it seldom closes a connection while a request is on its way.
    package var idleSeconds = 15.0
    /// For a peer that acknowledges nothing, not even probes. At least 2.
    package var vanishedSeconds = 5.0
    /// A longer body is relayed.
    package var collectedByteCount = 1 << 20

    package init() {}
}

/// The durations of an upstream's settings in nanoseconds.
struct UpstreamTiming {
    let connect, reply, idle, vanished: UInt64

    init(_ configuration: UpstreamConfiguration) {
        connect = MonotonicClock.nanoseconds(configuration.connectSeconds)
        reply = MonotonicClock.nanoseconds(configuration.replySeconds)
        idle = MonotonicClock.nanoseconds(configuration.idleSeconds)
        vanished = MonotonicClock.nanoseconds(configuration.vanishedSeconds)
    }
}
