import ProgressRegistry
import ProgressStreams

extension Selection {
    /// What a stream watches for this selection.
    func targets(withSummary: Bool) -> [RegistryState.WatchTarget] {
        let isDeep = includesDescendants || withSummary
        switch self {
        case .roots(let filter, let descendants):
            if !isDeep { return [.roots] }
            return descendants && !filter.isEmpty ? [.roots, .everything, .relabelings] : [.roots, .everything]
        case .nodes:
            return names.map { .name($0) } + tops.flatMap { isDeep ? [.node($0), .subtree($0)] : [.node($0)] }
        }
    }
}
