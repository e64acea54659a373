import Logging
import Platform
import ProgressCore
import ProgressLog
import ProgressRegistry
import ProgressTelemetry
import TestLogs
import TestSupport

@testable import ProgressStore

/// Replicas of one cluster over a log in memory, on one thread and with one clock that only tests move.
final class ClusterWorld {
    /// Nanoseconds.
    static let lease: UInt64 = 3_000_000_000
    static let wallClock: Int64 = 1_700_000_000_000

    let engine: MemoryEngine
    let clock = ManualClock()
    private(set) var replicas: [TestReplica] = []
    var random: SeededGenerator
    let leastLogByteCount: Int
    let keptByteCount: Int
    /// Nanoseconds.
    let returnInterval: UInt64

    init(
        _ count: Int,
        on engine: MemoryEngine = MemoryEngine(),
        seed: UInt64 = 1,
        leastLogByteCount: Int = 64 << 20,
        keptByteCount: Int = 16 << 20,
        returnInterval: UInt64 = 0
    ) {
        self.engine = engine
        self.leastLogByteCount = leastLogByteCount
        self.keptByteCount = keptByteCount
        self.returnInterval = returnInterval
        random = SeededGenerator(seed: seed)
        for _ in 0..<count { add() }
    }

    @discardableResult
    func add(
        limits: ProgressLimits = ProgressLimits(),
        clockError: Int64 = 0,
        forms: MemberForms = MemberForms(),
        isAcquainted: Bool = true
    ) -> TestReplica {
        let replica = TestReplica(
            replicas.count,
            self,
            seed: random.next(),
            limits,
            clockError: clockError,
            forms: forms,
            isAcquainted: isAcquainted
        )
        replicas.append(replica)
        return replica
    }

    /// The members that announced themselves, and the log's form.
    var roster: Roster { (try? engine.connect().roster(by: .max)) ?? .empty }

    /// Lets that much time pass: each replica has its turns when they are due or something wakes it.
    func run(milliseconds: UInt64) {
        let end = clock.now + milliseconds * 1_000_000
        while let next = replicas.filter({ $0.isRunning }).min(by: { $0.due < $1.due }), next.due <= end {
            // A turn takes some time, however short, so that a replica that always has work does not stop the clock.
            clock.now = max(clock.now, next.due) + 10_000
            next.turn()
        }
        clock.now = max(clock.now, end)
    }

    /// Until it holds; a minute at most.
    /// - Returns: whether it did.
    func run(until isDone: () -> Bool) -> Bool {
        for _ in 0..<6_000 {
            if isDone() { return true }
            run(milliseconds: 10)
        }
        return isDone()
    }

    /// A world whose first writer holds the office.
    static func ruled(
        _ count: Int,
        leastLogByteCount: Int = 64 << 20,
        keptByteCount: Int = 16 << 20,
        returnInterval: UInt64 = 0
    ) -> (ClusterWorld, TestReplica) {
        let world = ClusterWorld(
            count,
            leastLogByteCount: leastLogByteCount,
            keptByteCount: keptByteCount,
            returnInterval: returnInterval
        )
        world.run(milliseconds: 1_000)
        guard let writer = world.writer else { preconditionFailure("Nobody took office.") }
        return (world, writer)
    }

    /// The replica that rules now.
    var writer: TestReplica? { replicas.first { $0.rules } }

    var heirs: [TestReplica] { replicas.filter { $0.isRunning && $0 !== writer } }
}
