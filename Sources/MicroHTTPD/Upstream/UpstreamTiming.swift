import Platform

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
