import ProgressCore
import ProgressStreams

/// A reader's copy of the nodes, and the law that every event has to keep.
struct ReaderCopy {
    /// By node: the parent that the reader knows, and the newest change that it was shown.
    private(set) var nodes: [ProgressID: (parent: ProgressID?, stamp: UInt64)] = [:]
    /// Nodes that it lost with one above them. One more `removed` of each is allowed, and says nothing new.
    private var lost: Set<ProgressID> = []
    private let showsDescendants: Bool
    /// Whether `removed` is a fault for a node that was never introduced.
    var isStrict = true

    init(showsDescendants: Bool) { self.showsDescendants = showsDescendants }

    /// - Returns: the flaw of the event; nil if there is none.
    mutating func read(_ event: StreamEvent) -> String? {
        switch event {
        case .removed(let id, _):
            if nodes[id] == nil && lost.remove(id) == nil && isStrict {
                return "removed of what was never introduced, or is gone"
            }
            removeSubtree(id)
        case .node(.child, let snapshot):
            return showsDescendants || nodes[snapshot.id] != nil ? introduce(snapshot) : nil
        case .node(.snapshot, let snapshot): return introduce(snapshot)
        case .unknown, .reset, .synced, .end: return "\(event.kind) of no node"
        case .node(let kind, let snapshot):
            guard let known = nodes[snapshot.id] else { return "\(kind) of what was never introduced" }
            nodes[snapshot.id] = (known.parent, UInt64(snapshot.version))
        }
        return nil
    }

    mutating func forget() { (nodes, lost) = ([:], []) }

    private mutating func introduce(_ snapshot: ProgressSnapshot) -> String? {
        nodes[snapshot.id] = (snapshot.parentID, UInt64(snapshot.version))
        lost.remove(snapshot.id)
        return nil
    }

    private mutating func removeSubtree(_ top: ProgressID) {
        var gone = [top]
        while let id = gone.popLast() {
            nodes[id] = nil
            if id == top { lost.remove(id) } else { lost.insert(id) }
            gone += nodes.filter { $0.value.parent == id }.map(\.key)
        }
    }
}
