import MicroHTTPD
import ProgressCore

/// Who watches a node: one bit a reactor, with how many subscriptions stand behind each.
struct Watch {
    var itself: UInt64 = 0
    var descendants: UInt64 = 0
    var itselfCounts: [Int: Int] = [:]
    var descendantsCounts: [Int: Int] = [:]
}

/// A node that changed, as a reactor is told: what kind of change, and since when it was not looked at.
struct Mark: Sendable {
    let id: ProgressID
    let index: NodeIndex
    var kinds: Changes.Kinds
    /// The stamp of the oldest change in it.
    let firstStamp: UInt64
    /// The node at each change of its state, the last one included, so that each can be told to who keeps up.
    var moments: [ProgressSnapshot] = []
    /// Where the node is gone: why, and below what it was.
    var departure: Changes.Departure?
}

/// Marks for one reactor, merged by node until it takes them.
struct Mailbox {
    /// Wakes the reactor; any thread.
    let wake: @Sendable () -> Void
    private(set) var marks: [Mark] = []
    private var positions: [ProgressID: Int] = [:]

    init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

    var isEmpty: Bool { marks.isEmpty }

    mutating func add(_ touch: Changes.Touch, stamp: UInt64, moment: ProgressSnapshot?) {
        if let position = positions[touch.id], marks[position].departure == nil {
            marks[position].kinds.formUnion(touch.kinds)
            if let moment { marks[position].moments.append(moment) }
            return
        }
        positions[touch.id] = marks.count
        var mark = Mark(id: touch.id, index: touch.index, kinds: touch.kinds, firstStamp: stamp)
        if let moment { mark.moments.append(moment) }
        marks.append(mark)
    }

    /// Departures keep their order and their number; they do not merge with what came before.
    mutating func add(_ departure: Changes.Departure, at index: NodeIndex, stamp: UInt64) {
        marks.append(Mark(id: departure.id, index: index, kinds: [], firstStamp: stamp, departure: departure))
    }

    mutating func take() -> [Mark] {
        positions.removeAll(keepingCapacity: true)
        let taken = marks
        marks = []
        return taken
    }
}
