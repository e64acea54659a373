/// A refusal by the tree; nothing has changed then.
package enum ProgressError: Error, Equatable, Sendable {
    case notFound
    case alreadyHasParent(child: ProgressID, parent: ProgressID)
    case cycle(child: ProgressID, parent: ProgressID)
    case nameTaken(String)
    case negativePending(Int64)
    /// The completed count of `id` would leave int64 when `addend` joins `count`.
    case countOverflow(id: ProgressID, count: Int64, addend: Int64)
    case alreadyFailed(ProgressID)
    case alreadyFinished(ProgressID)
    case alreadyCancelled(ProgressID)
    case tooManyNodes(limit: Int)
    case tooDeep(limit: Int, depth: Int)
    case tooManyChildren(limit: Int)
    case tooManyReservations(limit: Int)
    /// The text from clients would exceed the limit for all of it together, in bytes.
    case tooMuchText(limit: Int)
}
