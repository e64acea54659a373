import Platform

/// The durations of a reactor's settings in nanoseconds.
struct Timing {
    let head, body, idle, stalled, vanished: UInt64

    init(_ configuration: ReactorConfiguration) {
        head = MonotonicClock.nanoseconds(configuration.headSeconds)
        body = MonotonicClock.nanoseconds(configuration.bodySeconds)
        idle = MonotonicClock.nanoseconds(configuration.idleSeconds)
        stalled = MonotonicClock.nanoseconds(configuration.stalledStreamSeconds)
        vanished = MonotonicClock.nanoseconds(configuration.vanishedStreamSeconds)
    }

    /// Sixteen slots of the wheel fit into the shortest total deadline.
    var granularity: UInt64 { min(head, body, idle, stalled) / 16 }
}
