import ProgressCore
import Testing

/// A tree that followed a writer, and rules after it.
struct RuleTests {
    private let id = ProgressID(high: 0, low: 1)
    private let key = ProgressID(high: 0, low: 2)

    /// A node that works, with a lease of a second, and a reservation that expires at 5,000.
    private func follower(_ change: (inout StoredProgress) -> Void = { _ in }) throws -> ProgressTree {
        let limits = ProgressLimits()
        var tree = try Restoration(limits: limits, nodeCount: 0).finish([], sequence: 0, ordinal: 0, at: nil)
        var stored = StoredProgress(id: id, counts: Counts(total: 10, completed: 3), ordinal: 1, createdAt: 0)
        var details = ProgressDetails()
        details.leaseSeconds = 1
        stored.details = DetailsBox(details)
        (stored.version, stored.changeStamp) = (4, 7)
        change(&stored)
        let reservation = Reservation(key: key, parentID: id, pendingUnitCount: 2, expiresAt: 5_000)
        try tree.adopt([.node(stored), .reservation(reservation)], sequence: 9, ordinal: 1, at: 0)
        return tree
    }

    @Test func `nothing ends while it follows`() throws {
        var tree = try follower()

        let isMoreDue = tree.advance(to: 1_000_000)

        #expect(!isMoreDue && tree.forest.nextDeadline == nil)
        #expect(tree.state(of: try tree.find(id)) == .running && tree.reservationCount == 1)
    }

    @Test func `leases and reservations end once it rules`() throws {
        var tree = try follower()

        tree.beginRule(versionGap: 0, sequence: 10, ordinal: 1, at: 2_000)
        _ = tree.advance(to: 2_999)
        let before = tree.state(of: try tree.find(id))
        _ = tree.advance(to: 3_000)
        let after = tree.state(of: try tree.find(id))
        _ = tree.advance(to: 5_000)

        #expect(before == .running && after == .stalled)
        #expect(tree.snapshot(of: try tree.find(id)).completedUnitCount == 5)
    }

    @Test func `retention counts once it rules`() throws {
        var tree = try follower { stored in
            stored.counts = Counts(total: 10, completed: 10)
            (stored.finishedAt, stored.endedAt) = (0, 0)
        }
        let end = 5_000 + tree.forest.limits.retention

        tree.beginRule(versionGap: 0, sequence: 10, ordinal: 1, at: 2_000)
        // The reservation is the last thing that writes to it.
        _ = tree.advance(to: 5_000)
        _ = tree.advance(to: end - 1)
        let before = tree.nodeCount
        _ = tree.advance(to: end)

        #expect(before == 1 && tree.nodeCount == 0)
    }

    @Test func `versions get their gap, and stamps continue after all that were seen`() throws {
        var tree = try follower()

        tree.beginRule(versionGap: 100, sequence: 1_000, ordinal: 50, at: 2_000)
        let version = tree.forest.version(of: try tree.find(id))
        tree.heartbeat(try tree.find(id), at: 2_001)

        #expect(version == 104)
        #expect(tree.sequence == 1_001 && tree.newestOrdinal == 50)
    }

    @Test func `everything counts as saved, and what is removed is saved as that`() throws {
        var tree = try follower()

        tree.beginRule(versionGap: 100, sequence: 1_000, ordinal: 50, at: 2_000)
        let before = tree.hasUnsaved
        try tree.remove(try tree.find(id), pending: .release, at: 3_000)
        var removed: [ProgressID] = []
        while tree.takeUnsaved(
            most: 9,
            {
                switch $0 {
                case .noNode(let id), .noReservation(let id): removed.append(id)
                default: break
                }
            }
        ) {}

        #expect(!before && removed == [id, key])
    }

    @Test(arguments: [8, 0] as [UInt64])
    func `a group that is older than the trees is refused`(sequence: UInt64) throws {
        var tree = try follower()

        do {
            try tree.adopt([], sequence: sequence, ordinal: 1, at: 0)
            Issue.record("an old group was adopted")
        } catch {
            #expect(error == .older(sequence: sequence))
        }
    }
}
