import Platform
import ProgressLog
import ProgressRegistry
import ProgressTelemetry

/// One replica's part in its cluster, a turn at a time: it loads and follows the log, takes the office when that is due,
/// rules, and hands over. On the cluster thread.
///
/// `ElectionClient` sends and decides what concerns the office; `LogFollower` has the trees while they follow, `WriterTerm` all that a
/// writer does.
struct Membership {
    private let context: MemberContext
    private var client: ElectionClient
    private var replica: LogFollower
    private var writerTerm: WriterTerm?
    private var announcements: Announcements
    private var depositionCount = DepositionCount()
    /// When an heir looks because something has changed in the log; nil: when it is due anyway.
    private var lookDue: UInt64?
    private var lookedAt: UInt64 = 0
    /// When a log that could not be read is read again.
    private var readsAgainAt: UInt64 = 0
    /// Whether this is known to be the cluster of its tokens, or nobody else's.
    private var isAcquainted: Bool
    /// It is another's: this process ends.
    private var isRefused = false
    /// How the newest writer that is known took office.
    private var knownTerm: TermRecord?
    private var isLeaving = false
    /// It handed over: the trees stay as they are.
    private(set) var hasHandedOver = false
    /// Nothing is missing in the log that was written here.
    private(set) var isSaved = true

    /// Between two looks that changes in the log cause: a hand-over may be noticed so much later.
    private static let lookInterval: UInt64 = 100_000_000
    /// Between two attempts to read what cannot be read, which may take long.
    private static let rereadInterval: UInt64 = 1_000_000_000

    init(_ context: MemberContext, random: any RandomNumberGenerator) {
        self.context = context
        client = ElectionClient(context, random: random)
        replica = LogFollower(context)
        announcements = Announcements(context)
        isAcquainted = context.settings.isAcquainted
    }

    private var now: UInt64 { context.clock() }

    /// The log is not the one that was followed: nothing is taken from it, and nothing written to it.
    private var isEstranged: Bool { client.health.isEstranged }

    private var cluster: ClusterStatus { context.cluster }

    /// Whether this replica holds the office, as far as it knows.
    var isWriter: Bool { writerTerm != nil }

    /// Does what is due.
    /// - Parameter isWoken: something may have changed in the log, or somebody asked for something.
    /// - Returns: when the next turn is due without any news.
    mutating func turn(isWoken: Bool) -> UInt64 {
        if let end = writerTerm?.turn(&client) { finish(end) } else if writerTerm == nil { follow(isWoken: isWoken) }
        announceIfDue()
        let mayAnnounce = !isLeaving && !isEstranged && isAcquainted
        return min(writerTerm?.nextTurn(client) ?? followDue, mayAnnounce ? announcements.due : .max)
    }

    /// When the next look is due. An office that could not be handed over still asks for beats: those are over.
    private var followDue: UInt64 {
        let due = min(client.election.nextDue, lookDue ?? .max)
        return hasHandedOver ? max(due, lookedAt + Self.lookInterval) : due
    }

    private mutating func announceIfDue() {
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

    // MARK: Following

    private mutating func follow(isWoken: Bool) {
        let ticket = cluster.tickets.newest
        let begin = now
        let isSuspected = cluster.takeSuspicion(of: cluster.term)
        let isNews = isWoken && (begin >= lookedAt + Self.lookInterval || cluster.writer == nil)
        // Only the row says what the newest entry is: one that a reading does not show may be in a snapshot by now.
        let isAsked = isSuspected || isNews || cluster.tickets.hasWaiting
        let looks = begin >= followDue || isAsked && !client.rests
        if looks {
            look()
        } else if isWoken {
            // What wakes it may be a hand-over, too, which only a look shows.
            lookDue = lookedAt + Self.lookInterval
        }
        guard isAcquainted || client.election.seen == nil || meetOthers() else { return }
        let isCaughtUp = !hasHandedOver && catchUp(hasLooked: looks, isWoken: isWoken)
        noteTerm()
        if isCaughtUp { client.health.noteAnswer(of: .reading, at: now) }
        if isCaughtUp && looks { cluster.noteCaughtUp(begin) }
        let isServed = isCaughtUp && looks ? cluster.tickets.answer(ticket) : cluster.tickets.fail(ticket)
        if isServed { context.wake() }
        if isCaughtUp { claimIfDue() }
    }

    /// Makes sure that the cluster is not another one of the same name, before anything of it is shown here. The start did
    /// so, unless the engine was away. What keeps the members' tables from being read keeps nobody from following.
    private mutating func meetOthers() -> Bool {
        if isRefused { return false }
        do throws(LogFailure) {
            let stranger = try announcements.stranger()
            isRefused = stranger != nil
            isAcquainted = stranger == nil
            if let stranger { context.refuse(stranger.description) }
        } catch {
            if case .refused = error { isAcquainted = true }
        }
        return isAcquainted
    }

    private mutating func look() {
        _ = client.look(makingRow: !replica.hasLoaded)
        (lookedAt, lookDue) = (now, nil)
        let isCompared = judge()
        let row = client.election.seen
        guard row != nil || isEstranged else { return }
        let generation = cluster.writerGeneration
        // Whoever the row of a copied database names would do in the original what is asked here.
        let holder = row.flatMap { $0.term > 0 && !$0.isFree ? $0.holder : nil }
        let isKnown = isCompared && !isEstranged && isAcquainted && client.election.hasSeenMarkMove
        cluster.note(writer: isKnown ? holder.map { WriterPlace($0) } : nil)
        noteRole(term: isEstranged ? cluster.term : row?.term ?? cluster.term)
        if cluster.writerGeneration != generation { context.wake() }
    }

    /// What it loaded before stays, because nothing newer can be read.
    private var keepsTrees: Bool { replica.hasLoaded && client.health.cannotRead }

    private func noteRole(term: UInt64) {
        let hasTrees = replica.isLoaded || isEstranged || keepsTrees
        cluster.note(isLeaving ? .leaving : hasTrees ? .heir : .loading, term: term)
    }

    /// Whether what the newest look showed is of the log that this replica follows.
    /// - Returns: false: another holder's row could not be compared.
    private mutating func judge() -> Bool {
        guard client.election.seen != nil || client.election.isMissing else { return true }
        var verdict = replica.verdict(on: client.election.seen)
        if verdict == .continues, !hasHandedOver, let row = client.election.seen {
            guard now >= readsAgainAt else { return replica.knowsHolder(of: row) }
            do throws(LogFailure) { verdict = try replica.check(against: row) } catch {
                note(error)
                return replica.knowsHolder(of: row)
            }
        }
        if case .isAnother(let reason) = verdict {
            client.health.noteEstranged(reason)
            return true
        }
        client.health.noteFamiliar()
        let isAbandoned = client.election.claimDue.map { now >= $0 } ?? false
        if replica.isLoaded, verdict == .lostEnd || verdict == .awaitsWriter && isAbandoned {
            replica.forgetLost("the log lost its end")
        }
        return true
    }

    /// What a writer was asked that ended without handing over gets no reply.
    private mutating func noteTerm() {
        guard let term = replica.history.term, term != knownTerm else { return }
        knownTerm = term
        if term.isClean { return }
        cluster.contact.noteLoss()
        context.wake()
    }

    /// - Returns: whether the trees hold all that the newest look showed.
    private mutating func catchUp(hasLooked: Bool, isWoken: Bool) -> Bool {
        guard let row = client.election.seen, now >= readsAgainAt, !isEstranged else { return false }
        do throws(LogFailure) {
            if replica.isLoaded, context.registry.enter({ $0.hasStrayWrites }) {
                replica.forget("something was written here while another replica ruled")
            }
            guard let position = replica.position else {
                try load(row)
                return true
            }
            // Its writer appends again what the engine lost.
            guard !hasLooked || position.number <= row.tail else { return false }
            guard position.number < row.tail || !hasLooked && isWoken else { return true }
            try replica.readOn(to: row.tail)
            if !replica.isLoaded { try load(row) }
            return true
        } catch {
            note(error)
            noteRole(term: row.term)
            return false
        }
    }

    /// What was read cannot be understood, or not be read at all.
    private mutating func note(_ failure: LogFailure) {
        switch failure {
        case .noAnswer, .notDone, .full: return client.health.note(failure, of: .reading, at: now)
        case .refused, .newer: break
        case .damaged: replica.forget()
        }
        client.health.note(failure, of: .reading, at: now)
        readsAgainAt = now + Self.rereadInterval
    }

    private mutating func load(_ row: OfficeRow) throws(LogFailure) {
        if !keepsTrees { cluster.note(isLeaving ? .leaving : .loading, term: row.term) }
        try replica.load(row)
        cluster.note(isLeaving ? .leaving : .heir, term: row.term)
        context.messages.follows(term: row.term, writer: row.isFree ? nil : row.address)
        context.wake()
    }

    // MARK: The office

    private mutating func claimIfDue() {
        guard !isLeaving, let row = client.election.seen, let position = replica.position, position.number == row.tail
        else { return }
        guard !depositionCount.areAlarming(at: now) else { return }
        let isDue = client.election.claimDue.map { now >= $0 } ?? false
        guard mayWrite(isDue: isDue), isDue else { return }
        if client.claim(), let holder = client.election.holder { takeOffice(as: holder, after: row, at: position) }
    }

    /// Whether this replica writes the form that the log has, if that matters now.
    private mutating func mayWrite(isDue: Bool) -> Bool {
        do throws(LogFailure) {
            let isKnown = isDue ? try announcements.checkForm() : true
            client.health.alarm = nil
            return isKnown
        } catch {
            client.health.alarm = ClusterTrouble("This replica cannot take office: \(error).", needsOperator: true)
            return false
        }
    }

    private mutating func takeOffice(as holder: Holder, after row: OfficeRow, at position: LogPosition) {
        // Versions and event ids of what was lost must not be given to other changes.
        let isClean = row.isFree && !replica.mayRepeatVersions
        context.lead.reach(replica.history.newestTime, with: context.systemTime)
        let epoch = isClean ? replica.history.term?.epoch : nil
        let term = TermRecord(
            term: holder.term,
            epoch: epoch ?? client.draw(),
            isClean: isClean,
            newestTime: context.time.now()
        )
        let run = replica.history.run.next(wasCleanlyClosed: isClean)
        let history = replica.history.continued(by: run, term)
        replica.beginRule(history, as: holder, after: row, isClean: isClean, epoch: term.epochText)
        if epoch == nil { cluster.beginStreamsAgain() }
        writerTerm = WriterTerm(
            holder,
            term,
            history,
            after: position,
            as: announcements.form,
            replica.schedule,
            context
        )
        isSaved = false
        context.status.noteCaughtUp(now)
        cluster.note(writer: WriterPlace(holder))
        if !row.isFree { cluster.contact.noteLoss() }
        cluster.note(.writer, term: term.term)
        if let end = writerTerm?.turn(&client) { finish(end) }
    }

    private mutating func finish(_ end: WriterTerm.End) {
        let term = writerTerm?.term.term ?? 0
        let acknowledged = writerTerm?.acknowledged
        writerTerm = nil
        client.health.endRule()
        cluster.noteLease(until: 0)
        context.status.noteFollowing(true)
        switch end {
        case .deposed: loseOffice(term, acknowledged)
        case .handedOver:
            hasHandedOver = true
            isSaved = true
            context.messages.handedOver(term: term)
        case .gaveUp:
            hasHandedOver = true
            context.messages.couldNotHandOver(term: term)
        }
        cluster.note(writer: nil)
        cluster.note(isLeaving ? .leaving : .loading, term: cluster.term)
        context.wake()
    }

    /// What was written here and is not in the log never will be.
    private mutating func loseOffice(_ term: UInt64, _ acknowledged: LogPosition?) {
        context.status.noteLoss()
        context.status.noteStuck(false)
        context.status.refuse(nil)
        context.registry.enter { $0.follows = true }
        let row = client.election.seen
        // A row that went back has lost its claim, and with it entries that were acknowledged.
        if let row, row.term <= term { replica.forgetLost() } else { acknowledged.map { replica.endRule(at: $0) } }
        isSaved = true
        context.messages.wasDeposed(term: term, by: row?.address, newTerm: row?.term ?? 0)
        depositionCount.note(at: now)
        guard depositionCount.areAlarming(at: now) else { return }
        let reason =
            "This replica was deposed \(DepositionCount.alarmingCount) times in a minute, now by \(row?.address ?? "another"): "
            + "two clusters may use the name \(context.settings.name)."
        client.health.alarm = ClusterTrouble(reason, needsOperator: true)
    }
}
