package import ProgressCore

/// Why the registry refuses a call that it decides as a whole.
package enum RegistryRefusal: Error {
    case tree(ProgressError)
    case preconditionFailed(id: ProgressID, version: Int64)
    /// A precondition, and no progress of this name yet.
    case preconditionWithoutNode(String)
    case nameTakenByAnotherBody(String)
    /// The child that an attach names, as it was written.
    case unknownChild(String)
    /// The caller's right, if it has one, does not reach so far.
    case outsideScope
}
