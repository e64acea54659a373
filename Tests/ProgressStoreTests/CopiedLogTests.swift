import ProgressCore
import TestLogs
import Testing

@testable import ProgressStore

/// Replicas on a copy of a log, whose office names the writer of the original.
@Suite struct CopiedLogTests {
    private let id = ProgressID(high: 0, low: 1)

    @Test func `a replica on a copy never learns of the original's writer, and rules after the lease`() throws {
        let (original, writer) = ClusterWorld.ruled(2)
        _ = try writer.insert(id)
        original.run(milliseconds: 100)
        let place = try #require(writer.cluster.writer)
        let world = ClusterWorld(2, on: original.engine.copy(), seed: 7)
        let begin = world.clock.now

        let isRuled = world.run {
            #expect(world.replicas.allSatisfy { $0.cluster.writer != place })
            return world.writer != nil
        }
        world.run(milliseconds: 1_000)

        #expect(isRuled && world.clock.now - begin < ClusterWorld.lease + 1_600_000_000)
        let own = try #require(world.writer)
        #expect(world.replicas.allSatisfy { $0.cluster.writer == own.cluster.writer && $0.snapshot(of: id) != nil })
        _ = try own.complete(id)
        world.run(milliseconds: 100)
        #expect(own.snapshot(of: id)?.completedUnitCount == 1)
        #expect(writer.snapshot(of: id)?.completedUnitCount == 0 && writer.rules)
    }

    @Test func `the first look of a replica that starts names no writer, and the next beat does`() {
        let (world, writer) = ClusterWorld.ruled(1)
        world.run(milliseconds: 5_000)

        let heir = world.add()
        heir.turn()
        let atOnce = heir.cluster.writer
        world.run(milliseconds: 1_100)

        #expect(heir.cluster.role == .heir && atOnce == nil)
        #expect(heir.cluster.writer == writer.cluster.writer)
    }

    @Test func `a replica that starts beside a writer at work learns of it with the next group`() throws {
        let (world, writer) = ClusterWorld.ruled(1)
        let heir = world.add()
        heir.turn()

        _ = try writer.insert(id)
        world.run(milliseconds: 20)

        #expect(heir.cluster.writer == writer.cluster.writer)
    }
}
