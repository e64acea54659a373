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
    private var marks: [Mark] = []
    /// What stands before it was taken.
    private var head = 0
    private var positions: [ProgressID: Int] = [:]
    /// How many changes were merged with an earlier one of their node.
    private(set) var mergedCount = 0

    init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

    var isEmpty: Bool { head == marks.count }

    /// What was not taken yet, in the order of the first change of each.
    var waiting: ArraySlice<Mark> { marks[head...] }

    /// The stamp of the oldest change that was not taken.
    var oldestStamp: UInt64? { isEmpty ? nil : marks[head].firstStamp }

    mutating func add(_ touch: Changes.Touch, stamp: UInt64, moment: ProgressSnapshot?) {
        if let position = positions[touch.id], marks[position].departure == nil {
            marks[position].kinds.formUnion(touch.kinds)
            if let moment { marks[position].moments.append(moment) }
            mergedCount += 1
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

    /// Takes the oldest marks, at most `most` of them.
    mutating func take(most: Int) -> [Mark] {
        if head == 0 && marks.count <= most {
            positions.removeAll(keepingCapacity: true)
            let taken = marks
            marks = []
            return taken
        }
        let taken = Array(marks[head..<head + min(most, marks.count - head)])
        head += taken.count
        for (offset, mark) in taken.enumerated() where positions[mark.id] == head - taken.count + offset {
            positions[mark.id] = nil
        }
        if isEmpty {
            marks = []
            positions = [:]
            head = 0
        }
        return taken
    }
}
