import ProgressCore
import ProgressLog
import ProgressRegistry
import TestLogs
import TestSupport
import Testing

@testable import ProgressStore

/// Trees that follow those of another replica.
@Suite struct FollowingTests {
    private let id = ProgressID(high: 0, low: 1)

    @Test func `a read that waits for the tail sees what was acknowledged before it began`() throws {
        let (world, writer) = ClusterWorld.ruled(2)
        let heir = world.heirs[0]
        let group = try #require(try writer.insert(id))
        writer.turn()
        #expect(writer.isSafe(group) && heir.snapshot(of: id) == nil)

        let ticket = heir.cluster.askForTail()
        heir.turn()

        #expect(heir.cluster.answeredTicket >= ticket)
        #expect(heir.snapshot(of: id) != nil)
    }

    @Test func `a replica that is far behind looks at the office while it catches up`() throws {
        let (world, writer) = ClusterWorld.ruled(2)
        let (heir, clock) = (world.heirs[0], world.clock)
        var random = SeededGenerator(seed: 5)
        for number in 1...768 as ClosedRange<UInt64> {
            var new = NewProgress(id: ProgressID(high: 0, low: number))
            new.details = ProgressDetails()
            new.details?.userInfo = random.bytes(16_000)
            _ = try writer.write { tree, now in _ = try tree.insert([new], under: nil, at: now) }
            if number % 16 == 0 { writer.turn() }
        }

        heir.log.setAfterRead { clock.now += ClusterWorld.lease / 3 }
        var counts: [Int] = []
        while counts.last != 768, counts.count < 10 {
            heir.turn()
            writer.turn()
            counts.append(heir.nodeCount)
            #expect(heir.due <= clock.now || counts.last == 768)
        }

        #expect(counts.count > 2 && counts.last == 768)
        #expect(writer.rules && world.writer === writer)
    }

    @Test func `a read that waits for a silent engine is told so`() {
        let (world, _) = ClusterWorld.ruled(2)
        let heir = world.heirs[0]
        heir.log.setOutage(.lostBefore)
        world.run(milliseconds: 1_000)

        let ticket = heir.cluster.askForTail()
        heir.turn()

        #expect(heir.cluster.failedTicket >= ticket && heir.cluster.answeredTicket < ticket)
    }

    @Test func `a writer whose lease is over asks the log before it answers`() {
        let (world, writer) = ClusterWorld.ruled(1)
        writer.log.setOutage(.notDone)
        world.run(milliseconds: 4_000)
        #expect(!writer.rules)
        writer.log.setOutage(nil)

        let ticket = writer.cluster.askForTail()
        world.run(milliseconds: 500)

        #expect(writer.cluster.answeredTicket >= ticket && writer.rules)
    }

    @Test func `a suspected writer is looked at`() {
        let (world, _) = ClusterWorld.ruled(2)
        let heir = world.heirs[0]
        world.run(milliseconds: 20)
        let before = heir.log.callCount

        heir.cluster.suspect(term: heir.cluster.term)
        heir.turn()

        #expect(heir.log.callCount == before + 1)
    }

    @Test func `what is written by mistake on trees that follow is gone after they are loaded again`() throws {
        let (world, writer) = ClusterWorld.ruled(2)
        let heir = world.heirs[0]
        _ = try writer.insert(id)
        world.run(milliseconds: 100)

        let now = heir.now
        try heir.registry.enter { registry in
            _ = try registry.tree.complete(try registry.tree.find(id), by: 1, at: now)
            _ = registry.newestGroup
        }
        world.run(milliseconds: 1_000)

        #expect(heir.snapshot(of: id)?.completedUnitCount == 0)
        #expect(heir.lines.count("loads the log again") == 1)
    }

    @Test func `a replica that comes late loads what is there`() throws {
        let (world, writer) = ClusterWorld.ruled(1)
        for number in 1...50 as ClosedRange<UInt64> {
            _ = try writer.insert(ProgressID(high: 0, low: number))
            if number > 40 { world.run(milliseconds: 20) }
        }
        world.run(milliseconds: 100)

        let heir = world.add()
        world.run(milliseconds: 100)

        #expect(heir.nodeCount == 50)
        #expect(heir.cluster.entries == writer.cluster.entries)
    }

    @Test func `a damaged entry is refused, named, and heals with the engine`() throws {
        let (world, writer) = ClusterWorld.ruled(1)
        _ = try writer.insert(id)
        world.run(milliseconds: 100)

        let heir = world.add()
        heir.log.setOutage(.damaged)
        heir.turn()

        let trouble = try #require(heir.cluster.trouble)
        #expect(trouble.needsOperator)
        #expect(trouble.reason.contains("entry 1"))
        #expect(heir.cluster.role == .loading)
        heir.log.setOutage(nil)
        world.run(milliseconds: 2_000)
        #expect(heir.cluster.trouble == nil && heir.snapshot(of: id) != nil)
    }

    @Test func `a replica with a damaged log never takes office`() throws {
        let (world, writer) = ClusterWorld.ruled(1)
        _ = try writer.insert(id)
        world.run(milliseconds: 100)
        let heir = world.add()
        heir.log.setOutage(.damaged)

        writer.kill()
        world.run(milliseconds: 20_000)
        #expect(world.writer == nil)
        heir.log.setOutage(nil)
        world.run(milliseconds: 10_000)

        #expect(world.writer === heir && heir.snapshot(of: id) != nil)
    }

    @Test func `a replica that is deposed three times in a minute says so, and claims no more for a while`() throws {
        let (world, writer) = ClusterWorld.ruled(1)
        let other = world.engine.connect()

        for round in 1...3 as ClosedRange<UInt64> {
            #expect(world.run { writer.rules })
            let row = try other.look(by: .max)
            let claim = ElectionBid(
                mark: OfficeMark(high: round, low: 7),
                address: "elsewhere:80",
                key: Array(repeating: 0, count: ElectionBid.keyByteCount)
            )
            #expect(try other.claim(claim, seen: row, by: .max))
            world.run(milliseconds: 1_500)
        }

        let trouble = try #require(writer.cluster.trouble)
        #expect(trouble.needsOperator && trouble.reason.contains("elsewhere:80"))
        world.run(milliseconds: 20_000)
        #expect(!writer.rules)
        world.run(milliseconds: 60_000)
        #expect(writer.rules && writer.cluster.trouble == nil)
    }

    @Test func `replies of a replica that follows are held whatever the durability`() {
        let status = StorageStatus(.interval)
        status.noteCaughtUp(.max)
        #expect(!status.holdsReplies(now: 0))

        status.noteFollowing(true)

        #expect(status.holdsReplies(now: 0))
    }

    @Test func `a write on trees that follow is noticed, and its group never becomes safe`() {
        let registry = RegistryState(limits: ProgressLimits())
        registry.follows = true

        #expect(registry.newestGroup == .max)
        #expect(registry.hasStrayWrites)
    }
}
