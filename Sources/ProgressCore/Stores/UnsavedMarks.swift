/// The nodes and reservations that are not saved as they are now; for the part that brings the trees to disk.
///
/// Nothing is noted until recording begins. A mark is a bit and a place in a list, so that a node that changes often is
/// saved once.
struct UnsavedMarks {
    private(set) var isRecording = false
    /// Whether removals of nodes that were never saved are noted, too: others may know of them.
    var notesAllRemovals = false
    /// A bit for each place in the node store: is in `nodes`.
    private var marked: [UInt64] = []
    /// A bit for each place, like `marked`: was saved once, so its removal has to be saved too.
    private var saved: [UInt64] = []
    /// In the order of their first change; those whose bit is gone were freed.
    private var nodes: [NodeIndex] = []
    /// Where the next one to be taken is.
    private var firstNode = 0
    private var freedNodes: [ProgressID] = []
    private var reservations: Set<ProgressID> = []

    var isEmpty: Bool { firstNode == nodes.count && freedNodes.isEmpty && reservations.isEmpty }

    mutating func beginRecording() { isRecording = true }

    // MARK: Noting

    @inline(__always)
    mutating func note(_ index: NodeIndex) {
        if isRecording { mark(index) }
    }

    @inline(never)
    private mutating func mark(_ index: NodeIndex) {
        let (word, bit) = Self.place(of: index)
        if word >= marked.count { grow(to: word) }
        let bits = marked[word]
        if bits & bit != 0 { return }
        marked[word] = bits | bit
        nodes.append(index)
    }

    /// The node is gone: if it was ever saved, its removal must be saved.
    mutating func noteFreed(_ index: NodeIndex, _ id: ProgressID) {
        guard isRecording else { return }
        let (word, bit) = Self.place(of: index)
        grow(to: word)
        marked[word] &= ~bit
        if saved[word] & bit == 0 && !notesAllRemovals { return }
        saved[word] &= ~bit
        freedNodes.append(id)
    }

    /// A reservation that is new, was claimed, or is gone.
    mutating func note(reservation key: ProgressID) {
        if isRecording { reservations.insert(key) }
    }

    /// The node is already on disk as it is now.
    mutating func noteSaved(_ index: NodeIndex) {
        let (word, bit) = Self.place(of: index)
        grow(to: word)
        saved[word] |= bit
    }

    // MARK: Taking

    /// The next node to be saved; from now on it counts as saved.
    mutating func takeNode() -> NodeIndex? {
        while firstNode < nodes.count {
            let index = nodes[firstNode]
            firstNode += 1
            let (word, bit) = Self.place(of: index)
            if marked[word] & bit == 0 { continue }
            marked[word] &= ~bit
            saved[word] |= bit
            return index
        }
        nodes.removeAll(keepingCapacity: nodes.count < 65_536)
        firstNode = 0
        return nil
    }

    mutating func takeFreedNode() -> ProgressID? { freedNodes.popLast() }

    mutating func takeReservation() -> ProgressID? { reservations.popFirst() }

    private mutating func grow(to word: Int) {
        let missing = word + 1 - marked.count
        if missing <= 0 { return }
        marked.append(contentsOf: repeatElement(0, count: missing))
        saved.append(contentsOf: repeatElement(0, count: missing))
    }

    private static func place(of index: NodeIndex) -> (word: Int, bit: UInt64) {
        (Int(index.rawValue) >> 6, 1 << UInt64(index.rawValue & 63))
    }
}
