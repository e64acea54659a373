package import ProgressCore
package import ProgressStreams

extension Forest {
    package func isSelected(_ index: NodeIndex, by selection: Selection) -> Bool {
        switch selection {
        case .nodes(_, let descendants):
            if selection.names(id(of: index)) { return true }
            if !descendants { return false }
            var current = parent(of: index)
            while let one = current {
                if selection.names(id(of: one)) { return true }
                current = parent(of: one)
            }
            return false
        case .roots(let filter, let descendants):
            let isRoot = parent(of: index) == nil
            return (isRoot || descendants) && filter.matches(details(of: root(of: index)))
        }
    }

    /// The ids of everything below a progress; empty if it is gone.
    func descendants(of id: ProgressID) -> [ProgressID] {
        guard let top = try? find(id) else { return [] }
        var ids: [ProgressID] = []
        forEachNode(of: top, descendants: true) { visit in
            if visit.index != top { ids.append(visit.id) }
            return true
        }
        return ids
    }
}
