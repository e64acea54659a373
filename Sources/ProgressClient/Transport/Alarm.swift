/// A call at a time.
struct Alarm: Sendable {
    let at: ContinuousClock.Instant
    let ring: @Sendable () -> Void
}
