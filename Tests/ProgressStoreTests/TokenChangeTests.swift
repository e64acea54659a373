import ProgressCore
import ProgressLog
import ProgressRegistry
import TestLogs
import Testing

@testable import ProgressStore

/// Replicas whose tokens change one after the other.
@Suite struct TokenChangeTests {
    private let top = ProgressID(high: 0, low: 1)
    private let grantID = ProgressID(high: 0, low: 2)
    private let reservation = TokenDigest(reservation: ProgressID(high: 0, low: 3))
    private let link = TokenDigest("link".utf8)
    private let old = TokenDigest("old".utf8)

    private func list(_ text: String, at replica: TestReplica) throws { replica.list(try AccessToken.list(text)) }

    /// Three replicas, with a grant and a reservation that were made with the token `old`.
    private func world() throws -> (ClusterWorld, writer: TestReplica) {
        let (world, writer) = ClusterWorld.ruled(3)
        for replica in world.replicas { try list("operator:old", at: replica) }
        _ = try writer.insert(top)
        let now = writer.now
        try writer.registry.enter { [top, grantID, reservation, link, old] registry in
            let permit = Permit(role: .viewer, digest: link, scope: top, grant: grantID)
            registry.access.insert(
                AccessTable.Grant(id: grantID, permit: permit, node: top, maker: nil, origin: old)
            )
            _ = try registry.tree.reserve(
                try registry.tree.find(top),
                pendingUnitCount: 5,
                key: reservation.reservationKey,
                expiresAt: nil,
                at: now
            )
            _ = registry.access.reserve(
                reservation,
                by: registry.access.tokens.permit(old),
                registry.tree,
                at: now
            )
        }
        world.run(milliseconds: 4_000)
        return (world, writer)
    }

    private func isGood(at replica: TestReplica) -> Bool {
        replica.registry.enter { $0.access.grantPermit(link, $0.tree.forest, at: replica.now) != nil }
    }

    private func isKnown(at replica: TestReplica) -> Bool {
        replica.registry.enter { $0.access.record(of: link) != nil && $0.access.record(of: reservation) != nil }
    }

    @Test func `what a token made ends when the last replica lists it no more`() throws {
        let (world, writer) = try world()
        #expect(world.replicas.allSatisfy { isGood(at: $0) && isKnown(at: $0) })

        try list("operator:new", at: writer)
        try list("operator:new", at: world.heirs[0])
        world.run(milliseconds: 10_000)
        #expect(world.replicas.map { isGood(at: $0) } == world.replicas.map { $0 === world.heirs[1] })
        #expect(world.replicas.allSatisfy { isKnown(at: $0) })
        try list("operator:new", at: world.heirs[1])
        world.run(milliseconds: 4_000)

        #expect(world.replicas.allSatisfy { !isKnown(at: $0) })
        #expect(world.replicas.allSatisfy { $0.snapshot(of: top)?.completedUnitCount == 5 })
    }

    @Test func `what a token made ends in slices, and what another one made stays`() throws {
        let (world, writer) = try world()
        for replica in world.replicas { try list("operator:old\noperator:kept", at: replica) }
        let digests = (0..<2_500).map { TokenDigest("link \($0)".utf8) }
        writer.registry.enter { [top, old] registry in
            for (number, digest) in digests.enumerated() {
                let id = ProgressID(high: 9, low: UInt64(number))
                registry.access.insert(
                    AccessTable.Grant(
                        id: id,
                        permit: Permit(role: .viewer, digest: digest, scope: top, grant: id),
                        node: top,
                        maker: nil,
                        origin: number % 2 == 0 ? old : TokenDigest("kept".utf8)
                    )
                )
            }
        }
        _ = try writer.complete(top)
        world.run(milliseconds: 4_000)
        for replica in world.replicas { try list("operator:kept", at: replica) }
        world.run(milliseconds: 8_000)

        for replica in world.replicas {
            let left = replica.registry.enter { registry in digests.map { registry.access.record(of: $0) != nil } }
            #expect(left == digests.indices.map { $0 % 2 == 1 })
        }
    }

    @Test func `a replica that takes office before it lists a token loses nothing of it`() throws {
        let (world, writer) = try world()
        for heir in world.heirs { try list("operator:new", at: heir) }
        world.run(milliseconds: 4_000)

        writer.kill()
        #expect(world.run { world.writer != nil })
        world.run(milliseconds: 4_000)
        let next = try #require(world.writer)
        #expect(!isGood(at: next) && isKnown(at: next))
        for replica in world.replicas where replica.isRunning { try list("operator:new\noperator:old", at: replica) }
        world.run(milliseconds: 40_000)

        #expect(world.replicas.filter(\.isRunning).allSatisfy { isGood(at: $0) && isKnown(at: $0) })
    }

    @Test func `a replica that loads a snapshot knows what sleeps, and who made a reservation`() throws {
        let (world, writer) = try world()
        let loaded = world.add()
        try list("operator:new", at: loaded)

        world.run(milliseconds: 2_000)

        #expect(!isGood(at: loaded) && isKnown(at: loaded) && isGood(at: writer))
        try list("operator:old", at: loaded)
        #expect(isGood(at: loaded))
    }

    @Test func `a token that a killed replica listed counts until that one is dead`() throws {
        let (world, writer) = try world()
        let killed = world.heirs[0]
        killed.kill()
        for replica in world.replicas where replica.isRunning { try list("operator:new", at: replica) }

        world.run(milliseconds: 20_000)
        let before = isKnown(at: writer)
        world.run(milliseconds: 20_000)

        #expect(before && !isKnown(at: writer))
    }

    @Test func `tokens that differ are one line and a metric, and changed ones are announced at once`() throws {
        let (world, writer) = try world()
        let line = "another replica has other tokens or settings"
        let before = writer.lines.count(line)

        try list("operator:old\nviewer:see", at: world.heirs[0])
        world.run(milliseconds: 100)
        #expect(world.roster.lines.filter { $0.member.tokens.split(separator: " ").count == 2 }.count == 1)
        world.run(milliseconds: 20_000)

        #expect(writer.lines.count(line) == before + 1)
        #expect(writer.cluster.census?.differingCount == 1)
    }

    @Test func `a replica that finds another cluster under its name shows nothing of it`() throws {
        let (world, _) = try world()
        let stranger = world.add(isAcquainted: false)
        try list("operator:other", at: stranger)

        world.run(milliseconds: 4_000)

        let refusal = try #require(stranger.refusals.first)
        #expect(refusal.contains("this replica (replica-3:80) shares no token with replica-0:80"))
        #expect(stranger.snapshot(of: top) == nil && stranger.cluster.role == .loading)
        #expect(!world.roster.lines.contains { $0.member.address == "replica-3:80" })
    }

    @Test func `a replica that shares one token joins`() throws {
        let (world, _) = try world()
        let next = world.add(isAcquainted: false)
        try list("viewer:old\noperator:other", at: next)

        world.run(milliseconds: 4_000)

        #expect(next.refusals.isEmpty && next.snapshot(of: top) != nil)
    }

    @Test func `what came of a revoked grant ends at every replica, also after another takes office`() throws {
        let (world, writer) = try world()
        let digests = (4...5).map { TokenDigest(reservation: ProgressID(high: 0, low: $0)) }
        let child = ProgressID(high: 0, low: 6)
        let now = writer.now
        try writer.registry.enter { [top, link] registry in
            let parent = try registry.tree.find(top)
            let maker = registry.access.grantPermit(link, registry.tree.forest, at: now)
            let by = Provenance(createdAt: now, by: Caller(role: .grant, user: "anna"), grant: maker?.grant)
            for digest in digests {
                let key = digest.reservationKey
                _ = try registry.tree.reserve(parent, pendingUnitCount: 2, key: key, expiresAt: nil, at: now)
                _ = registry.access.reserve(digest, by: maker, registry.tree, at: now, by)
            }
            _ = try registry.tree.insert([NewProgress(id: child)], under: parent, at: now)
            registry.tree.claim(digests[0].reservationKey)
            registry.access.claim(digests[0], by: child, registry.tree.forest, at: now)
        }
        world.run(milliseconds: 2_000)
        let lives = { (replica: TestReplica) in
            replica.registry.enter { registry in
                let claim = registry.access.claimPermit(digests[0], registry.tree.forest, at: replica.now)
                let key = digests[1].reservationKey
                return [claim != nil, registry.tree.openReservation(key, at: replica.now) != nil]
            }
        }
        #expect(world.replicas.allSatisfy { lives($0) == [true, true] })

        writer.kill()
        #expect(world.run { world.writer != nil })
        let next = try #require(world.writer)
        next.registry.enter { $0.revoke(grantID, at: next.now) }
        world.run(milliseconds: 4_000)

        let running = world.replicas.filter(\.isRunning)
        #expect(running.allSatisfy { lives($0) == [false, false] })
        #expect(running.allSatisfy { $0.snapshot(of: top)?.completedUnitCount == 2 })
    }
}
