import ProgressHTTP
import ProgressRegistry
import ProgressStore

/// Where a request stands that is not answered at once, and what follows from what happens: a value, which knows no
/// socket, no queue and no clock.
struct PendingState {
    enum Stage: CaseIterable {
        /// Until something changes, because its client asks for that (`Prefer: wait`).
        case waits
        /// While its answer is made in slices.
        case slices
        /// Its reply is there, until its write is safe.
        case held
        /// Until the trees here hold what the log holds, and what the reader of a stream was told elsewhere.
        case catchesUp
        /// Until there is a writer, or another one.
        case needsWriter
        /// Until the writer has answered.
        case forwarded
    }

    enum News {
        /// What it waits for may be there: a change, another slice, another writer.
        case changed
        /// What it waits for is there.
        case ready
        /// Its time is over, or what it waits for cannot be known.
        case late
        case unsafe(StorageStatus.Refusal)
        case outcome(ForwardOutcome)
        /// This replica is not the writer, against what it knew when it last decided.
        case deposed
    }

    enum Step {
        /// Make the call here. With `isLast` its client waits no longer.
        case call(isLast: Bool)
        /// Nothing has changed: it stays parked.
        case stay
        /// What was made, or came back, goes out.
        case reply
        case refuse(RequestError)
        case unconfirmed(HeldReplies.Flaw)
        case catchUp
        case awaitWriter
        case forward
        /// The replica that sent it is told that this one does not rule.
        case notWriter
    }

    /// What a replica knows when something happens.
    struct Facts {
        /// Whether it is the writer within its lease; so is a service without a cluster.
        var rules = true
        var role = ClusterStatus.Role.writer
        /// Whether another replica is known as the writer.
        var writerIsElsewhere = false
        var durability = Durability.commit
        var isStopping = false
        /// How long a request waits for a writer, in nanoseconds.
        var patience: UInt64 = 0
        var now: UInt64 = 0
    }

    private(set) var stage: Stage
    /// How much of the trees it needs.
    var needs = RequestNeeds.nothing
    /// While the trees here do not hold this change, its reader knows more than they do. 0: it does not.
    var stamp: UInt64 = 0
    var wait = ForwardedWait.none
    /// What takes the place of its `Prefer` once it has waited.
    var preferencesAfterWait: StaticString = ""
    /// Whether it may be sent twice.
    var isRepeatable = false
    /// Whether another replica has sent it.
    var isForwarded = false
    /// If what it waits for cannot be had.
    private(set) var instead = RequestPlace.Instead.here
    /// When it has waited for a writer long enough; monotonic nanoseconds.
    private(set) var deadline: UInt64 = 0
    /// What is counted of it, and whether its writer seems to be gone; taken by whoever follows a step.
    private(set) var counts: [ForwardMetrics.Result] = []
    private(set) var suspectsWriter = false

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
        case (.catchesUp, _):
            if instead == .here { return here(facts) }
            instead = .here
            return send(facts)
        case (.needsWriter, _): return facts.now < deadline ? placedAgain(facts) : refused()
        case (.forwarded, .outcome(let outcome)): return concluded(outcome, facts)
        case (.forwarded, _): return concluded(.cutShort, facts)
        }
    }

    /// It waited here until this replica ruled no more: the next writer answers it at once, or the replica that sent it
    /// asks that one.
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
        return noWriter(facts)
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
        if instead != .wait && needs != .writes {
            counts.append(.answeredHere)
            return here(facts)
        }
        if facts.now >= deadline { return refused() }
        stage = .needsWriter
        return .awaitWriter
    }

    private mutating func refused() -> Step {
        counts.append(.noWriter)
        if needs == .writes { return .refuse(.noWriter) }
        return .refuse(.notReady(because: "This replica has not loaded the trees yet."))
    }
}
