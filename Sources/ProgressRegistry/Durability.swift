/// The acknowledged writes that an unclean end of the process may lose.
package enum Durability: String, CaseIterable, Sendable {
    /// Those of the last second.
    case interval
    /// None: a write is synced before it is answered.
    case commit
}
