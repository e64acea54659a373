package import ProgressCore
package import ProgressStreams

/// A node that changed where it is, as a reactor is told.
package struct Mark: Sendable {
    package let id: ProgressID
    let index: NodeIndex
    package var kinds: Changes.Kinds
    /// Of the oldest and the newest change in it.
    package var stamps: ClosedRange<UInt64>
    /// The node at each change of its state, the last one included, so that each can be told to who keeps up.
    package var moments: [ProgressSnapshot] = []
}

/// What happened since a reactor looked last: nodes that came, went or moved, in order, and nodes that changed.
package struct Mail: Sendable {
    package var moves: [Move] = []
    /// One for each node, in the order of their oldest changes.
    package var marks: [Mark] = []

    var isEmpty: Bool { moves.isEmpty && marks.isEmpty }
}

/// Mail for one reactor, merged by node until it takes it.
package struct Mailbox {
    /// Wakes the reactor; any thread.
    let wake: @Sendable () -> Void
    private var mail = Mail()
    private var positions: [ProgressID: Int] = [:]
    /// How many changes were merged with an earlier one of their node.
    package private(set) var mergedCount = 0

    package init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

    var isEmpty: Bool { mail.isEmpty }

    mutating func add(_ touch: Changes.Touch, moment: ProgressSnapshot?) {
        if let position = positions[touch.id] {
            mail.marks[position].kinds.formUnion(touch.kinds)
            mail.marks[position].stamps = mail.marks[position].stamps.lowerBound...touch.stamp
            if let moment { mail.marks[position].moments.append(moment) }
            mergedCount += 1
            return
        }
        positions[touch.id] = mail.marks.count
        var mark = Mark(id: touch.id, index: touch.index, kinds: touch.kinds, stamps: touch.stamp...touch.stamp)
        if let moment { mark.moments.append(moment) }
        mail.marks.append(mark)
    }

    mutating func add(_ move: Move) { mail.moves.append(move) }

    /// Takes all of it. O(1).
    package mutating func take() -> Mail {
        if mail.isEmpty { return Mail() }
        positions.removeAll(keepingCapacity: positions.count <= 1_024)
        defer { mail = Mail() }
        return mail
    }
}
