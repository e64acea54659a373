import Logging
import Platform
import ProgressCore
import ProgressRegistry
import ProgressTelemetry
import TestLogs
import TestSupport
import Testing

@testable import ProgressStore

/// Members on their threads.
@Suite struct ClusterMemberTests {
    private let engine = MemoryEngine()
    private let id = ProgressID(high: 0, low: 1)

    private func member() -> (ClusterMember, ProgressRegistry) {
        let registry = ProgressRegistry(RegistryState(limits: ProgressLimits()), epoch: Array("none".utf8))
        let settings = MemberSettings(
            name: "test",
            address: "here:80",
            lease: 30_000_000_000,
            durability: .commit,
            limits: ProgressLimits()
        )
        let messages = ServiceLog(LogLines().logger)
        let member = ClusterMember(engine.connect(), settings, registry, clock: .system(), messages: messages)
        return (member, registry)
    }

    @Test func `a write is safe, and the next member has it after a hand-over`() throws {
        let (first, registry) = member()
        let (second, copy) = member()
        first.start(wake: {})
        #expect(eventually { first.cluster.rules(now: MonotonicClock.now()) })
        second.start(wake: {})

        let now = first.clock.now()
        let group = try registry.enter { registry in
            _ = try registry.tree.insert([NewProgress(id: id)], at: now)
            return registry.newestGroup
        }
        first.hurry()
        #expect(eventually { first.status.durableGroup >= group })
        first.leave(within: 5_000_000_000)
        #expect(eventually { second.cluster.rules(now: MonotonicClock.now()) })

        #expect(copy.enter { $0.tree.forest.holds(id) })
        #expect(first.stop(by: .max))
        #expect(second.stop(by: .max))
    }

    @Test func `reactors are woken when a reply may go`() throws {
        let (first, registry) = member()
        let bell = Bell()
        first.start(wake: { bell.ring() })
        #expect(eventually { first.cluster.rules(now: MonotonicClock.now()) })
        bell.wait(until: MonotonicClock.now())
        let now = first.clock.now()
        try registry.enter { registry in _ = try registry.tree.insert([NewProgress(id: id)], at: now) }
        first.status.replyWaits()
        first.hurry()
        let begin = MonotonicClock.now()

        bell.wait(until: begin + 30_000_000_000)

        #expect(MonotonicClock.now() - begin < 30_000_000_000)
        _ = first.stop(by: .max)
    }

    @Test func `a member that was never started stops at once`() {
        let (first, _) = member()

        first.leave(within: 1)

        #expect(first.stop(by: .max))
    }
}
