/// The ends of a list of nodes that are linked by `previousSibling` and `nextSibling`, in the order in which they joined.
struct Siblings {
    private(set) var first = NodeIndex.none
    private(set) var last = NodeIndex.none
    private(set) var count: Int32 = 0

    mutating func append(_ index: NodeIndex) {
        if first == .none { first = index }
        last = index
        count += 1
    }

    /// The one between these two left.
    mutating func close(_ previous: NodeIndex, _ next: NodeIndex) {
        if previous == .none { first = next }
        if next == .none { last = previous }
        count -= 1
    }
}
