import ProgressLog
import ProgressRecords
import ProgressRegistry
import ProgressTelemetry

/// Announces this replica among the members of its log, learns of the others, and, for a writer, decides which form it
/// writes. On the cluster thread.
///
/// Once a lease: a replica is dead after ten without a word, and a form waits for minutes, so more would gain nothing;
/// an idle replica keeps to two statements a second, and a busy writer loses one round trip in three seconds.
struct Announcements {
    private let context: MemberContext
    private var member: Member
    private var watch: MemberWatch
    private var rise: FormRise
    /// The newest form of the log's records, as far as is known.
    private(set) var form = RecordForm.first
    /// When the next announcement is due.
    private(set) var due: UInt64 = 0
    /// Why the newest announcement failed; nil: it did not.
    private var failure: LogFailure?
    /// Whether a living replica has other tokens or settings.
    private var differs = false
    private var tokenEnds: TokenEnds

    init(_ context: MemberContext) {
        self.context = context
        let settings = context.settings
        member = settings.member
        watch = MemberWatch(lease: settings.lease)
        rise = FormRise(settlingTime: settings.settlingTime)
        tokenEnds = TokenEnds(context)
    }

    /// For one statement. Short beside a lease, and beside the time that the reply to a write may take: a locked table
    /// must cost neither.
    private var deadline: UInt64 { context.clock() + min(context.settings.lease / 12, 250_000_000) }

    /// Members that are deleted after one announcement: each is a statement, and no lease is renewed between them.
    private static let withdrawnCount = 4

    /// Leases between two attempts where the engine refuses, and logs that: few enough not to count as dead.
    private static let refusedLeases: UInt64 = 8

    /// Whether this replica rules under a term that it has not announced: others rely on hearing of each.
    func hasNews(of holder: Holder?) -> Bool { holder.map { $0.term != member.term } ?? false }

    /// Nothing is sent before the next one is due.
    mutating func putOff() { due = context.clock() + context.settings.lease }

    /// - Parameter holder: of the office, if that is this replica, and its first group is safe.
    mutating func announce(as holder: Holder?) {
        putOff()
        (member.term, member.mark) = (holder?.term ?? 0, context.clock())
        member.tokens = context.registry.enter { $0.access.tokens }.announcement
        do throws(LogFailure) {
            let roster = try context.log.announce(member, by: deadline)
            note(nil)
            hear(roster)
            guard let holder else { return }
            tokenEnds.settle(member, watch.living)
            try raiseIfDue(roster.form, holder)
            for id in watch.dead.prefix(Self.withdrawnCount) { _ = try context.log.withdraw(id, by: deadline) }
        } catch {
            if case .refused = error { due += (Self.refusedLeases - 1) * context.settings.lease }
            note(error)
        }
    }

    /// Before this replica takes office: it must not write an older form than the writer before it.
    ///
    /// - Returns: whether it may. A log whose tables of members cannot be used keeps the form that is known here.
    /// - Throws: `.newer`
    mutating func checkForm() throws(LogFailure) -> Bool {
        let roster: Roster
        do throws(LogFailure) { roster = try context.log.roster(by: context.statementDeadline) } catch {
            if case .refused = error { return true }
            return false
        }
        try roster.checkForm(upTo: member.reads)
        form = max(form, roster.form.written)
        return true
    }

    /// Whether the members are another cluster.
    func stranger() throws(LogFailure) -> StrangeCluster? {
        let roster = try context.log.roster(by: context.statementDeadline)
        let tokens = AnnouncedTokens(context.registry.enter { $0.access.tokens }.announcement)
        return StrangeCluster(roster, tokens, at: context.settings.address, name: context.settings.name)
    }

    /// It ends: the others need not wait until it counts as dead.
    func withdraw() { _ = try? context.log.withdraw(member.id, by: deadline) }

    private mutating func hear(_ roster: Roster) {
        let others = roster.lines.map(\.member).filter { $0.id != member.id }
        watch.saw(others, at: context.clock())
        form = max(form, min(roster.form.written, member.reads))
        let other = watch.living.first { !$0.agrees(with: member) }
        if let other, !differs { context.messages.differs(member, from: other) }
        differs = other != nil
        context.cluster.note(ClusterCensus(member, watch.living, asked: watch.present, form: roster.form.written))
    }

    private mutating func raiseIfDue(_ row: FormRow, _ holder: Holder) throws(LogFailure) {
        let prospect = FormProspect(row, watch.living + [member], term: holder.term)
        // An engine that lost its end may have lost that this form was noted, too.
        let lost = row.written < form ? form : nil
        guard let next = lost ?? rise.due(prospect, at: context.clock()) else { return }
        guard try context.log.raise(to: next, as: holder, by: deadline), next > form else { return }
        form = next
        context.messages.writesForm(next)
    }

    private mutating func note(_ failure: LogFailure?) {
        if let failure, self.failure == nil { context.messages.cannotAnnounce(failure) }
        self.failure = failure
    }
}
