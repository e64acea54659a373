/// Decides when a reporter may send: at most four times a second, and not for a while after a failure.
struct ReportPace: Sendable {
    typealias Instant = ContinuousClock.Instant

    static let gap = Duration.milliseconds(250)
    /// The gap before a request with an end, which does not wait for more.
    static let endGap = Duration.milliseconds(20)
    /// The pause after a failure.
    static let quiet = Duration.seconds(5)

    private var sentAt: Instant?
    private var quietUntil: Instant?
    /// The number of callers that wait until everything is sent; if there are any, the gap is not kept.
    var hurries = 0
    /// Whether the next request has an end.
    var hasEnd = false

    /// The earliest time to send; `now` if it may be at once.
    func next(at now: Instant) -> Instant {
        var next = now
        if let quietUntil { next = max(next, quietUntil) }
        if let sentAt, hurries == 0 { next = max(next, sentAt + (hasEnd ? Self.endGap : Self.gap)) }
        return next
    }

    func isQuiet(at now: Instant) -> Bool { quietUntil.map { now < $0 } ?? false }

    mutating func send(at now: Instant) {
        sentAt = now
        quietUntil = nil
    }

    mutating func fail(at now: Instant) { quietUntil = now + Self.quiet }

    /// Allows one more attempt when the process ends, even if the last one has just failed.
    mutating func forgive() { quietUntil = nil }
}
