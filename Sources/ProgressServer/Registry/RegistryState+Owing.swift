import ProgressCore

/// What a subscription is owed from the start. Inside the gate.
extension RegistryState {
    /// Notes what a new subscription is owed, given what its reader already has.
    func owe(to subscription: Subscription, _ resumption: Resumption) {
        subscription.beganStamp = tree.sequence
        switch resumption {
        case .none: oweAll(to: subscription, after: 0)
        case .unknown:
            subscription.owesReset = true
            oweAll(to: subscription, after: 0)
        case .after(let sequence):
            guard sequence <= tree.sequence, let missed = departures.since(sequence) else {
                subscription.owesReset = true
                oweAll(to: subscription, after: 0)
                return
            }
            oweMissed(to: subscription, after: sequence, missed)
        }
    }

    /// A snapshot of everything that is selected, and `removed` for what was named and is gone.
    func oweAll(to subscription: Subscription, after sequence: UInt64) {
        switch subscription.selection {
        case .nodes(let named, let descendants):
            for one in named {
                if let id = one.id, let index = try? tree.find(id) {
                    oweSubtree(index, descendants: descendants, to: subscription, after: sequence, all: true)
                } else {
                    oweRemoval(of: one, to: subscription, after: sequence)
                }
            }
        case .roots(let filter, let descendants):
            var root = tree.newestRoot
            while let index = root {
                if filter.matches(tree.details(of: index)) {
                    oweSubtree(index, descendants: descendants, to: subscription, after: sequence, all: true)
                }
                root = tree.olderRoot(than: index)
            }
        }
    }

    /// What was named and is gone; where nothing is remembered of it, it is remembered that this reader was told.
    private func oweRemoval(of one: Selection.Named, to subscription: Subscription, after sequence: UInt64) {
        if departures.removal(of: one) == nil { departures.noteTold(one.text, stamp: tree.sequence) }
        if let id = one.id {
            subscription.owed.add(.removed, of: id, stamp: sequence + 1)
        } else {
            subscription.unknownNames.append(one.text)
        }
    }

    private func oweSubtree(
        _ top: NodeIndex,
        descendants: Bool,
        to subscription: Subscription,
        after sequence: UInt64,
        all: Bool
    ) {
        var current: NodeIndex? = top
        while let index = current {
            let isNew = all || tree.changeStamp(of: index) > sequence
            if isNew { subscription.owed.add(.snapshot, of: tree.id(of: index), stamp: sequence + 1) }
            if !descendants { return }
            let isUnchangedBelow = !all && tree.subtreeStamp(of: index) <= sequence
            current = tree.nextInWalk(after: index, within: top, skipsChildren: isUnchangedBelow)
        }
    }

    private func oweMissed(
        to subscription: Subscription,
        after sequence: UInt64,
        _ missed: ArraySlice<Changes.Departure>
    ) {
        for departure in missed { owe(departure, to: subscription, after: sequence) }
        switch subscription.selection {
        case .nodes(let named, let descendants):
            for one in named {
                if let id = one.id, let index = try? tree.find(id) {
                    oweSubtree(index, descendants: descendants, to: subscription, after: sequence, all: false)
                } else if departures.removal(of: one).map({ $0 > sequence }) ?? true {
                    oweRemoval(of: one, to: subscription, after: sequence)
                }
            }
        case .roots(let filter, let descendants):
            var root = tree.newestRoot
            while let index = root {
                if filter.matches(tree.details(of: index)) && tree.subtreeStamp(of: index) > sequence {
                    oweSubtree(index, descendants: descendants, to: subscription, after: sequence, all: false)
                }
                root = tree.olderRoot(than: index)
            }
        }
    }

    /// One departure that the reader missed: `removed`, or a whole subtree that came in.
    private func owe(_ departure: Changes.Departure, to subscription: Subscription, after sequence: UInt64) {
        let stamp = sequence + 1
        let index = try? tree.find(departure.id)
        switch (subscription.selection, departure.kind) {
        case (.nodes, .removed):
            guard subscription.selection.includesDescendants, let parentID = departure.parentID,
                let parent = try? tree.find(parentID), isSelected(parent, by: subscription.selection)
            else { return }
            subscription.owed.add(.removed, of: departure.id, stamp: stamp)
        case (.nodes, .joined):
            guard let index, subscription.selection.includesDescendants,
                isSelected(index, by: subscription.selection)
            else { return }
            oweSubtree(index, descendants: true, to: subscription, after: sequence, all: true)
        case (.roots(let filter, let descendants), .removed):
            let isRoot = departure.parentID == nil
            guard isRoot ? filter.matches(departure.details) : descendants else { return }
            subscription.owed.add(.removed, of: departure.id, stamp: stamp)
        case (.roots(let filter, let descendants), .joined), (.roots(let filter, let descendants), .relabelled):
            guard let index else {
                if filter.matches(departure.details) { subscription.owed.add(.removed, of: departure.id, stamp: stamp) }
                return
            }
            let isRoot = tree.parent(of: index) == nil
            let isSelected = (isRoot || descendants) && filter.matches(tree.details(of: tree.root(of: index)))
            if isSelected {
                oweSubtree(index, descendants: descendants, to: subscription, after: sequence, all: true)
            } else if filter.matches(departure.details) {
                subscription.owed.add([.removed, .deselected], of: departure.id, stamp: stamp)
            }
        default: return
        }
    }

    /// Whether a node is among the named ones, or below one of them.
    func isSelected(_ index: NodeIndex, by selection: Selection) -> Bool {
        guard case .nodes(let named, _) = selection else { return false }
        var current: NodeIndex? = index
        while let one = current {
            let id = tree.id(of: one)
            if named.contains(where: { $0.id == id }) { return true }
            current = tree.parent(of: one)
        }
        return false
    }

    /// The ids of a node and, if asked, of everything below it; empty if it is gone.
    func subtree(of id: ProgressID, descendants: Bool) -> [ProgressID] {
        guard let top = try? tree.find(id) else { return [] }
        var ids: [ProgressID] = []
        var current: NodeIndex? = top
        while let index = current {
            ids.append(tree.id(of: index))
            current = descendants ? tree.nextInWalk(after: index, within: top) : nil
        }
        return ids
    }
}
