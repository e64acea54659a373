import ProgressCore
import ProgressStreams

/// Names that go over.
extension SubscriptionRun {
    /// Hands a stream by name over to the node that took the name, with the facts that a registry would find.
    func goOver(_ taken: NameChange, stamp: UInt64) {
        let selection = subscription.selection
        guard selection.names.contains(taken.name), holder != selection.node(named: taken.name) else { return }
        let others = selection.going(taken.name, to: nil, began: 0)
        var handover = NameHandover(selection.going(taken.name, to: holder, began: forest.sequence))
        if let old = selection.node(named: taken.name), isStillShown(old, taken, others, stamp: stamp) {
            handover.replaced = old
            for id in Set(others.tops) where id != old && forest.nodes[id] != nil && forest.isWithin(id, old) {
                handover.remaining += [id] + (selection.includesDescendants ? forest.below(id) : [])
            }
        }
        if let holder {
            handover.new = [holder] + (selection.includesDescendants ? forest.below(holder) : [])
            handover.new.removeAll { others.selects($0, at: forest.place(of: $0)) }
        }
        // A node that went before its name's handover was heard may be reported as removed once more.
        reader.isStrict = false
        record("over to \(holder?.low ?? 0), replaced \(handover.replaced?.low ?? 0)")
        handover.tops = Set(handover.remaining.filter(others.tops.contains) + (holder.map { [$0] } ?? []))
        let old = selection.node(named: taken.name)
        handover.oldPlace = old.flatMap { forest.nodes[$0]?.place } ?? .none
        if let old, handover.replaced == nil, handover.oldPlace != .none, !others.names(old) {
            handover.kept = old
            handover.tops.insert(old)
        }
        if subscription.isWalking { walk.add(handover.tops) }
        subscription.goOver(handover, last: [], stamp: stamp)
        relieve(heard: stamp - 1)
        if selection.includesDescendants { forest.watched = Set(subscription.selection.tops) }
        noteSelected()
        // The reader loses these together with the node that had the name; a resumed stream introduces them in full.
        for id in handover.remaining + handover.new where isSelected(id) { selectedSince[id] = forest.sequence }
    }

    private func isStillShown(_ old: ProgressID, _ taken: NameChange, _ others: Selection, stamp: UInt64) -> Bool {
        if forest.nodes[old] != nil { return !others.selects(old, at: forest.place(of: old)) }
        if others.names(old) { return false }
        return taken.from == old || (forest.removals[old] ?? 0) > stamp
    }
}
