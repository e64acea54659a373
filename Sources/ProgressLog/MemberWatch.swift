/// Which of the replicas that announced themselves live, as one of them sees it: by its own monotonic clock, from what
/// changes between its own looks, as the election does.
package struct MemberWatch: Sendable {
    private struct Sighting {
        var mark: UInt64
        var changedAt: UInt64
    }

    /// Between two looks; after a longer gap nothing is known of how long anybody was silent.
    private let longestGap: UInt64
    private var sightings: [String: Sighting] = [:]
    private var lookedAt: UInt64 = 0
    package private(set) var living: [Member] = []
    /// The ids of those that were silent for too long.
    package private(set) var dead: [String] = []

    /// - Parameter lease: the own one, in nanoseconds.
    package init(lease: UInt64) { longestGap = 3 * lease }

    package mutating func saw(_ members: [Member], at now: UInt64) {
        let hasGap = now > lookedAt + longestGap
        var seen: [String: Sighting] = [:]
        for member in members {
            let known = sightings[member.id].flatMap { $0.mark == member.mark && !hasGap ? $0 : nil }
            seen[member.id] = known ?? Sighting(mark: member.mark, changedAt: now)
        }
        (sightings, lookedAt) = (seen, now)
        func isDead(_ member: Member) -> Bool {
            seen[member.id].map { now > $0.changedAt + member.longestSilence } ?? false
        }
        living = members.filter { !isDead($0) }
        dead = members.filter(isDead).map(\.id)
    }
}
