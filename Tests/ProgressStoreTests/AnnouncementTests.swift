import ProgressCore
import ProgressLog
import ProgressRecords
import TestLogs
import Testing

@testable import ProgressStore

/// Replicas of two versions, and the form that their writer writes.
@Suite struct AnnouncementTests {
    private static let two = RecordForm(rawValue: 2)
    private static let told = "writes a newer form"
    private static let tenMinutes: UInt64 = 600_000

    private func world(_ forms: MemberForms...) -> ClusterWorld {
        let world = ClusterWorld(0)
        for one in forms {
            world.add(forms: one)
            world.run(milliseconds: 1_000)
        }
        return world
    }

    private func order(_ order: FormOrder, in world: ClusterWorld) throws {
        #expect(try world.engine.connect().order(order, by: .max))
    }

    @Test func `every replica announces itself, and the writer its term`() {
        let (world, writer) = ClusterWorld.ruled(3)

        world.run(milliseconds: 4_000)

        let roster = world.roster
        #expect(roster.lines.map(\.member.address) == world.replicas.map { "replica-\($0.number):80" })
        #expect(roster.lines.map(\.member.term) == world.replicas.map { $0 === writer ? 1 : 0 })
        #expect(roster.form.written == .first && roster.form.announcedTerm == 1)
        #expect(world.replicas.allSatisfy { $0.cluster.census?.versions.map(\.count) == [3] })
    }

    @Test func `terms that last less than a lease are announced, too`() {
        let world = world(.next, .next)

        for _ in 1...5 {
            world.writer?.leave()
            world.run(milliseconds: 400)
            world.add(forms: .next)
            world.run(milliseconds: 600)
        }

        #expect(world.engine.row?.term == 6 && world.roster.form.announcedTerm == 6)
    }

    @Test func `a form that all know is written after ten minutes, and not before`() {
        let world = world(.next, .next, .next)

        world.run(milliseconds: Self.tenMinutes - 5_000)
        let before = world.roster.form.written
        world.run(milliseconds: 10_000)

        #expect(before == .first && world.roster.form.written == Self.two)
        #expect(world.replicas.map { $0.lines.count(Self.told) } == [1, 0, 0])
    }

    @Test func `one replica of the older version keeps the form, until it is replaced`() {
        let world = world(.next, MemberForms(), .next)
        world.run(milliseconds: 2 * Self.tenMinutes)
        let mixed = world.roster.form.written

        world.replicas[1].kill()
        world.run(milliseconds: Self.tenMinutes)
        let silent = world.roster.form.written
        world.run(milliseconds: 60_000)

        #expect(mixed == .first && silent == .first && world.roster.form.written == Self.two)
        #expect(world.roster.lines.count == 2)
    }

    @Test func `whoever is forgotten is not waited for, unless it lives`() throws {
        let world = world(.next, MemberForms())
        try order(.allow(Self.two), in: world)
        func forget() throws {
            let old = try #require(world.roster.lines.first { $0.member.reads == .first })
            #expect(try world.engine.connect().withdraw(old.member.id, by: .max))
        }

        world.replicas[1].kill()
        world.run(milliseconds: 5_000)
        #expect(world.roster.form.written == .first)
        try forget()
        world.run(milliseconds: 4_000)

        #expect(world.roster.form.written == Self.two)
    }

    @Test func `a hold and a replica that is held back keep the form`() throws {
        let world = world(.next, .held)
        world.run(milliseconds: 2 * Self.tenMinutes)
        #expect(world.roster.form.written == .first)
        world.replicas[1].kill()
        try order(.hold, in: world)

        world.run(milliseconds: 2 * Self.tenMinutes)
        #expect(world.roster.form.written == .first)
        try order(.release, in: world)
        world.run(milliseconds: Self.tenMinutes + 10_000)

        #expect(world.roster.form.written == Self.two)
    }

    @Test func `a log that a silent version wrote waits for an operator`() throws {
        let (world, silent) = ClusterWorld.ruled(1)
        world.run(milliseconds: 100)
        silent.leave()
        world.run(milliseconds: 400)
        silent.kill()
        world.engine.forgetMembers()
        world.add(forms: .next)
        #expect(world.run { world.writer != nil })

        world.run(milliseconds: 3 * Self.tenMinutes)
        let before = world.roster.form.written
        try order(.allow(Self.two), in: world)
        world.run(milliseconds: 4_000)

        #expect(before == .first && world.roster.form.written == Self.two)
    }

    @Test func `an older replica takes no office in a log of a newer form, and says why`() throws {
        let world = world(.next, MemberForms())
        let old = world.replicas[1]
        try order(.allow(Self.two), in: world)
        old.log.setOutage(.notDone)
        world.run(milliseconds: 60_000)
        #expect(world.roster.form.written == Self.two)

        old.log.setOutage(nil)
        world.replicas[0].kill()
        world.run(milliseconds: 60_000)

        #expect(!old.rules && world.engine.row?.term == 1)
        let reason = try #require(old.cluster.trouble).reason
        #expect(reason.contains("This replica cannot take office: the log was written by a newer progressd"))
    }

    @Test func `a replica that was held back writes on in the form that the log has`() throws {
        let world = world(.next, .next)
        try order(.allow(Self.two), in: world)
        world.run(milliseconds: 4_000)
        world.add(forms: .held)
        world.run(milliseconds: 1_000)
        world.replicas[0].kill()
        world.replicas[1].kill()

        #expect(world.run { world.writer === world.replicas[2] })

        world.run(milliseconds: 4_000)
        #expect(world.roster.form.written == Self.two)
        #expect(world.roster.lines.contains { $0.member.term == 2 && $0.member.writes == .first })
    }

    @Test func `tables that cannot be used cost one line, and nothing else`() throws {
        let (world, writer) = ClusterWorld.ruled(2)
        writer.log.setMembersOutage(.refused)

        world.run(milliseconds: 60_000)

        #expect(writer.rules && writer.lines.count("cannot announce itself") == 1)
        #expect(writer.cluster.trouble == nil)
    }
}
