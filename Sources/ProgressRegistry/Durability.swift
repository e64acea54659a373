/// How much of what was acknowledged an unclean end of the process may take along.
package enum Durability: String, CaseIterable, Sendable {
    /// The last second.
    case interval
    /// Nothing: a reply to a write comes after its sync.
    case commit
}
