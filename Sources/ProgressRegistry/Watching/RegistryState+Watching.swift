package import ProgressCore
package import ProgressStreams

extension RegistryState {
    /// The changes that a reactor's subscriptions ask for.
    package enum WatchTarget: Hashable, Sendable {
        case node(ProgressID)
        /// A progress and everything below it.
        case subtree(ProgressID)
        case roots
        case everything
        /// Everything below a root whose labels or file URL change.
        case relabelings
    }

    /// Adds a subscription of `reactor` to `target`.
    package func watch(_ target: WatchTarget, reactor: Int) {
        watching.add(target, reactor: reactor)
        markWatched(target)
    }

    package func unwatch(_ target: WatchTarget, reactor: Int) {
        watching.remove(target, reactor: reactor)
        markWatched(target)
    }

    /// Marks the tree, so that writes nobody watches cost no lookup.
    private func markWatched(_ target: WatchTarget) {
        tree.recordsTouches = !watching.isEmpty
        switch target {
        case .roots, .everything, .relabelings: return
        case .node(let id), .subtree(let id):
            guard let index = try? tree.find(id) else { return }
            let watched = watching.noteFound(id)
            tree.setWatched(index, itself: watched.itself, descendants: watched.subtree)
        }
    }

    /// Whether watchers of a progress that cannot be found have yet to hear that it is gone: it left with a tree that is
    /// freed slice by slice.
    package func isDeparting(_ id: ProgressID) -> Bool {
        watching.awaitsDeparture(of: id) && (try? tree.find(id)) == nil
    }

    // MARK: Streams

    /// What a stream owes from the start.
    /// - Parameter showsSummaries: a progress of which only the summary has changed is owed, too.
    /// - Complexity: O(selected progress that has changed, and the departures since).
    package func opening(for selection: Selection, showsSummaries: Bool, _ resumption: Resumption) -> Opening {
        var builder = OpeningBuilder(self, selection, showsSummaries: showsSummaries)
        return builder.build(resumption)
    }

    /// Whether everything selected by id has ended, with descendants also everything below. Removed progress has ended
    /// once its departure is published.
    package func hasEnded(_ named: [Selection.Named], descendants: Bool) -> Bool {
        named.allSatisfy { one in
            guard let id = one.id else { return true }
            guard let index = try? tree.find(id) else { return !isDeparting(id) }
            return descendants ? !tree.hasWorkingNodes(in: index) : tree.isEnded(index)
        }
    }
}
