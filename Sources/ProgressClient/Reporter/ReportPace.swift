/// When a reporter may send: at most four times a second, and not for a while after a failure.
struct ReportPace: Sendable {
    typealias Instant = ContinuousClock.Instant

    static let gap = Duration.milliseconds(250)
    /// For ends, which do not wait for others.
    static let endGap = Duration.milliseconds(20)
    /// After a failure.
    static let quiet = Duration.seconds(5)

    private var sentAt: Instant?
    private var quietUntil: Instant?
    /// Somebody waits for the last word: the gap is not kept.
    var hurries = 0
    /// The next request has an end.
    var hasEnd = false

    /// The earliest time to send; in the past where it may be now.
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

    /// The process ends: one more attempt, also where the last one failed.
    mutating func forgive() { quietUntil = nil }
}
