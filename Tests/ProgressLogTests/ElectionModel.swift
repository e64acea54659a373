import TestLogs
import TestSupport

@testable import ProgressLog

/// Replicas that share an engine, driven at random: they are paused anywhere, crash, and lose replies; the engine shows
/// changes that it has not replicated, and fails over. Every run of a seed is the same.
///
/// An engine with an asynchronous standby also answers changes that it has not replicated. Those that a failover then
/// takes back no longer count as acknowledged, and leases from before it are void; all else holds.
struct ElectionModel {
    /// A rule that was broken.
    struct Violation: Error, Equatable {
        let what: String
    }

    /// Counts of events, so that a test can see that it tested something.
    struct Tally {
        var takenOffices = 0
        var acknowledgments = 0
        var reads = 0
        var failovers = 0
        var lostAcknowledgments = 0
        var consequences: [String: Int] = [:]
    }

    static let lease: UInt64 = 8

    private let fault: PlantedFault?
    private let isAsynchronous: Bool
    private let engine = MemoryEngine()
    private var random: SeededGenerator
    private var replicas: [ModelReplica]
    private var clock: UInt64 = 100
    private var acknowledged: [UInt64: LogEntry] = [:]
    private var holders: [UInt64: Int] = [:]
    /// The paused replica, and the number of steps for which it stays paused.
    private var pause = (index: 0, left: 0)
    private(set) var tally = Tally()
    /// Drawn for each run, so that runs differ in kind.
    private let lossOdds: Int
    private let crashOdds: Int
    private let failoverOdds: Int
    private let tickOdds: Int

    init(seed: UInt64, isAsynchronous: Bool = false, fault: PlantedFault? = nil) {
        self.isAsynchronous = isAsynchronous
        self.fault = fault
        var random = SeededGenerator(seed: seed)
        let engine = engine
        replicas = (0..<2 + random.number(below: 2)).map {
            ModelReplica($0, engine, lease: Self.lease, seed: random.next())
        }
        lossOdds = 2 + random.number(below: 10)
        crashOdds = 50 + random.number(below: 400)
        failoverOdds = 10 + random.number(below: 100)
        tickOdds = 2 + random.number(below: 12)
        self.random = random
    }

    mutating func run(stepCount: Int) throws(Violation) {
        for _ in 0..<stepCount {
            try step()
            try checkAcknowledged()
        }
        try checkChain()
        failOver()
        try checkAcknowledged()
    }

    /// Checks that without further faults an entry is acknowledged within some leases.
    mutating func checkThatItRecovers() throws(Violation) {
        let before = tally.acknowledgments
        for _ in 0..<600 where tally.acknowledgments == before {
            for index in replicas.indices { try act(index, isCalm: true) }
            clock += 1
        }
        if tally.acknowledgments == before { throw Violation(what: "nothing is acknowledged any more") }
    }

    private mutating func step() throws(Violation) {
        if random.chance(tickOdds) { clock += UInt64(1 + random.number(below: 5)) }
        if random.chance(failoverOdds) { failOver() }
        if random.chance(40) { engine.deliverLate() }
        if pause.left == 0, random.chance(80) {
            pause = (random.number(below: replicas.count), random.number(below: 100))
        }
        pause.left = max(0, pause.left - 1)
        let index = random.number(below: replicas.count)
        if pause.left > 0, index == pause.index { return try checkReads() }
        if random.chance(crashOdds) { crash(index) }
        try act(index, isCalm: false)
        try checkReads()
    }

    private mutating func failOver() {
        engine.failOver()
        tally.failovers += 1
        guard isAsynchronous else { return }
        let entries = engine.entries
        let count = acknowledged.count
        acknowledged = acknowledged.filter { $0.key <= entries.count && entries[Int($0.key) - 1] == $0.value }
        tally.lostAcknowledgments += count - acknowledged.count
        holders = holders.filter { $0.key <= engine.row?.term ?? 0 }
    }

    /// Whether a failover may have taken back the newest statement of that replica that was answered.
    private func mayBeLost(_ replica: ModelReplica) -> Bool { isAsynchronous && replica.era != tally.failovers }

    private mutating func checkReads() throws(Violation) {
        for replica in replicas where replica.election.rules(at: clock) && !mayBeLost(replica) {
            tally.reads += 1
            guard engine.row?.holder == replica.election.holder else {
                throw Violation(what: "replica \(replica.number) reads within its lease after another took the office")
            }
        }
    }

    private mutating func crash(_ index: Int) {
        replicas[index] = ModelReplica(index, engine, lease: Self.lease, seed: random.next())
    }

    private mutating func act(_ index: Int, isCalm: Bool) throws(Violation) {
        switch replicas[index].phase {
        case .idle: replicas[index].decide(at: clock, &random)
        case .sent(let statement, let entry):
            if !isCalm, let fault = drawFault() { replicas[index].log.order(fault) }
            let sent = planting(statement)
            let reply = replicas[index].log.perform(sent, entry: entry, by: .max).reply
            replicas[index].sentEra = tally.failovers
            replicas[index].phase = .replied(reply, to: statement)
        case .replied(let reply, let statement):
            replicas[index].phase = .idle
            if reply == .yes { replicas[index].noteAnswer() }
            if fault == .leaseFromTheReply, case .renew(let renewal) = statement {
                replicas[index].send(renewal, again: clock)
            }
            try follow(replicas[index].election.hear(reply, at: clock), index)
            if case .row(let row) = reply, !replicas[index].election.isWriter { replicas[index].phase = .reading(row) }
        case .reading(let row):
            replicas[index].phase = .idle
            if !isCalm, random.chance(lossOdds) { replicas[index].log.order(.lostBefore) }
            replicas[index].read(row)
        }
    }

    private mutating func drawFault() -> MemoryFault? {
        guard random.chance(lossOdds) else { return nil }
        var faults: [MemoryFault] = [.lostBefore, .lostAfter, .unreplicated, .unreplicated, .late, .notDone]
        if isAsynchronous { faults += [.asynchronous, .asynchronous, .asynchronous] }
        return faults[random.number(below: faults.count)]
    }

    private mutating func follow(_ outcome: ElectionOutcome, _ index: Int) throws(Violation) {
        tally.consequences["\(outcome)", default: 0] += 1
        if replicas[index].election.isWriter { replicas[index].noteTail() }
        let election = replicas[index].election
        switch outcome {
        case .tookOffice:
            tally.takenOffices += 1
            guard !mayBeLost(replicas[index]) else { return }
            if let other = holders.updateValue(index, forKey: election.term) {
                throw Violation(what: "replicas \(other) and \(index) have term \(election.term)")
            }
            try checkKnowledge(index)
        case .acknowledged, .handedOver: acknowledge(through: election.acknowledged, index)
        case .seen where fault == .acknowledgedBecauseSeen: acknowledge(through: election.tail, index)
        case .deposed: crash(index)
        case .estranged(let reason): throw Violation(what: "a log that failed over is taken for another: \(reason)")
        case .nothing, .inDoubt, .seen, .sendAgain, .fellBack: break
        }
        // It is about to end, and another process takes its place.
        if outcome == .handedOver { crash(index) }
    }

    private mutating func acknowledge(through tail: UInt64, _ index: Int) {
        guard !mayBeLost(replicas[index]) else { return }
        for (number, entry) in replicas[index].entries where number <= tail && acknowledged[number] == nil {
            acknowledged[number] = entry
            tally.acknowledgments += 1
        }
    }

    private func checkKnowledge(_ index: Int) throws(Violation) {
        guard engine.row?.holder == replicas[index].election.holder else { return }
        for entry in acknowledged.values where replicas[index].entries[entry.number] != entry {
            throw Violation(what: "a new holder does not know entry \(entry.number)")
        }
    }

    /// The log is one chain.
    private func checkChain() throws(Violation) {
        var chain: UInt32 = 0
        for entry in engine.entries {
            do { chain = try entry.open(after: chain).chain } catch { throw Violation(what: "\(error)") }
        }
    }

    private func checkAcknowledged() throws(Violation) {
        let entries = engine.entries
        for (number, entry) in acknowledged where number > entries.count || entries[Int(number) - 1] != entry {
            throw Violation(what: "entry \(number) was acknowledged, and is not in the log")
        }
    }

    /// The statement as the engine gets it.
    private func planting(_ statement: ElectionStatement) -> ElectionStatement {
        guard let fault, let row = engine.row else { return statement }
        switch (fault, statement) {
        case (.appendOnTheTailAlone, .renew(let renewal)) where renewal.carriesEntry:
            return .renew(renewal.with(holder: row.holder, mark: renewal.mark))
        case (.renewalOnTermAndTail, .renew(let renewal)) where renewal.holder.term == row.term:
            return .renew(renewal.with(holder: row.holder, mark: renewal.mark))
        case (.claimOnTheTermAlone, .claim(let claim, let seen)) where seen.term == row.term:
            return .claim(claim, seen: row)
        case (.markCountedUp, .renew(let renewal)):
            return .renew(renewal.with(holder: renewal.holder, mark: row.mark.counted))
        case (.markCountedUp, .claim(let claim, let seen)):
            return .claim(ElectionBid(mark: row.mark.counted, address: claim.address, key: claim.key), seen: seen)
        default: return statement
        }
    }
}

extension LeaseRenewal {
    fileprivate func with(holder: Holder, mark: OfficeMark) -> LeaseRenewal {
        LeaseRenewal(holder: holder, tail: tail, mark: mark, carriesEntry: carriesEntry, handsOver: handsOver)
    }
}

extension OfficeMark {
    fileprivate var counted: OfficeMark {
        OfficeMark(high: 0, low: bytes[8...].reduce(0) { $0 << 8 | UInt64($1) } + 1)
    }
}
