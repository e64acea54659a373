import ProgressHTTP
import ProgressRegistry
import ProgressStore

/// The state of a request that is not answered at once, and the step that follows each event: a value, which knows no
/// socket, no queue and no clock.
struct PendingState {
    private(set) var stage: Stage
    /// How much of the trees it needs.
    var needs = RequestNeeds.nothing
    /// While the trees here do not hold this change, its reader knows more than they do. 0: it does not.
    var stamp: UInt64 = 0
    var wait = ForwardedWait.none
    /// Replaces its `Prefer` once it has waited.
    var preferencesAfterWait: StaticString = ""
    /// Whether it may be sent twice.
    var isRepeatable = false
    /// Whether another replica has sent it.
    var isForwarded = false
    /// Whether a writer whose lease is over asks: then nothing is shown that may be old.
    var isAsked = false
    /// The place where it is answered if the thing that it waits for cannot be had.
    private(set) var instead = RequestPlace.Instead.here
    /// When it has waited for a writer long enough; monotonic nanoseconds.
    private(set) var deadline: UInt64 = 0
    /// A writer may already have executed this request, which is repeated.
    private var isInDoubt = false
    /// The writer was asked, to no avail.
    private var hasAskedWriter = false
    /// A read that this replica cannot make sure of, or a stream whose reader knows more than it: it waits for a writer
    /// before it gets the trees as they are here.
    private var awaitsNextWriter = false
    /// Results to count, and whether its writer seems to be gone; taken after each step.
    private(set) var counts: [ForwardMetrics.Result] = []
    private(set) var suspectsWriter = false

    /// The least wait of a request that is in doubt, in nanoseconds: by the time that a writer counts as lost, another
    /// one takes office.
    private static let successionTime: UInt64 = 2_000_000_000
    /// How long a replica that leaves waits for the next writer before it shows what it has, in nanoseconds.
    private static let leavingTime: UInt64 = 1_000_000_000

    init(_ stage: Stage) { self.stage = stage }

    mutating func takeNotes() -> (counts: [ForwardMetrics.Result], suspectsWriter: Bool) {
        defer { (counts, suspectsWriter) = ([], false) }
        return (counts, suspectsWriter)
    }
}

extension PendingState {
    /// - Parameter place: where a new request is answered.
    mutating func begin(at place: RequestPlace, _ facts: Facts) -> Step {
        deadline = facts.now + facts.patience
        switch place {
        case .here:
            if stamp == 0 { return .call(isLast: false) }
            return catchUp(instead: .atWriterOrHere)
        case .hereWithTail(let instead): return catchUp(instead: instead)
        case .atWriter(let instead):
            self.instead = instead
            return send(facts)
        case .notWriter: return .notWriter
        }
    }

    mutating func resume(_ news: News, _ facts: Facts) -> Step {
        switch (stage, news) {
        case (.waits, .deposed): return waitEnded(facts)
        case (.waits, .late): return .call(isLast: true)
        case (.waits, _): return .call(isLast: facts.isStopping)
        case (.slices, .ready): return .reply
        case (.slices, _): return .stay
        case (.held, .ready): return .reply
        case (.held, .unsafe(let refusal)): return .unconfirmed(.storage(refusal))
        case (.held, _): return .unconfirmed(.uncertain)
        case (_, .deposed): return noWriter(facts)
        case (.catchesUp, .ready): return here(facts)
        case (.catchesUp, _): return behind(facts)
        case (.asks, .outcome(let outcome)): return asked(outcome, facts)
        case (.asks, _): return lastResort(facts)
        case (.needsWriter, _): return facts.now < deadline ? placedAgain(facts) : expired(facts)
        case (.forwarded, .outcome(let outcome)): return concluded(outcome, facts)
        case (.forwarded, _): return concluded(.cutShort, facts)
        }
    }

    /// It waited here until this replica no longer ruled: the next writer answers it at once, or the replica that sent
    /// it asks that one.
    private mutating func waitEnded(_ facts: Facts) -> Step {
        if isForwarded { return .notWriter }
        if facts.isStopping, !facts.writerIsElsewhere { return .refuse(.outcomeUnknown) }
        instead = .wait
        endWait(facts)
        return send(facts)
    }

    private mutating func catchUp(instead: RequestPlace.Instead) -> Step {
        self.instead = instead
        stage = .catchesUp
        return .catchUp
    }

    /// The newest state of the log stays unknown.
    private mutating func behind(_ facts: Facts) -> Step {
        switch instead {
        case .atPeerOrHere where facts.writerIsElsewhere || facts.rules: break
        case .atPeerOrHere where facts.role == .writer && !isAsked:
            stage = .asks
            return .ask
        case .atPeerOrHere:
            // It was the writer, and its trees are no longer the log's.
            instead = .wait
            return isAsked ? .notWriter : placedAgain(facts)
        case .here, .wait: return lastResort(facts)
        case .atWriterOrHere: break
        }
        instead = .here
        return send(facts)
    }

    /// Here, with the trees as they are.
    private mutating func lastResort(_ facts: Facts) -> Step {
        if isAsked { return .notWriter }
        if hasAskedWriter { counts.append(.answeredHere) }
        return here(facts)
    }

    /// - Parameter outcome: at another replica, which may have nothing newer itself.
    private mutating func asked(_ outcome: ForwardOutcome, _ facts: Facts) -> Step {
        hasAskedWriter = true
        // A peer's list of tokens may differ.
        guard case .replied(_, let status) = outcome, status < 500, ![401, 403, 429].contains(status) else {
            return .ask
        }
        counts.append(.answered)
        return .reply
    }

    /// While it waited for a writer, the trees may have been loaded.
    private mutating func placedAgain(_ facts: Facts) -> Step {
        let place = RequestPlace(needs, facts.role, rules: false, isForwarded: false, durability: facts.durability)
        guard case .hereWithTail(let instead) = place else { return send(facts) }
        return catchUp(instead: instead)
    }

    /// To the writer, which may be this replica by now.
    private mutating func send(_ facts: Facts) -> Step {
        if facts.rules { return here(facts) }
        guard facts.writerIsElsewhere else { return noWriter(facts) }
        if facts.isStopping, wait.isAllowed { wait = .over(preferences: preferencesAfterWait) }
        stage = .forwarded
        return .forward
    }

    private mutating func concluded(_ outcome: ForwardOutcome, _ facts: Facts) -> Step {
        switch outcome {
        case .replied:
            counts.append(.answered)
            return .reply
        case .cutShort:
            endWait(facts)
            return instead == .wait ? send(facts) : noWriter(facts)
        case .noReply(sentWhole: true) where !isRepeatable:
            counts.append(.outcomeUnknown)
            suspectsWriter = true
            return .refuse(.outcomeUnknown)
        case .notSent, .notWriter, .noReply: break
        }
        counts.append(.failed)
        suspectsWriter = true
        // Its client waited at a writer that is gone. One that has just begun to wait begins again.
        if wait.isAllowed, facts.now >= deadline { endWait(facts) }
        if case .noReply(let sentWhole) = outcome { return lost(sentWhole: sentWhole, facts) }
        return facts.rules ? here(facts) : noWriter(facts)
    }

    /// The writer is gone, perhaps after a long time without a word.
    private mutating func lost(sentWhole: Bool, _ facts: Facts) -> Step {
        if sentWhole, !isInDoubt {
            isInDoubt = true
            deadline = max(deadline, facts.now + Self.successionTime)
        }
        if facts.rules { return here(facts) }
        guard needs != .writes, instead == .here, facts.durability == .commit, !isAsked else { return noWriter(facts) }
        // The log may tell more by now, about another writer perhaps.
        hasAskedWriter = true
        return catchUp(instead: .here)
    }

    private mutating func endWait(_ facts: Facts) {
        wait = .over(preferences: preferencesAfterWait)
        deadline = facts.now + facts.patience
    }

    private mutating func here(_ facts: Facts) -> Step {
        if needs == .writes && !facts.rules { return noWriter(facts) }
        return .call(isLast: wait.isOver)
    }

    private mutating func noWriter(_ facts: Facts) -> Step {
        if isAsked { return .notWriter }
        if instead != .wait && needs != .writes {
            guard facts.engineAnswers, needs == .reads || stamp > 0 else { return shown(facts) }
            // It is slow, or no longer reads the log, and a writer that is not known yet may have acknowledged
            // something; a stream whose reader knows more than the trees here would have to start over.
            if !awaitsNextWriter {
                deadline = facts.now + min(facts.role == .leaving ? Self.leavingTime : .max, facts.patience)
            }
            awaitsNextWriter = true
            if facts.now >= deadline { return shown(facts) }
            stage = .needsWriter
            return .awaitWriter
        }
        if facts.now >= deadline { return refused() }
        stage = .needsWriter
        return .awaitWriter
    }

    private mutating func expired(_ facts: Facts) -> Step { awaitsNextWriter ? shown(facts) : refused() }

    /// With the trees as they are, because no replica is known to have newer ones.
    private mutating func shown(_ facts: Facts) -> Step {
        counts.append(.answeredHere)
        return here(facts)
    }

    private mutating func refused() -> Step {
        if isInDoubt, needs == .writes {
            counts.append(.outcomeUnknown)
            return .refuse(.outcomeUnknown)
        }
        counts.append(.noWriter)
        if needs == .writes { return .refuse(.noWriter) }
        return .refuse(.notReady(because: "This replica has not loaded the trees yet."))
    }
}
