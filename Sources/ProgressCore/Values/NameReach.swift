/// The nodes from which a caller may take a name over: those that it may write to.
package enum NameReach: Sendable {
    case everything
    /// This node and everything below it.
    case subtree(ProgressID)
    case nothing
}
