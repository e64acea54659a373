/// Nodes as they were when their states changed, for replicas that follow by groups: within a group a state may change
/// more than once, and a node may vanish as it finishes.
struct MomentLog {
    /// While so many wait to be taken, or so many bytes of text, further states are not kept: only the newest one of each
    /// node is saved then.
    static let limit = 10_000
    static let textByteLimit = 4 << 20
    /// A change that touches more nodes than this leaves only their newest states.
    static let mostOfOneChange = 64

    private var kept: [StoredProgress] = []
    /// Where the next one to be taken is.
    private var first = 0
    /// Of those that wait.
    private var textByteCount = 0
    /// The stamp of the newest change that was looked at.
    var sequence: UInt64

    init(after sequence: UInt64) { self.sequence = sequence }

    var isEmpty: Bool { first == kept.count }

    mutating func keep(_ moment: StoredProgress) {
        guard kept.count - first < Self.limit, textByteCount < Self.textByteLimit else { return }
        kept.append(moment)
        textByteCount += moment.details?.details.textByteCount ?? 0
    }

    mutating func take() -> StoredProgress? {
        guard first < kept.count else {
            kept.removeAll(keepingCapacity: kept.count < 1_024)
            (first, textByteCount) = (0, 0)
            return nil
        }
        let moment = kept[first]
        first += 1
        textByteCount -= moment.details?.details.textByteCount ?? 0
        return moment
    }
}

extension ProgressTree {
    /// From now on every change of a state is kept, and comes out of `takeUnsaved` before anything unsaved.
    package mutating func beginMoments() {
        moments = MomentLog(after: forest.log.sequence)
        forest.log.unsaved.notesAllRemovals = true
        forest.recordsTouches = true
    }

    package var keepsMoments: Bool { moments != nil }

    /// Keeps the states that changed since the last call. Call it after each mutation, before its touches are taken.
    @inline(__always)
    mutating func keepMoments() {
        if moments != nil { keepStates() }
    }

    @inline(never)
    private mutating func keepStates() {
        guard let before = moments?.sequence else { return }
        moments?.sequence = forest.log.sequence
        let touches = forest.log.changes.touches
        let start = touches.lastIndex { $0.stamp <= before }.map { $0 + 1 } ?? 0
        if touches.count - start > MomentLog.mostOfOneChange { return }
        for touch in touches[start...] where touch.kinds.contains(.state) {
            if forest.isLiving(touch.id, at: touch.index) { keep(touch.index) }
        }
    }

    /// Keeps the last moments of `top` and of the nodes below it that the change in progress has touched.
    mutating func keepLastMoments(below top: NodeIndex) {
        if moments == nil { return }
        let touches = forest.log.changes.touches
        if touches.count > MomentLog.mostOfOneChange { return }
        for touch in touches where touch.stamp == forest.log.sequence && forest.nodes.holds(touch.id, at: touch.index) {
            if touch.kinds.isDisjoint(with: [.state, .progress]) { continue }
            if forest.nodes.isWithin(touch.index, top) { keep(touch.index) }
        }
    }

    private mutating func keep(_ index: NodeIndex) {
        var moment = forest.stored(index, writers[index])
        moment.momentFraction = forest[index].fraction
        moments?.keep(moment)
    }
}
