import ProgressCore
import TestLogs
import TestSupport

@testable import ProgressStore

/// A random history of writes, reads, faults and changes of the office, beside a ledger of acknowledged writes.
struct ClusterHistory {
    /// A write whose reply waits.
    private struct Pending {
        let replica: TestReplica
        let group: UInt64
        let losses: UInt64
        let id: ProgressID
    }

    private let world: ClusterWorld
    private var random: SeededGenerator
    private let ids = (1...5 as ClosedRange<UInt64>).map { ProgressID(high: 0, low: $0) }
    private var pending: [Pending] = []
    private var acknowledged: [ProgressID: Int64] = [:]
    private var attempted: [ProgressID: Int64] = [:]
    /// The count at each version that any replica has shown as its newest.
    private var shown: [ProgressID: [Int64: Int64]] = [:]
    private var newestTime: [ProgressID: Int64] = [:]
    private(set) var violations: [String] = []
    private(set) var acknowledgedCount = 0
    private(set) var takeoverCount = 0

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        world = ClusterWorld(3, seed: seed, leastLogByteCount: 3_000)
    }

    mutating func run(steps: Int) throws {
        world.run(milliseconds: 500)
        for id in ids { _ = try world.writer?.insert(id) }
        world.run(milliseconds: 500)
        for _ in 0..<steps {
            try step()
            settle()
            observe()
        }
        end()
    }

    private mutating func step() throws {
        switch random.number(below: 100) {
        case 0..<45: try write()
        case 45..<75: world.run(milliseconds: UInt64(random.number(below: 30)))
        case 75..<80: world.run(milliseconds: UInt64(random.number(below: 4_500)))
        case 80..<90: anyReplica().log.order(anyFault())
        case 90..<93: anyReplica().log.setOutage(random.chance(2) ? nil : anyFault())
        case 93: world.engine.failOver()
        case 94: world.engine.deliverLate()
        case 95: world.engine.setOutage(random.chance(3) ? anyFault() : nil)
        case 96..<98: anyReplica().leave()
        default: anyReplica().kill()
        }
        while world.replicas.count(where: { $0.isRunning && $0.cluster.role != .leaving }) < 3 {
            world.add(clockError: Int64(random.number(below: 1_200_000)) - 600_000)
        }
    }

    private mutating func anyReplica() -> TestReplica {
        let running = world.replicas.filter { $0.isRunning }
        return running[random.number(below: running.count)]
    }

    private mutating func anyFault() -> MemoryFault {
        let faults: [MemoryFault] = [.lostBefore, .lostAfter, .unreplicated, .late, .notDone, .full]
        return faults[random.number(below: faults.count)]
    }

    private mutating func write() throws {
        let id = ids[random.number(below: ids.count)]
        // More than one may believe that it rules only if the protocol is broken.
        for replica in world.replicas where replica.isRunning {
            let losses = replica.status.lossCount
            guard let group = try replica.complete(id) else { continue }
            attempted[id, default: 0] += 1
            pending.append(Pending(replica: replica, group: group, losses: losses, id: id))
        }
        if world.replicas.count(where: { $0.rules }) > 1 { violations.append("two replicas rule") }
    }

    /// Replies go where their groups are safe.
    private mutating func settle() {
        pending.removeAll { write in
            guard write.replica.isRunning, write.losses == write.replica.status.lossCount else { return true }
            guard write.replica.isSafe(write.group) else { return false }
            acknowledged[write.id, default: 0] += 1
            acknowledgedCount += 1
            return true
        }
    }

    /// Checks that a read at the writer has all acknowledged writes, and that no version means two counts.
    private mutating func observe() {
        for replica in world.replicas where replica.rules { observe(at: replica) }
        if let heir = world.heirs.first(where: { $0.cluster.role == .heir }) {
            let ticket = heir.cluster.askForTail()
            heir.turn()
            if heir.cluster.answeredTicket >= ticket, !heir.rules { checkCounts(at: heir) }
        }
    }

    private mutating func observe(at replica: TestReplica) {
        checkCounts(at: replica)
        for id in ids {
            guard let snapshot = replica.snapshot(of: id) else { continue }
            let known = shown[id]?[snapshot.version]
            if let known, known != snapshot.completedUnitCount {
                violations.append(
                    "version \(snapshot.version) of \(id) means \(known) and \(snapshot.completedUnitCount)"
                )
            }
            shown[id, default: [:]][snapshot.version] = snapshot.completedUnitCount
        }
    }

    private mutating func checkCounts(at replica: TestReplica) {
        for (id, count) in acknowledged {
            let completed = replica.snapshot(of: id)?.completedUnitCount ?? -1
            if completed < count {
                violations.append("\(count) were acknowledged of \(id), replica \(replica.number) has \(completed)")
            }
        }
    }

    private mutating func end() {
        world.engine.setOutage(nil)
        for replica in world.replicas { replica.log.setOutage(nil) }
        // Alarms of replicas that were deposed too often end after a minute.
        world.run(milliseconds: 75_000)
        settle()
        observe()
        takeoverCount = world.replicas.reduce(0) { $0 + $1.cluster.takeovers.clean + $1.cluster.takeovers.unclean }
        guard let writer = world.writer else { return violations.append("nobody rules in the end") }
        for id in ids {
            let completed = writer.snapshot(of: id)?.completedUnitCount ?? -1
            if completed > attempted[id] ?? 0 { violations.append("\(id) has more than was ever sent: \(completed)") }
            for heir in world.heirs where heir.cluster.role == .heir {
                let (own, other) = (writer.snapshot(of: id), heir.snapshot(of: id))
                if own?.version != other?.version || own?.completedUnitCount != other?.completedUnitCount {
                    let trouble = heir.cluster.trouble?.reason ?? "no trouble"
                    violations.append("replica \(heir.number) shows another \(id) than the writer: \(trouble)")
                }
            }
        }
    }
}
