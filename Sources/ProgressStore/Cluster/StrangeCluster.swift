package import ProgressLog
package import ProgressRegistry

/// Replicas that share no token with this one use its cluster's name: they are another service, whose trees its callers
/// must not see.
package struct StrangeCluster: Error, CustomStringConvertible {
    package let description: String

    /// nil: one of the living members shares a token, or none lives. What had this replica's address before does not count:
    /// it is gone, however late.
    package init?(_ roster: Roster, _ tokens: AnnouncedTokens, at address: String, name: String) {
        let living = roster.lines.filter { $0.isAlive && $0.member.address != address }.map(\.member)
        guard let one = living.max(by: { $0.term < $1.term }),
            !living.contains(where: { tokens.shares(with: AnnouncedTokens($0.tokens)) })
        else { return nil }
        description =
            "this replica (\(address)) shares no token with \(one.address), whose cluster has the name \(name), too: "
            + "give one of the two another --cluster-name, or this one a token of the other; if it runs no more, it counts "
            + "until `progressd members --forget`, or for ten leases"
    }
}
