import ProgressCore
import ProgressRegistry

/// A path of the service, and what its variable part names.
struct Route {
    enum Subject {
        case none
        case node(NodeReference)
        /// Of a reservation's token or of a grant; nil: no UUID, so nothing has it.
        case id(ProgressID?)
        /// Of a file among the assets.
        case asset(index: Int)
        case slug(String)
    }

    let path: Path
    var subject = Subject.none

    /// The node that the path names; nil where it names none.
    var node: NodeReference? {
        if case .node(let node) = subject { return node }
        return nil
    }
}
