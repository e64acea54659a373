/// A copy of the trees that a stream sends, by the ids of their nodes: siblings are in the order in which they came.
package struct TreeCopy<Node: Sendable>: Sendable {
    private struct Entry {
        var node: Node
        var parent: String?
        /// Grows with each insertion.
        let number: Int
    }

    private var entries: [String: Entry] = [:]
    private var children: [String: [String]] = [:]
    private var nextNumber = 0

    package init() {}

    package var count: Int { entries.count }

    /// Adds a node, or replaces it; it moves if its parent has changed.
    package mutating func insert(_ node: Node, id: String, parent: String?) {
        if let old = entries[id] {
            if old.parent != parent {
                unlink(id, from: old.parent)
                link(id, to: parent)
            }
            entries[id]?.node = node
            entries[id]?.parent = parent
            return
        }
        entries[id] = Entry(node: node, parent: parent, number: nextNumber)
        nextNumber += 1
        link(id, to: parent)
    }

    /// Removes a node with everything below it; returns what was removed, parents first.
    @discardableResult
    package mutating func remove(_ id: String) -> [Node] {
        guard let entry = entries[id] else { return [] }
        unlink(id, from: entry.parent)
        var removed: [Node] = []
        var pending = [id]
        while let next = pending.popLast() {
            if let gone = entries.removeValue(forKey: next) { removed.append(gone.node) }
            pending += (children.removeValue(forKey: next) ?? []).reversed()
        }
        return removed
    }

    package mutating func removeAll() { self = TreeCopy() }

    /// Calls `body` with each node, parents first; a node whose parent is unknown is a root.
    ///
    /// - Complexity: O(nodes), and sorting the roots.
    package func walk(_ body: (_ node: Node, _ depth: Int) -> Void) {
        let roots = entries.filter { $0.value.parent.map { entries[$0] == nil } ?? true }
        var pending = roots.sorted { $0.value.number > $1.value.number }.map { (id: $0.key, depth: 0) }
        while let next = pending.popLast() {
            guard let entry = entries[next.id] else { continue }
            body(entry.node, next.depth)
            for child in (children[next.id] ?? []).reversed() { pending.append((child, next.depth + 1)) }
        }
    }

    /// The node and its ancestors, the root first.
    package func path(to id: String) -> [Node] {
        var path: [Node] = []
        var next: String? = id
        while let id = next, let entry = entries[id] {
            path.append(entry.node)
            next = entry.parent
        }
        return path.reversed()
    }

    private mutating func link(_ id: String, to parent: String?) {
        if let parent { children[parent, default: []].append(id) }
    }

    private mutating func unlink(_ id: String, from parent: String?) {
        if let parent { children[parent]?.removeAll { $0 == id } }
    }
}
