import Platform
import ProgressLog
import ProgressRegistry
import ProgressTelemetry

/// The office is claimed, taken and lost.
extension Membership {
    mutating func claimIfDue() {
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

    mutating func finish(_ end: WriterTerm.End) {
        let term = writerTerm?.term.term ?? 0
        let acknowledged = writerTerm?.acknowledged
        writerTerm = nil
        client.health.endRule()
        cluster.noteLease(until: 0)
        context.status.noteFollowing(true)
        context.status.noteCaughtUp(.max)
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

    /// Ends the term: changes that were made here and are not in the log are lost.
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
            + "two clusters may use the name \(context.settings.name), or the database takes longer than a lease for an entry."
        client.health.alarm = ClusterTrouble(reason, needsOperator: true)
    }
}
