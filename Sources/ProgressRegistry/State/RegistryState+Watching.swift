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
        /// Everything below a root whose labels, file URL or name change.
        case relabelings
        /// A name, for when it goes over to another progress.
        case name(String)
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

    /// Marks the tree, so that writes to unwatched nodes cost no lookup.
    private func markWatched(_ target: WatchTarget) {
        tree.forest.recordsTouches = !watching.isEmpty || tree.keepsMoments
        switch target {
        case .roots, .everything, .relabelings, .name: return
        case .node(let id), .subtree(let id):
            guard let index = try? tree.find(id) else { return }
            let watched = watching.noteFound(id)
            tree.forest.setWatched(index, itself: watched.itself, descendants: watched.subtree)
        }
    }

    /// Whether watchers of a progress that cannot be found have yet to learn that it is gone: it left with a tree that
    /// is freed slice by slice.
    package func isDeparting(_ id: ProgressID) -> Bool {
        watching.awaitsDeparture(of: id) && (try? tree.find(id)) == nil
    }

    // MARK: Streams

    /// The opening of a stream, beside a walk over the selected nodes.
    /// - Parameter followsRuns: names that no progress has are not reported: the stream waits for one.
    /// - Complexity: O(departures since).
    package func opening(for selection: Selection, followsRuns: Bool, _ resumption: Resumption) -> Opening {
        var builder = OpeningBuilder(self, selection, followsRuns: followsRuns)
        return builder.build(resumption)
    }

    /// The progress that has a name; nil if no progress has it, or `permit` does not reach it.
    package func holder(of name: String, within permit: Permit?) -> ProgressID? {
        guard let index = try? tree.find(name: name) else { return nil }
        if let scope = permit?.scope, !tree.forest.isWithin(index, scope) { return nil }
        return tree.forest.id(of: index)
    }

    /// The nodes that a stream shows, and those that it loses, once a name has gone over.
    ///
    /// - Parameters:
    ///   - holder: the progress that has the name now, which may not be the one that took it then.
    ///   - selection: the nodes that the stream shows until now.
    ///   - stamp: of the change in which the name went over.
    /// - Complexity: O(nodes selected below the old and the new progress, up to a little more than `most`).
    package func handover(
        _ taken: NameChange,
        to holder: ProgressID?,
        _ selection: Selection,
        stamp: UInt64,
        most: Int
    ) -> NameHandover {
        let others = selection.going(taken.name, to: nil, began: 0)
        var handover = NameHandover(selection.going(taken.name, to: holder, began: tree.sequence))
        let descendants = selection.includesDescendants
        if let old = selection.node(named: taken.name) {
            handover.oldPlace = (try? tree.find(old)) ?? .none
            if isStillShown(old, taken, others, stamp: stamp) {
                handover.replaced = old
                for id in Set(others.tops) where id != old {
                    guard let index = try? tree.find(id), tree.forest.isWithin(index, old) else { continue }
                    handover.tops.insert(id)
                    tree.forest.forEachNode(of: index, descendants: descendants) { visit in
                        handover.remaining.append(visit.id)
                        return handover.remaining.count <= most
                    }
                }
            } else if handover.oldPlace != .none, !others.names(old) {
                handover.kept = old
                handover.tops.insert(old)
            }
        }
        if let holder, let index = try? tree.find(holder) {
            handover.tops.insert(holder)
            tree.forest.forEachNode(of: index, descendants: descendants) { visit in
                if !tree.forest.isSelected(visit.index, by: others) { handover.new.append(visit.id) }
                return handover.new.count <= most
            }
        }
        return handover
    }

    /// Whether a stream shows the progress that had the name for that name alone, and will not be notified of its
    /// departure.
    private func isStillShown(_ old: ProgressID, _ taken: NameChange, _ others: Selection, stamp: UInt64) -> Bool {
        if let index = try? tree.find(old) { return !tree.forest.isSelected(index, by: others) }
        if others.names(old) { return false }
        // It was removed since, or before: then the stream knows, unless it is freed later.
        if taken.from == old || isDeparting(old) { return true }
        return departures.removal(of: Selection.Named(id: old, text: old.description)).map { $0 > stamp } ?? false
    }

    /// Whether everything selected by id has ended, with descendants also everything below. Removed progress has ended
    /// once its departure is published.
    package func hasEnded(_ named: [Selection.Named], descendants: Bool) -> Bool {
        named.allSatisfy { one in
            guard let id = one.id else { return true }
            guard let index = try? tree.find(id) else { return !isDeparting(id) }
            return descendants ? !tree.forest.hasWorkingNodes(in: index) : tree.forest.isEnded(index)
        }
    }
}
