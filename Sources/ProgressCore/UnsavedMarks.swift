/// Which nodes and reservations are not saved as they are now; for whoever brings the trees to disk.
///
/// Nothing is noted until somebody records. A mark is a bit and a place in a list, so that a node that changes often is
/// saved once. Behind a pointer, because looks change what is to be saved too: a roll-up moves versions.
struct UnsavedMarks: ~Copyable {
    private struct Lists {
        var isRecording = false
        /// A bit for each place in the node store: is in `nodes`.
        var marked: [UInt64] = []
        /// The same: was saved once, so that its removal has to be saved too.
        var saved: [UInt64] = []
        /// In the order of their first change; those whose bit is gone were freed.
        var nodes: [NodeIndex] = []
        /// What stands before it was taken.
        var firstNode = 0
        var freedNodes: [ProgressID] = []
        var reservations: Set<ProgressID> = []
    }

    private let lists: UnsafeMutablePointer<Lists>

    init() {
        lists = .allocate(capacity: 1)
        lists.initialize(to: Lists())
    }

    deinit {
        lists.deinitialize(count: 1)
        lists.deallocate()
    }

    var isRecording: Bool { lists.pointee.isRecording }

    var isEmpty: Bool {
        lists.pointee.firstNode == lists.pointee.nodes.count && lists.pointee.freedNodes.isEmpty
            && lists.pointee.reservations.isEmpty
    }

    func beginRecording() { lists.pointee.isRecording = true }

    // MARK: Noting

    @inline(__always)
    func note(_ index: NodeIndex) {
        if lists.pointee.isRecording { mark(index) }
    }

    @inline(never)
    private func mark(_ index: NodeIndex) {
        let (word, bit) = Self.place(of: index)
        grow(to: word)
        if lists.pointee.marked[word] & bit != 0 { return }
        lists.pointee.marked[word] |= bit
        lists.pointee.nodes.append(index)
    }

    /// The node is gone: if it was ever saved, that is to be saved.
    func noteFreed(_ index: NodeIndex, _ id: ProgressID) {
        guard lists.pointee.isRecording else { return }
        let (word, bit) = Self.place(of: index)
        grow(to: word)
        lists.pointee.marked[word] &= ~bit
        if lists.pointee.saved[word] & bit == 0 { return }
        lists.pointee.saved[word] &= ~bit
        lists.pointee.freedNodes.append(id)
    }

    /// A reservation that is new, was claimed, or is gone.
    func note(reservation key: ProgressID) {
        if lists.pointee.isRecording { lists.pointee.reservations.insert(key) }
    }

    /// What is on disk already, as it is now.
    func noteSaved(_ index: NodeIndex) {
        let (word, bit) = Self.place(of: index)
        grow(to: word)
        lists.pointee.saved[word] |= bit
    }

    // MARK: Taking

    /// The next node to be saved; from now on it counts as saved.
    func takeNode() -> NodeIndex? {
        while lists.pointee.firstNode < lists.pointee.nodes.count {
            let index = lists.pointee.nodes[lists.pointee.firstNode]
            lists.pointee.firstNode += 1
            let (word, bit) = Self.place(of: index)
            if lists.pointee.marked[word] & bit == 0 { continue }
            lists.pointee.marked[word] &= ~bit
            lists.pointee.saved[word] |= bit
            return index
        }
        lists.pointee.nodes.removeAll(keepingCapacity: lists.pointee.nodes.count < 65_536)
        lists.pointee.firstNode = 0
        return nil
    }

    func takeFreedNode() -> ProgressID? { lists.pointee.freedNodes.popLast() }

    func takeReservation() -> ProgressID? { lists.pointee.reservations.popFirst() }

    private func grow(to word: Int) {
        let missing = word + 1 - lists.pointee.marked.count
        if missing <= 0 { return }
        lists.pointee.marked.append(contentsOf: repeatElement(0, count: missing))
        lists.pointee.saved.append(contentsOf: repeatElement(0, count: missing))
    }

    private static func place(of index: NodeIndex) -> (word: Int, bit: UInt64) {
        (Int(index.rawValue) >> 6, 1 << UInt64(index.rawValue & 63))
    }
}
