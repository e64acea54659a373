/// The nodes and their links: parents, siblings, roots. The meaning of counts is not known here.
///
/// Reads borrow it, and so cannot change anything.
struct NodeStore: ~Copyable {
    private var nodes = BlockStore<NodeIndex, Node>()
    private var families = BlockStore<FamilyIndex, Family>()
    private var rates = BlockStore<RateIndex, Rate>()
    private var times = BlockStore<ChildTimesIndex, ChildTimes>()
    /// Only roots have foretellings.
    var foretellings = ForetellingTable()
    private(set) var roots = Siblings()
    /// The newest place in lists that was given.
    var lastOrdinal: UInt64 = 0

    init() {
        let empty = families.insert(Family())
        assert(empty == .none, "nodes without children share the first family")
    }

    var count: Int { nodes.count }

    /// Number of places, free ones included.
    var placeCount: Int { nodes.placeCount }

    // MARK: Nodes

    /// - Precondition: `index` was returned by `insert`; for a node that is gone it returns an empty one.
    subscript(index: NodeIndex) -> Node {
        @inline(__always) unsafeAddress { UnsafePointer(address(of: index)) }
        @inline(__always) unsafeMutableAddress { address(of: index) }
    }

    /// The family of a node; change it only if there is one.
    subscript(familyOf index: NodeIndex) -> Family {
        @inline(__always) unsafeAddress { UnsafePointer(address(ofFamilyOf: index)) }
        @inline(__always) unsafeMutableAddress { address(ofFamilyOf: index) }
    }

    subscript(family: FamilyIndex) -> Family {
        @inline(__always) unsafeAddress { UnsafePointer(families.address(of: family)) }
        @inline(__always) unsafeMutableAddress { families.address(of: family) }
    }

    /// - Precondition: the node has a rate.
    subscript(rateOf index: NodeIndex) -> Rate {
        @inline(__always) unsafeAddress { UnsafePointer(rates.address(of: self[index].rate)) }
        @inline(__always) unsafeMutableAddress { rates.address(of: self[index].rate) }
    }

    /// - Precondition: there is a record.
    subscript(place: ChildTimesIndex) -> ChildTimes {
        @inline(__always) unsafeAddress { UnsafePointer(times.address(of: place)) }
        @inline(__always) unsafeMutableAddress { times.address(of: place) }
    }

    @inline(__always)
    func address(of index: NodeIndex) -> UnsafeMutablePointer<Node> { nodes.address(of: index) }

    @inline(__always)
    func address(ofFamilyOf index: NodeIndex) -> UnsafeMutablePointer<Family> {
        families.address(of: self[index].family)
    }

    mutating func insert(_ node: consuming Node) -> NodeIndex { nodes.insert(node) }

    /// Frees a node that nothing links to.
    mutating func remove(_ index: NodeIndex) {
        dropTimes(of: index)
        foretellings.remove(index)
        if self[index].family != .none { families.remove(self[index].family, leaving: Family()) }
        if self[index].rate != .none { rates.remove(self[index].rate, leaving: Rate(units: 0, at: 0)) }
        nodes.remove(index, leaving: Node(id: .nobody, counts: Counts(total: 0, completed: 0), now: 0))
    }

    mutating func makeFamily(of index: NodeIndex) {
        if self[index].family == .none { self[index].family = families.insert(Family()) }
    }

    mutating func makeTimes(of index: NodeIndex, _ record: ChildTimes) {
        self[familyOf: index].times = times.insert(record)
    }

    /// Forgets the times of its children.
    mutating func dropTimes(of index: NodeIndex) {
        let place = self[familyOf: index].times
        if place == .none { return }
        times.remove(place, leaving: ChildTimes())
        self[familyOf: index].times = .none
    }

    mutating func makeRate(of index: NodeIndex, _ rate: Rate) { self[index].rate = rates.insert(rate) }

    /// Whether a place below `placeCount` holds no node.
    func isFree(_ index: NodeIndex) -> Bool { self[index].id == .nobody }

    /// Whether the node with this id is at `index`, which may be stale, or of another run.
    func holds(_ id: ProgressID, at index: NodeIndex) -> Bool {
        index.rawValue >= 0 && index.rawValue < placeCount && self[index].id == id
    }

    // MARK: Linking

    /// Makes a node the newest root.
    mutating func appendRoot(_ index: NodeIndex) {
        link(index, after: roots.last)
        roots.append(index)
    }

    /// Makes a node the last child, and counts it as one; its contribution is added later.
    mutating func append(_ index: NodeIndex, to parent: NodeIndex) {
        makeFamily(of: parent)
        self[index].parent = parent
        link(index, after: self[familyOf: parent].children.last)
        self[familyOf: parent].children.append(index)
        if !self[index].flags.contains(.isCredited) {
            self[familyOf: parent].noteUncredited(worth: self[index].pendingUnitCount)
            enterTimes(index)
        }
    }

    private mutating func link(_ index: NodeIndex, after last: NodeIndex) {
        self[index].previousSibling = last
        self[index].nextSibling = .none
        if last != .none { self[last].nextSibling = index }
    }

    /// Takes a node out of its siblings; it still has its parent.
    mutating func unlink(_ index: NodeIndex) {
        let (previous, next) = (self[index].previousSibling, self[index].nextSibling)
        if previous != .none { self[previous].nextSibling = next }
        if next != .none { self[next].previousSibling = previous }
        self[index].previousSibling = .none
        self[index].nextSibling = .none
        if self[index].parent == .none {
            roots.close(previous, next)
            foretellings.remove(index)
        } else {
            self[familyOf: self[index].parent].children.close(previous, next)
        }
    }

    mutating func nextOrdinal() -> UInt64 {
        lastOrdinal += 1
        return lastOrdinal
    }
}

extension ProgressID {
    fileprivate static let nobody = ProgressID(high: 0, low: 0)
}
