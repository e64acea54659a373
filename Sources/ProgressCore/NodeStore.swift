/// The nodes, in blocks that never move: no pause for copying when a tree grows to a million nodes.
struct NodeStore: ~Copyable {
    private static let blockBits = 12
    private static let blockSize = 1 << blockBits

    private var blocks: [UnsafeMutablePointer<Node>] = []
    /// Slots that were used and are free again.
    private var free: [NodeIndex] = []
    /// Slots ever used; above it memory is uninitialized.
    private var used: Int32 = 0

    var count: Int { Int(used) - free.count }

    /// How many places there are, free ones among them.
    var slotCount: Int { Int(used) }

    /// Whether a place below `slotCount` holds no node.
    func isFree(_ index: NodeIndex) -> Bool { self[index].pointee.id == Self.nobody }

    private static var nobody: ProgressID { ProgressID(high: 0, low: 0) }

    deinit {
        for slot in 0..<Int(used) {
            (blocks[slot >> Self.blockBits] + (slot & (Self.blockSize - 1))).deinitialize(count: 1)
        }
        for block in blocks { block.deallocate() }
    }

    /// - Precondition: `index` was returned by `insert`. The pointer stays good until the store is gone.
    subscript(index: NodeIndex) -> UnsafeMutablePointer<Node> {
        let slot = Int(index.rawValue)
        return blocks[slot >> Self.blockBits] + (slot & (Self.blockSize - 1))
    }

    /// The node at `index`, or nil if that place was never used.
    func node(at index: NodeIndex) -> UnsafeMutablePointer<Node>? {
        index.rawValue >= 0 && index.rawValue < used ? self[index] : nil
    }

    mutating func insert(_ node: Node) -> NodeIndex {
        if let index = free.popLast() {
            self[index].pointee = node
            return index
        }
        let index = NodeIndex(rawValue: used)
        if Int(used) >> Self.blockBits == blocks.count {
            blocks.append(.allocate(capacity: Self.blockSize))
        }
        self[index].initialize(to: node)
        used += 1
        return index
    }

    /// Gives the place back; it keeps an empty node, so that a stale index reads nothing of the old one.
    mutating func remove(_ index: NodeIndex) {
        self[index].pointee = Node(id: Self.nobody, counts: Counts(total: 0, completed: 0), now: 0)
        free.append(index)
    }
}
