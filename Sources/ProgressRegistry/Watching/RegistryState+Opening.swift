package import ProgressCore
package import ProgressStreams

/// What a stream owes from the start, given what its reader already has. Inside the gate.
extension RegistryState {
    /// - Parameter showsSummaries: a node whose summary alone has changed is owed, too.
    /// - Complexity: O(what is selected and has changed, and the departures since).
    package func opening(for selection: Selection, showsSummaries: Bool, _ resumption: Resumption) -> Opening {
        if case .after(let sequence) = resumption, sequence <= tree.sequence,
            let missed = departures.since(sequence)
        {
            return resumed(selection, showsSummaries, after: sequence, missed)
        }
        var opening = Opening(began: tree.sequence, after: 0)
        if case .none = resumption { opening.owesReset = false } else { opening.owesReset = true }
        forEachTop(of: selection, missing: { note($0, &opening) }) { top in
            forEachNode(of: top, descendants: selection.includesDescendants) { index in
                opening.debts.append(.introduction(tree.id(of: index), isPerhapsKnown: false))
            }
        }
        return opening
    }

    private func resumed(
        _ selection: Selection,
        _ showsSummaries: Bool,
        after sequence: UInt64,
        _ missed: ArraySlice<Changes.Departure>
    ) -> Opening {
        var opening = Opening(began: tree.sequence, after: sequence)
        let descendants = selection.includesDescendants
        var entered: Set<ProgressID> = []
        for departure in missed { note(departure, selection, &opening, &entered) }
        let missing = { (one: Selection.Named) in
            if self.departures.removal(of: one).map({ $0 > sequence }) ?? true { self.note(one, &opening) }
        }
        forEachTop(of: selection, missing: missing) { top in
            guard tree.subtreeStamp(of: top) > sequence else { return }
            forEachNode(of: top, descendants: descendants, changedAfter: sequence) { index in
                let isNews = tree.changeStamp(of: index) > sequence
                guard isNews || (showsSummaries && tree.subtreeStamp(of: index) > sequence) else { return }
                opening.debts.append(.introduction(tree.id(of: index), isPerhapsKnown: true))
            }
        }
        for id in entered {
            guard let top = try? tree.find(id), isSelected(top, by: selection) else { continue }
            forEachNode(of: top, descendants: descendants) { index in
                opening.debts.append(.introduction(tree.id(of: index), isPerhapsKnown: true))
            }
        }
        return opening
    }

    /// One departure that the reader missed.
    /// - Parameter entered: the tops of subtrees that came in with it.
    private func note(
        _ departure: Changes.Departure,
        _ selection: Selection,
        _ opening: inout Opening,
        _ entered: inout Set<ProgressID>
    ) {
        switch (selection, departure.kind) {
        case (.nodes(_, true), .removed):
            guard let parent = departure.parentID.flatMap({ try? tree.find($0) }), isSelected(parent, by: selection)
            else { return }
            opening.debts.append(.removal(departure.id))
        case (.nodes(_, true), .joined): entered.insert(departure.id)
        case (.roots(let filter, let descendants), .removed):
            let isRoot = departure.parentID == nil
            guard isRoot || descendants, filter.matches(isRoot ? departure.details : departure.rootDetails) else {
                return
            }
            opening.debts.append(.removal(departure.id))
        case (.roots(let filter, let descendants), .joined), (.roots(let filter, let descendants), .relabelled):
            let wasSelected = filter.matches(departure.details)
            let isRoot = departure.kind == .relabelled
            let isLiving = (try? tree.find(departure.id)) != nil
            let staysSelected = (isRoot || descendants) && isLiving && filter.matches(departure.newDetails)
            switch (wasSelected, staysSelected) {
            case (true, false): opening.debts.append(.removal(departure.id))
            case (false, true): entered.insert(departure.id)
            case (true, true) where !isRoot: opening.debts.append(.relocation(departure.id))
            default: return
            }
        default: return
        }
    }

    /// What was named and is gone; where nothing is remembered of it, it is remembered that this reader was told.
    private func note(_ one: Selection.Named, _ opening: inout Opening) {
        // The reader hears of it by the departure.
        if let id = one.id, isDeparting(id) { return }
        if departures.removal(of: one) == nil { departures.noteTold(one.text, stamp: tree.sequence) }
        if let id = one.id ?? departures.removedNode(named: one.text) {
            opening.debts.append(.removal(id))
        } else {
            opening.unknownNames.append(one.text)
        }
    }

    // MARK: Walking

    private func forEachTop(of selection: Selection, missing: (Selection.Named) -> Void, _ body: (NodeIndex) -> Void) {
        switch selection {
        case .nodes(let named, _):
            for one in named {
                if let id = one.id, let index = try? tree.find(id) { body(index) } else { missing(one) }
            }
        case .roots(let filter, _):
            var root = tree.newestRoot
            while let index = root {
                if filter.matches(tree.details(of: index)) { body(index) }
                root = tree.olderRoot(than: index)
            }
        }
    }

    /// - Parameter sequence: subtrees in which nothing changed since are left out.
    private func forEachNode(
        of top: NodeIndex,
        descendants: Bool,
        changedAfter sequence: UInt64? = nil,
        _ body: (NodeIndex) -> Void
    ) {
        var current: NodeIndex? = top
        while let index = current {
            body(index)
            if !descendants { return }
            let isUnchanged = sequence.map { tree.subtreeStamp(of: index) <= $0 } ?? false
            current = tree.nextInWalk(after: index, within: top, skipsChildren: isUnchanged)
        }
    }

    /// The ids of what is below a node; empty if it is gone.
    func descendants(of id: ProgressID) -> [ProgressID] {
        guard let top = try? tree.find(id) else { return [] }
        var ids: [ProgressID] = []
        forEachNode(of: top, descendants: true) { index in if index != top { ids.append(tree.id(of: index)) } }
        return ids
    }

    // MARK: Selecting

    package func isSelected(_ index: NodeIndex, by selection: Selection) -> Bool {
        switch selection {
        case .nodes(_, let descendants):
            if selection.names(tree.id(of: index)) { return true }
            if !descendants { return false }
            var current = tree.parent(of: index)
            while let one = current {
                if selection.names(tree.id(of: one)) { return true }
                current = tree.parent(of: one)
            }
            return false
        case .roots(let filter, let descendants):
            let isRoot = tree.parent(of: index) == nil
            return (isRoot || descendants) && filter.matches(tree.details(of: tree.root(of: index)))
        }
    }

    /// Whether all that is selected by id has ended, with descendants also what is below. What was removed has ended as
    /// soon as its departure is published.
    package func hasEnded(_ named: [Selection.Named], descendants: Bool) -> Bool {
        named.allSatisfy { one in
            guard let id = one.id else { return true }
            guard let index = try? tree.find(id) else { return !isDeparting(id) }
            return descendants ? !tree.hasWorkingNodes(in: index) : tree.isEnded(index)
        }
    }
}
