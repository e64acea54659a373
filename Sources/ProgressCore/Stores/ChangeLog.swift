/// The traces that changes leave for others: touches and departures for streams, and marks of unsaved nodes.
struct ChangeLog {
    /// The stamp of the newest change.
    private(set) var sequence: UInt64 = 0
    /// For streams, since their owner last emptied it.
    var changes = Changes()
    /// Whether to note touches; they are not needed while nothing is watched. Departures are always noted.
    var recordsTouches = false
    var unsaved = UnsavedMarks()

    /// Begins a change: everything noted from now on belongs to it.
    mutating func begin() { sequence += 1 }

    /// Restored trees continue after all changes that any client has seen.
    mutating func resume(after sequence: UInt64) { self.sequence = sequence }

    /// Notes the change of one node, whose version grows once for it.
    @inline(__always)
    mutating func note(_ index: NodeIndex, _ node: inout Node, _ kinds: Changes.Kinds, now: Int64) {
        let isFirst = node.join(change: sequence, at: now)
        if isFirst { unsaved.note(index) }
        guard recordsTouches else { return }
        if !isFirst, let position = touchPosition(of: node) {
            changes.touches[position].kinds.formUnion(kinds)
        } else {
            append(index, &node, kinds)
        }
    }

    /// A change will touch up to so many nodes.
    mutating func reserve(_ count: Int) {
        if recordsTouches { changes.touches.reserveCapacity(changes.touches.count + count) }
    }

    /// Appends the first touch of a node in the change in progress.
    mutating func append(_ index: NodeIndex, _ node: inout Node, _ kinds: Changes.Kinds) {
        node.touchPosition = Int32(truncatingIfNeeded: changes.touches.count)
        changes.touches.append(Changes.Touch(id: node.id, index: index, kinds: kinds, stamp: sequence))
    }

    /// Where the newest touch of a node is noted; the node remembers, because a search would be O(change).
    func touchPosition(of node: borrowing Node) -> Int? {
        let position = Int(node.touchPosition)
        guard changes.touches.indices.contains(position), changes.touches[position].id == node.id else { return nil }
        return position
    }

    /// Notes that a name means another node than before, or none.
    mutating func noteName(_ name: String, from loser: ProgressID?, to holder: ProgressID?, isOfNew: Bool) {
        changes.nameMoves.append(
            Changes.NameMove(name: name, from: loser, to: holder, isOfNew: isOfNew, stamp: sequence)
        )
    }
}
