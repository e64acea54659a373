package import ProgressCore

/// Why the registry refuses a call that it decides as a whole.
package enum RegistryRefusal: Error {
    case tree(ProgressError)
    /// Another progress has the name; which one, if the caller may know. `pointer` is the JSON pointer of the member.
    case nameTaken(String, NameHolder?, pointer: String)
    case preconditionFailed(id: ProgressID, version: Int64)
    /// It is there, and must not be.
    case preconditionExcludes(id: ProgressID, version: Int64)
    /// A precondition, and no progress of this name yet.
    case preconditionWithoutNode(String)
    case nameTakenByAnotherBody(String, NameHolder?)
    /// Another body came with the same `Idempotency-Key`, and created this.
    case keyReused(NameHolder)
    /// The child that an attach names, as it was written.
    case unknownChild(String)
    /// The caller's right, if it has one, does not reach so far.
    case outsideScope
}

extension RegistryRefusal {
    /// Names the holder of a name that is taken, as far as the caller may know.
    /// - Parameter pointer: the JSON pointer of the member with the name.
    package init(
        _ error: ProgressError,
        _ names: NameRights,
        _ tree: borrowing ProgressTree,
        at pointer: @autoclosure () -> String
    ) {
        guard case .nameTaken(let name) = error else {
            self = .tree(error)
            return
        }
        self = .nameTaken(name, names.holder(of: name, in: tree), pointer: pointer())
    }
}
