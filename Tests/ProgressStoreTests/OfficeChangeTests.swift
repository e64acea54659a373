import ProgressCore
import ProgressRegistry
import TestLogs
import Testing

@testable import ProgressStore

/// The writer, and how it changes.
@Suite struct OfficeChangeTests {
    private let id = ProgressID(high: 0, low: 1)

    @Test func `the first replica of an empty cluster takes office at once`() {
        let world = ClusterWorld(1)

        world.run(milliseconds: 50)

        #expect(world.replicas[0].rules)
        #expect(world.replicas[0].lines.count("holds the office") == 1)
        #expect(world.replicas[0].cluster.takeovers == (clean: 1, unclean: 0))
    }

    @Test func `one of three rules, and the others know where`() {
        let (world, writer) = ClusterWorld.ruled(3)

        // A renewal, which the last replica to look needs: its first look found the writer there.
        world.run(milliseconds: 500)

        #expect(world.replicas.count { $0.rules } == 1)
        #expect(world.heirs.allSatisfy { $0.cluster.role == .heir })
        #expect(world.heirs.allSatisfy { $0.cluster.writer?.address == "replica-\(writer.number):80" })
        #expect(world.heirs.allSatisfy { $0.cluster.writer == writer.cluster.writer })
    }

    @Test func `a write is safe soon, and the heirs have it without loading`() throws {
        let (world, writer) = ClusterWorld.ruled(3)

        let group = try #require(try writer.insert(id))
        #expect(!writer.isSafe(group))
        world.run(milliseconds: 20)

        #expect(writer.isSafe(group))
        #expect(world.heirs.allSatisfy { $0.snapshot(of: id)?.version == writer.snapshot(of: id)?.version })
        #expect(world.heirs.allSatisfy { $0.lines.count("loaded") == 1 })
    }

    @Test func `heirs have each of many writes in a row as soon as it is in the log`() throws {
        let (world, writer) = ClusterWorld.ruled(2)
        world.run(milliseconds: 1_100)
        _ = try writer.insert(id)
        world.run(milliseconds: 2)

        for count in 1...20 as ClosedRange<Int64> {
            _ = try writer.complete(id)
            world.run(milliseconds: 2)

            #expect(world.heirs[0].snapshot(of: id)?.completedUnitCount == count)
        }
    }

    @Test func `after a kill an heir rules within the lease and half a second, with all that was acknowledged`() throws
    {
        let (world, writer) = ClusterWorld.ruled(3)
        _ = try writer.insert(id)
        world.run(milliseconds: 1_100)
        let before = try #require(writer.snapshot(of: id))
        let (epoch, killedAt) = (writer.registry.epoch.bytes, world.clock.now)

        writer.kill()
        #expect(world.run { world.writer != nil })

        let next = try #require(world.writer)
        let after = try #require(next.snapshot(of: id))
        #expect(world.clock.now - killedAt <= ClusterWorld.lease + 500_000_000)
        #expect(after.version == before.version + RunRecord.versionGap)
        #expect(next.registry.epoch.bytes != epoch)
        #expect(next.cluster.takeovers == (clean: 0, unclean: 1))
    }

    @Test func `the other heirs show the versions and ids of the new writer`() throws {
        let (world, writer) = ClusterWorld.ruled(3)
        _ = try writer.insert(id)
        world.run(milliseconds: 100)
        let generations = world.heirs.map { $0.cluster.streamGeneration }

        writer.kill()
        #expect(world.run { world.writer != nil })
        world.run(milliseconds: 200)

        let next = try #require(world.writer)
        let heir = try #require(world.heirs.first)
        #expect(heir.snapshot(of: id)?.version == next.snapshot(of: id)?.version)
        #expect(heir.registry.epoch.bytes == next.registry.epoch.bytes)
        #expect(zip(generations, [next, heir].map { $0.cluster.streamGeneration }).allSatisfy { $0 < $1 })
    }

    @Test func `a hand-over takes less than 300 ms, and versions, ids and streams continue`() throws {
        let (world, writer) = ClusterWorld.ruled(3)
        _ = try writer.insert(id)
        world.run(milliseconds: 100)
        let heir = try #require(world.heirs.first)
        let generation = heir.cluster.streamGeneration
        let (epoch, version) = (writer.registry.epoch.bytes, writer.snapshot(of: id)?.version)
        let begin = world.clock.now

        writer.leave()
        #expect(world.run { world.writer != nil })

        let next = try #require(world.writer)
        #expect(world.clock.now - begin < 300_000_000)
        #expect(writer.isSaved && !writer.rules)
        #expect(writer.lines.count("handed over the office") == 1)
        #expect(next.registry.epoch.bytes == epoch)
        #expect(next.snapshot(of: id)?.version == version)
        #expect(next.cluster.takeovers == (clean: 1, unclean: 0))
        #expect(heir.cluster.streamGeneration == generation)
    }

    @Test func `what was asked of a writer is lost after a kill, and not after a hand-over`() throws {
        let (world, writer) = ClusterWorld.ruled(3)
        world.run(milliseconds: 500)
        let before = world.heirs.map { $0.cluster.contact.lossCount }

        writer.leave()
        #expect(world.run { world.writer != nil })
        world.run(milliseconds: 500)
        let heirs = world.replicas.filter { $0 !== writer }
        #expect(heirs.map { $0.cluster.contact.lossCount } == before)
        world.writer?.kill()
        #expect(world.run { world.writer != nil })
        world.run(milliseconds: 500)

        let left = heirs.filter(\.isRunning)
        #expect(left.count == 1 && left.allSatisfy { $0.cluster.contact.lossCount > before[0] })
    }

    @Test func `the writer that handed over knows where the next one is`() throws {
        let (world, writer) = ClusterWorld.ruled(2)

        writer.leave()
        world.run(milliseconds: 400)

        let next = try #require(world.writer)
        #expect(writer.cluster.writer?.address == "replica-\(next.number):80")
        #expect(writer.cluster.role == .leaving)
    }

    @Test func `what was written right before a hand-over is in it`() throws {
        let (world, writer) = ClusterWorld.ruled(2)

        let group = try #require(try writer.insert(id))
        writer.leave()
        #expect(world.run { world.writer != nil })

        #expect(writer.isSafe(group))
        #expect(world.writer?.snapshot(of: id) != nil)
    }

    @Test func `a hand-over waits for a write that was let in`() throws {
        let (world, writer) = ClusterWorld.ruled(2)
        #expect(writer.cluster.beginWrite(now: world.clock.now))

        writer.leave()
        world.run(milliseconds: 50)
        #expect(world.writer == nil)
        #expect(!writer.cluster.beginWrite(now: world.clock.now))
        writer.cluster.endWrite()

        world.run(milliseconds: 200)
        #expect(world.writer != nil)
        #expect(writer.isSaved)
    }

    @Test func `a writer that cannot hand over in time gives up, and says that something may be missing`() throws {
        let (world, writer) = ClusterWorld.ruled(2)
        writer.log.setOutage(.lostBefore)

        let group = try #require(try writer.insert(id))
        writer.leave()
        world.run(milliseconds: 1_000)

        #expect(!writer.isSaved && !writer.isSafe(group))
        #expect(writer.lines.count("could not hand over the office in time") == 1)
    }

    @Test func `an heir that leaves claims no more`() {
        let (world, writer) = ClusterWorld.ruled(2)
        world.heirs[0].leave()

        writer.kill()
        world.run(milliseconds: 10_000)

        #expect(world.writer == nil)
    }

    @Test func `a slow engine deposes nobody`() {
        let (world, writer) = ClusterWorld.ruled(3)

        world.engine.setOutage(.lostBefore)
        world.run(milliseconds: 20_000)
        #expect(world.writer == nil)
        world.engine.setOutage(nil)
        world.run(milliseconds: 2_000)

        #expect(world.writer === writer)
        #expect(world.replicas.allSatisfy { $0.lines.count("the log does not answer") == 1 })
        #expect(world.replicas.allSatisfy { $0.lines.count("the log answers again") == 1 })
        #expect(world.replicas.allSatisfy { $0.cluster.trouble == nil })
    }

    @Test func `a replica whose clock is behind never gives times below those in the log`() throws {
        let world = ClusterWorld(1)
        world.run(milliseconds: 100)
        let behind = world.add(clockError: -600_000)
        let writer = world.replicas[0]
        _ = try writer.insert(id)
        world.run(milliseconds: 200)
        let before = try #require(writer.snapshot(of: id)).updatedAt

        writer.leave()
        #expect(world.run { world.writer === behind })

        #expect(behind.now >= before)
        _ = try behind.complete(id)
        let snapshot = try #require(behind.snapshot(of: id))
        #expect(snapshot.updatedAt >= before)
    }

    @Test func `an idle replica sends two statements a second, and announces itself once a lease`() {
        let (world, _) = ClusterWorld.ruled(3)
        world.run(milliseconds: 1_000)
        let before = world.replicas.map { $0.log.callCount }

        world.run(milliseconds: 60_000)

        let counts = zip(world.replicas, before).map { $0.log.callCount - $1 }
        #expect(counts.allSatisfy { $0 <= 122 + 20 }, "\(counts)")
    }
}
