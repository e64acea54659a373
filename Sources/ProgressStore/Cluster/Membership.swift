import Platform
import ProgressLog
import ProgressRegistry
import ProgressTelemetry

/// One replica's part in its cluster, a turn at a time: it loads and follows the log, takes the office when that is due,
/// rules, and hands over. On the cluster thread.
///
/// `ElectionClient` sends and decides what concerns the office; `LogFollower` has the trees while they follow, `WriterTerm`
/// all that a writer does. The work of an heir is in `Membership+Following`, how the office comes and goes in
/// `Membership+Office`.
struct Membership {
    let context: MemberContext
    var client: ElectionClient
    var replica: LogFollower
    var writerTerm: WriterTerm?
    var announcements: Announcements
    var depositionCount = DepositionCount()
    /// When an heir looks because something has changed in the log; nil: when it is due anyway.
    var lookDue: UInt64?
    var lookedAt: UInt64 = 0
    /// When a log that could not be read is read again.
    var readsAgainAt: UInt64 = 0
    /// Whether this is known to be the cluster of its tokens, or at least no other one.
    var isAcquainted: Bool
    /// It is another cluster: this process ends.
    var isRefused = false
    /// How the newest writer that is known took office.
    var knownTerm: TermRecord?
    var isLeaving = false
    /// It handed over: the trees stay as they are.
    var hasHandedOver = false
    /// Everything that was written here is in the log.
    var isSaved = true

    /// Between two looks that changes in the log cause: a hand-over may be noticed that much later.
    static let lookInterval: UInt64 = 100_000_000
    /// Between two attempts to read what cannot be read, which may take long.
    static let rereadInterval: UInt64 = 1_000_000_000

    init(_ context: MemberContext, random: any RandomNumberGenerator) {
        self.context = context
        client = ElectionClient(context, random: random)
        replica = LogFollower(context)
        announcements = Announcements(context)
        isAcquainted = context.settings.isAcquainted
    }

    var now: UInt64 { context.clock() }

    /// The log is not the one that was followed: nothing is taken from it, and nothing written to it.
    var isEstranged: Bool { client.health.isEstranged }

    var cluster: ClusterStatus { context.cluster }

    /// Whether this replica holds the office, as far as it knows.
    var isWriter: Bool { writerTerm != nil }

    /// Does the work that is due.
    /// - Parameter isWoken: something may have changed in the log, or been asked for.
    /// - Returns: when the next turn is due without any news.
    mutating func turn(isWoken: Bool) -> UInt64 {
        if let end = writerTerm?.turn(&client) { finish(end) } else if writerTerm == nil { follow(isWoken: isWoken) }
        announceIfDue()
        let mayAnnounce = !isLeaving && !isEstranged && isAcquainted
        return min(writerTerm?.nextTurn(client) ?? followDue, mayAnnounce ? announcements.due : .max)
    }

    /// When the next look is due. An office that could not be handed over still asks for beats: those are over.
    var followDue: UInt64 {
        let due = min(client.election.nextDue, lookDue ?? .max)
        return hasHandedOver ? max(due, lookedAt + Self.lookInterval) : due
    }

    mutating func announceIfDue() {
        let holder = writerTerm.flatMap { $0.hasBegun ? $0.holder : nil }
        guard !isLeaving, !isEstranged, isAcquainted else { return }
        let isDue = now >= announcements.due || announcements.hasNews(of: holder)
        guard context.tokenNews.take() || isDue else { return }
        if client.rests { return announcements.putOff() }
        announcements.announce(as: holder)
        writerTerm?.form = announcements.form
    }

    /// The process is about to end.
    func withdraw() { if !client.rests { announcements.withdraw() } }

    /// It ends: a writer hands over in the next turns, and an heir claims no more.
    mutating func leave(by deadline: UInt64) {
        isLeaving = true
        cluster.note(.leaving, term: cluster.term)
        if writerTerm != nil { writerTerm?.leave(by: deadline, &client) } else { client.leave() }
        context.wake()
    }
}
