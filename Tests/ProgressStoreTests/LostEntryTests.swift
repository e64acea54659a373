import ProgressCore
import ProgressLog
import TestLogs
import Testing

@testable import ProgressStore

/// An engine that shows an entry, and loses it when it fails over.
@Suite struct LostEntryTests {
    private let id = ProgressID(high: 0, low: 1)

    @Test func `an heir that has read an entry finds out that another took its number`() throws {
        let (world, writer) = ClusterWorld.ruled(3)
        let (reader, other) = (world.heirs[0], world.heirs[1])
        world.run(milliseconds: 500)
        other.log.setOutage(.notDone)
        writer.log.order(.unreplicated)
        writer.log.setOutage(.lostBefore)
        _ = try writer.insert(id)
        world.run(milliseconds: 200)
        let hasRead = reader.snapshot(of: id) != nil
        let lost = world.engine.row?.tail

        reader.log.setOutage(.notDone)
        world.engine.failOver()
        writer.kill()
        other.log.setOutage(nil)
        #expect(world.run { other.rules })
        let tail = world.engine.row?.tail
        reader.log.setOutage(nil)
        world.run(milliseconds: 1_000)

        #expect(hasRead && tail == lost)
        #expect(reader.snapshot(of: id) == nil)
        #expect(reader.lines.count("loaded") == 2)

        other.kill()
        #expect(world.run { reader.rules })
        let late = world.add()
        world.run(milliseconds: 1_000)
        #expect(late.cluster.role == .heir)
    }
}
