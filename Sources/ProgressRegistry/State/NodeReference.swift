package import ProgressCore

/// How a path names a progress.
package enum NodeReference: Sendable {
    case id(ProgressID)
    case name(String)
    /// Neither a UUID nor a valid name: it finds nothing.
    case impossible
}

extension ProgressTree {
    package func find(_ reference: NodeReference) throws(ProgressError) -> NodeIndex {
        switch reference {
        case .id(let id): try find(id)
        case .name(let name): try find(name: name)
        case .impossible: throw .notFound
        }
    }
}
