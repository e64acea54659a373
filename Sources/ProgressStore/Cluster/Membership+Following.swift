import ProgressLog
import ProgressRegistry
import ProgressTelemetry

/// An heir looks, makes sure that what it sees is the log that it follows, and reads on.
extension Membership {
    mutating func follow(isWoken: Bool) {
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
            // The wake-up may also be for a hand-over, which only a look shows.
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
    /// so, unless the engine was away. A replica may follow even if the members' tables cannot be read.
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
        // The holder in the row of a copied database would execute in the original what is asked here.
        let holder = row.flatMap { $0.term > 0 && !$0.isFree ? $0.holder : nil }
        let isKnown = isCompared && !isEstranged && isAcquainted && client.election.hasSeenMarkMove
        cluster.note(writer: isKnown ? holder.map { WriterPlace($0) } : nil)
        noteRole(term: isEstranged ? cluster.term : row?.term ?? cluster.term)
        if cluster.writerGeneration != generation { context.wake() }
    }

    /// Whether trees loaded before stay, because nothing newer can be read.
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

    /// Requests to a writer that ended without handing over get no reply.
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
            guard try replica.readOn(to: row.tail) else {
                lookDue = now
                return false
            }
            if !replica.isLoaded { try load(row) }
            return true
        } catch {
            note(error)
            noteRole(term: row.term)
            return false
        }
    }

    /// A read failed, or its result cannot be understood.
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
}
