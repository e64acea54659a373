import ProgressCore
import ProgressStreams

/// Works out what a stream owes from the start, given what its reader already has. Inside the gate.
struct OpeningBuilder {
    private let registry: RegistryState
    private let selection: Selection
    private let showsSummaries: Bool
    private let followsRuns: Bool
    private let names: Set<String>
    private var opening = Opening(began: 0, after: 0)

    init(_ registry: RegistryState, _ selection: Selection, showsSummaries: Bool, followsRuns: Bool) {
        self.registry = registry
        self.selection = selection
        self.showsSummaries = showsSummaries
        self.followsRuns = followsRuns
        names = Set(selection.names)
    }

    mutating func build(_ resumption: Resumption) -> Opening {
        let now = registry.tree.sequence
        guard case .after(let sequence) = resumption, sequence <= now, let missed = registry.departures.since(sequence)
        else {
            opening = Opening(began: now, after: 0)
            if case .none = resumption { opening.owesReset = false } else { opening.owesReset = true }
            addSelected(after: nil)
            return opening
        }
        opening = Opening(began: now, after: sequence)
        var entered: Set<ProgressID> = []
        for departure in missed { note(departure, &entered) }
        for move in registry.departures.nameMoves(since: sequence, of: selection.names) {
            note(move.name, leaves: move.from, &entered)
        }
        for name in selection.names {
            guard let released = registry.departures.releaser(ofName: name), released != selection.node(named: name)
            else { continue }
            note(name, leaves: released, &entered)
        }
        addSelected(after: sequence)
        for id in entered {
            guard let top = try? registry.tree.find(id), registry.tree.forest.isSelected(top, by: selection) else {
                continue
            }
            introduceAll(of: top, isPerhapsKnown: true)
        }
        return opening
    }

    // MARK: Selected progress

    /// - Parameter sequence: the reader has everything up to this stamp; nil if it has nothing.
    private mutating func addSelected(after sequence: UInt64?) {
        switch selection {
        case .nodes(let named, _):
            for one in named {
                if let id = one.id, let top = try? registry.tree.find(id) {
                    introduce(top, after: sequence)
                } else {
                    noteMissing(one, since: sequence)
                }
            }
        case .roots(let filter, _):
            var root = registry.tree.forest.newestRoot
            while let top = root {
                if filter.matches(registry.tree.forest.details(of: top)) { introduce(top, after: sequence) }
                root = registry.tree.forest.olderRoot(than: top)
            }
        }
    }

    private mutating func introduce(_ top: NodeIndex, after sequence: UInt64?) {
        guard let sequence else { return introduceAll(of: top, isPerhapsKnown: false) }
        guard registry.tree.forest.subtreeStamp(of: top) > sequence else { return }
        let (registry, descendants) = (registry, selection.includesDescendants)
        registry.tree.forest.forEachNode(of: top, descendants: descendants, changedAfter: sequence) { visit in
            guard visit.changeStamp > sequence || (showsSummaries && visit.subtreeStamp > sequence) else { return }
            opening.debts.append(.introduction(visit.id, isPerhapsKnown: true))
        }
    }

    private mutating func introduceAll(of top: NodeIndex, isPerhapsKnown: Bool) {
        let registry = registry
        registry.tree.forest.forEachNode(of: top, descendants: selection.includesDescendants) { visit in
            opening.debts.append(.introduction(visit.id, isPerhapsKnown: isPerhapsKnown))
        }
    }

    // MARK: Missing and departed progress

    /// Adds the debt for something named that is gone, unless it went at or before `sequence`: the reader was told then. If
    /// nothing is known of it, remembers that this reader is told.
    private mutating func noteMissing(_ one: Selection.Named, since sequence: UInt64?) {
        if let sequence, let removal = registry.departures.removal(of: one), removal <= sequence { return }
        if followsRuns && one.name != nil {
            // Who has nothing yet is told of no earlier run.
            if sequence == nil || registry.departures.removal(of: one) == nil { return }
        }
        // Its departure will tell the reader.
        if let id = one.id, registry.isDeparting(id) { return }
        if registry.departures.removal(of: one) == nil {
            registry.departures.noteTold(one.text, stamp: registry.tree.sequence)
        }
        if let id = one.id ?? registry.departures.removedNode(named: one.text) {
            opening.debts.append(.removal(id))
        } else {
            opening.unknownNames.append(one.text)
        }
    }

    /// Adds the debt for the node that had a name, unless it is selected otherwise.
    /// - Parameters:
    ///   - old: nil if nobody had it.
    ///   - entered: gets the tops of what the reader loses with that node, or never had.
    private mutating func note(_ name: String, leaves old: ProgressID?, _ entered: inout Set<ProgressID>) {
        if let holder = selection.node(named: name) { entered.insert(holder) }
        guard let old else { return }
        if let index = try? registry.tree.find(old) {
            if registry.tree.forest.isSelected(index, by: selection) { return }
            for id in selection.tops {
                guard let top = try? registry.tree.find(id), registry.tree.forest.isWithin(top, old) else { continue }
                entered.insert(id)
            }
        }
        opening.debts.append(.replacement(old))
    }

    /// Adds the debts for a departure that the reader missed.
    /// - Parameter entered: gets the tops of subtrees that the selection shows since.
    private mutating func note(_ departure: Changes.Departure, _ entered: inout Set<ProgressID>) {
        if departure.isOfUnknown { return noteUnknown(departure.id) }
        // Its name may mean another node since, which does not say that this one is gone.
        if !names.isEmpty, let name = departure.freedName, names.contains(name) {
            opening.debts.append(.removal(departure.id))
        }
        switch (selection, departure.kind) {
        case (.nodes(_, true), .removed):
            guard let parent = departure.parentID.flatMap({ try? registry.tree.find($0) }),
                registry.tree.forest.isSelected(parent, by: selection)
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
            let isLiving = (try? registry.tree.find(departure.id)) != nil
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

    /// Where the node was is not known: whoever may have been told of it is told that it is gone.
    private mutating func noteUnknown(_ id: ProgressID) {
        if case .nodes(_, descendants: false) = selection { return }
        opening.debts.append(.removal(id))
    }
}
