package import ProgressCore
package import ProgressStreams

/// A progress that changed and stayed in its place, as a reactor sees it.
package struct Mark: Sendable {
    package let id: ProgressID
    let index: NodeIndex
    package var kinds: Changes.Kinds
    /// From the oldest to the newest change that it merges.
    package var stamps: ClosedRange<UInt64>
    /// The progress at each change of its state, including the last: readers that keep up get each one.
    package var moments: [ProgressSnapshot] = []

    init(_ touch: Changes.Touch) {
        id = touch.id
        index = touch.index
        kinds = touch.kinds
        stamps = touch.stamp...touch.stamp
    }
}

/// The changes since a reactor last took its mail: moves in order, and marks.
package struct Mail: Sendable {
    package var moves: [Move] = []
    /// One for each progress, in the order of their oldest changes.
    package var marks: [Mark] = []
    /// Touches of large changes, in order.
    package var runs: [TouchRun] = []

    package var isEmpty: Bool { moves.isEmpty && marks.isEmpty && runs.isEmpty }
}

/// Mail for one reactor, merged by progress until the reactor takes it.
package struct Mailbox {
    /// Wakes the reactor; any thread.
    let wake: @Sendable () -> Void
    private var mail = Mail()
    private var positions: [ProgressID: Int] = [:]
    /// How many changes were merged with an earlier change of the same progress.
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
        var mark = Mark(touch)
        if let moment { mark.moments.append(moment) }
        mail.marks.append(mark)
    }

    mutating func add(_ move: Move) { mail.moves.append(move) }

    mutating func add(_ run: TouchRun) {
        var run = run
        run.precedingMoveCount = mail.moves.count
        mail.runs.append(run)
    }

    /// Throws all mail away.
    mutating func empty() {
        mail = Mail()
        positions.removeAll()
    }

    /// Takes all mail. O(1).
    package mutating func take() -> Mail {
        if mail.isEmpty { return Mail() }
        positions.removeAll(keepingCapacity: positions.count <= 1_024)
        defer { mail = Mail() }
        return mail
    }
}
