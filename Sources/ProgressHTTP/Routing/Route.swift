import ProgressCore
import ProgressRegistry

/// A path of the service, and the subject that its variable part names.
struct Route {
    enum Subject {
        case none
        case node(NodeReference)
        /// A reservation's token or a grant's id; nil if it is not a UUID, which nothing has.
        case id(ProgressID?)
        /// Of a file among the assets.
        case asset(index: Int)
        case slug(String)
    }

    let path: Path
    var subject = Subject.none

    /// The node that the path names, if any.
    var node: NodeReference? {
        if case .node(let node) = subject { return node }
        return nil
    }
}
