package import ProgressCore
package import ProgressStreams

extension ProgressTree {
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

    /// Visits `top` and, with descendants, everything below it, parents first.
    /// - Parameter sequence: leaves out what is below a progress whose subtree has no newer change.
    func forEachNode(
        of top: NodeIndex,
        descendants: Bool,
        changedAfter sequence: UInt64? = nil,
        _ body: (NodeIndex) -> Void
    ) {
        var current: NodeIndex? = top
        while let index = current {
            body(index)
            if !descendants { return }
            let isUnchanged = sequence.map { subtreeStamp(of: index) <= $0 } ?? false
            current = nextInWalk(after: index, within: top, skipsChildren: isUnchanged)
        }
    }

    /// The ids of everything below a progress; empty if it is gone.
    func descendants(of id: ProgressID) -> [ProgressID] {
        guard let top = try? find(id) else { return [] }
        var ids: [ProgressID] = []
        forEachNode(of: top, descendants: true) { index in if index != top { ids.append(self.id(of: index)) } }
        return ids
    }
}
