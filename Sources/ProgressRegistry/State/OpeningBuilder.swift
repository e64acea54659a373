import ProgressCore
import ProgressStreams

/// Works out how a stream begins, from what its reader already has: the nodes that the reader lost, or has elsewhere.
/// The selected nodes come from a walk. Inside the gate.
struct OpeningBuilder {
    private let registry: RegistryState
    private let selection: Selection
    private let followsRuns: Bool
    private let names: Set<String>
    private var opening = Opening(began: 0, after: 0, isFirst: true)

    init(_ registry: RegistryState, _ selection: Selection, followsRuns: Bool) {
        self.registry = registry
        self.selection = selection
        self.followsRuns = followsRuns
        names = Set(selection.names)
    }

    mutating func build(_ resumption: Resumption) -> Opening {
        let now = registry.tree.sequence
        if case .after(let sequence) = resumption, sequence <= now, let missed = registry.departures.since(sequence) {
            resume(after: sequence, missed)
            if opening.debts.count <= BacklogLimits().removals { return opening }
        }
        opening = Opening(began: now, after: 0, isFirst: true)
        if case .none = resumption { opening.owesReset = false } else { opening.owesReset = true }
        noteMissing(since: nil)
        return opening
    }

    private mutating func resume(after sequence: UInt64, _ missed: some Sequence<Changes.Departure>) {
        opening = Opening(began: registry.tree.sequence, after: sequence, isFirst: false)
        for departure in missed { note(departure) }
        for move in registry.departures.nameMoves(since: sequence, of: selection.names) {
            note(move.name, leaves: move.from)
        }
        for name in selection.names {
            guard let released = registry.departures.releaser(ofName: name), released != selection.node(named: name)
            else { continue }
            note(name, leaves: released)
        }
        noteMissing(since: sequence)
    }

    // MARK: Missing and departed progress

    /// - Parameter sequence: the reader has everything up to this stamp; nil if it has nothing.
    private mutating func noteMissing(since sequence: UInt64?) {
        guard case .nodes(let named, _) = selection else { return }
        for one in named where one.id.flatMap({ try? registry.tree.find($0) }) == nil {
            noteMissing(one, since: sequence)
        }
    }

    /// Adds the debt for something named that is gone, unless it went at or before `sequence`: the reader learned of it
    /// then. If nothing is known of it, remembers that this reader is told.
    private mutating func noteMissing(_ one: Selection.Named, since sequence: UInt64?) {
        if let sequence, let removal = registry.departures.removal(of: one), removal <= sequence { return }
        if followsRuns && one.name != nil {
            // A reader that has nothing yet gets no earlier run.
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

    /// Adds the debt for the node that had a name, unless it is selected in another way. Nodes that the reader loses
    /// with that one, or never had, are sent whole.
    /// - Parameter old: nil if the name was free.
    private mutating func note(_ name: String, leaves old: ProgressID?) {
        if let holder = selection.node(named: name) { opening.whole.insert(holder) }
        guard let old else { return }
        if let index = try? registry.tree.find(old) {
            if registry.tree.forest.isSelected(index, by: selection) { return }
            for id in selection.tops {
                guard let top = try? registry.tree.find(id), registry.tree.forest.isWithin(top, old) else { continue }
                opening.whole.insert(id)
            }
        }
        opening.debts.append(.replacement(old))
    }

    /// Adds the debts for a departure that the reader missed. Roots that the selection has shown since then are sent
    /// whole; a node that joined a parent has newer stamps in all its subtree.
    private mutating func note(_ departure: Changes.Departure) {
        if departure.isOfUnknown { return noteUnknown(departure.id) }
        // Its name may mean another node by now, which does not say that this one is gone.
        if !names.isEmpty, let name = departure.freedName, names.contains(name) {
            opening.debts.append(.removal(departure.id))
        }
        switch (selection, departure.kind) {
        case (.nodes(_, true), .removed):
            guard let parent = departure.parentID.flatMap({ try? registry.tree.find($0) }),
                registry.tree.forest.isSelected(parent, by: selection)
            else { return }
            opening.debts.append(.removal(departure.id))
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
            case (false, true): opening.whole.insert(departure.id)
            case (true, true) where !isRoot: opening.debts.append(.relocation(departure.id))
            default: return
            }
        default: return
        }
    }

    /// The node's last place is unknown, so every reader that may know it gets its removal.
    private mutating func noteUnknown(_ id: ProgressID) {
        if case .nodes(_, descendants: false) = selection { return }
        opening.debts.append(.removal(id))
    }
}
