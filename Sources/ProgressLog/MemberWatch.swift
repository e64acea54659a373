/// Which of the replicas that announced themselves live, as one of them sees it: by its own monotonic clock, from what
/// changes between its own looks, as the election does.
package struct MemberWatch: Sendable {
    private struct Sighting {
        var mark: UInt64
        var changedAt: UInt64
        /// The number of changes that were seen.
        var changeCount: Int
    }

    /// Between two looks; after a longer gap it is unknown how long any member was silent.
    private let longestGap: UInt64
    private var sightings: [String: Sighting] = [:]
    private var lookedAt: UInt64 = 0
    package private(set) var living: [Member] = []
    /// Those of them that use this log for certain. A copy of it names those who use the original, and a newer copy in its
    /// place shows one change of each.
    package private(set) var present: [Member] = []
    /// The ids of those that were silent for too long.
    package private(set) var dead: [String] = []

    /// - Parameter lease: the own one, in nanoseconds.
    package init(lease: UInt64) { longestGap = 3 * lease }

    package mutating func saw(_ members: [Member], at now: UInt64) {
        let hasGap = now > lookedAt + longestGap
        var seen: [String: Sighting] = [:]
        for member in members {
            let last = sightings[member.id]
            let known = last.flatMap { $0.mark == member.mark && !hasGap ? $0 : nil }
            let count = last.map { $0.changeCount + ($0.mark == member.mark ? 0 : 1) } ?? 0
            seen[member.id] = known ?? Sighting(mark: member.mark, changedAt: now, changeCount: count)
        }
        (sightings, lookedAt) = (seen, now)
        func isDead(_ member: Member) -> Bool {
            seen[member.id].map { now > $0.changedAt + member.longestSilence } ?? false
        }
        living = members.filter { !isDead($0) }
        present = living.filter { (seen[$0.id]?.changeCount ?? 0) > 1 }
        dead = members.filter(isDead).map(\.id)
    }
}
