import ProgressStreams

@testable import ProgressCore

/// A walk over the nodes that a subscription selects, slow and obvious: below each top, each step takes the least path
/// of ordinals that is greater than the last one.
struct ForestWalk {
    private var tops: [ProgressID]
    private var beganCount = 0
    /// The ordinal of the root that was met last.
    private var rootOrdinal: UInt64 = .max
    private var top: ProgressID?
    /// The path below the top to the node that was met last.
    private var position: [UInt64]?

    init(over selection: Selection, whole: Set<ProgressID> = []) {
        tops = selection.tops + whole.subtracting(selection.tops).sorted { $0.low < $1.low }
    }

    /// Tops that are selected since, or that the reader has lost.
    mutating func add(_ more: Set<ProgressID>) { tops += more.sorted { $0.low < $1.low } }

    // MARK: Walking

    /// The next nodes to tell, at most `most`.
    mutating func next(
        _ most: Int,
        of selection: Selection,
        _ cursor: inout OpeningCursor,
        in forest: Forest
    ) -> (found: [Forest.Found], isOver: Bool) {
        var found: [Forest.Found] = []
        while found.count < most {
            if let top {
                guard let (path, id) = least(below: top, selection, forest) else {
                    self.top = nil
                    continue
                }
                position = path
                let visit = forest.visit(id)
                if cursor.tells(visit, below: top, showsSummary: false) { found.append((id, visit.index)) }
            } else if !beginNext(selection, cursor, forest) {
                guard cursor.isLapping else { return (found, true) }
                cursor.isLapping = false
                self = ForestWalk(over: selection, whole: cursor.whole)
            }
        }
        return (found, false)
    }

    mutating func leaveLost(_ selection: Selection, _ cursor: inout OpeningCursor, in forest: Forest) {
        defer { cursor.lost = [] }
        guard let top else { return }
        if cursor.lost.contains(top) || (cursor.isLapping && !cursor.lost.isEmpty) { self.top = nil }
        if !isTop(top, selection, cursor, forest) { self.top = nil }
        guard case .nodes = selection, let parent = selectedParent(of: top, selection, forest) else { return }
        if cursor.whole.contains(top) && !cursor.isLapping {
            guard isAheadInPass(parent, of: selection, cursor, in: forest) else { return }
            tops.append(top)
        }
        self.top = nil
    }

    private mutating func beginNext(_ selection: Selection, _ cursor: OpeningCursor, _ forest: Forest) -> Bool {
        position = nil
        if case .roots = selection {
            let older = forest.ids.filter { id in
                forest.nodes[id].map { $0.parent == nil && $0.ordinal < rootOrdinal } ?? false
            }
            guard let next = older.max(by: { forest.ordinal(of: $0) < forest.ordinal(of: $1) }) else { return false }
            rootOrdinal = forest.ordinal(of: next)
            if isTop(next, selection, cursor, forest) { top = next }
            return true
        }
        guard beganCount < tops.count else { return false }
        let id = tops[beganCount]
        beganCount += 1
        guard isTop(id, selection, cursor, forest) else { return true }
        if let parent = selectedParent(of: id, selection, forest) {
            if cursor.isLapping || !cursor.whole.contains(id) { return true }
            if isAheadInPass(parent, of: selection, cursor, in: forest) {
                tops.append(id)
                return true
            }
        }
        top = id
        return true
    }

    private func least(
        below top: ProgressID,
        _ selection: Selection,
        _ forest: Forest
    ) -> (path: [UInt64], id: ProgressID)? {
        let nodes = selection.includesDescendants ? forest.ids : [top]
        let ahead = nodes.compactMap { id in
            forest.path(of: id, below: top).flatMap { path in isAhead(path) ? (path: path, id: id) : nil }
        }
        return ahead.min { $0.path.lexicographicallyPrecedes($1.path) }
    }

    private func isAhead(_ path: [UInt64]) -> Bool { position.map { $0.lexicographicallyPrecedes(path) } ?? true }

    private func isTop(
        _ id: ProgressID,
        _ selection: Selection,
        _ cursor: OpeningCursor,
        _ forest: Forest
    ) -> Bool {
        guard let node = forest.nodes[id] else { return false }
        if case .nodes = selection {
            return selection.names(id)
                || cursor.whole.contains(id) && selection.selects(id, at: forest.place(of: id))
        }
        return node.parent == nil && selection.selects(id, at: forest.place(of: id))
    }

    private func selectedParent(of id: ProgressID, _ selection: Selection, _ forest: Forest) -> ProgressID? {
        guard selection.includesDescendants, let parent = forest.nodes[id]?.parent else { return nil }
        return selection.selects(parent, at: forest.place(of: parent)) ? parent : nil
    }

    // MARK: Places

    func isAhead(_ id: ProgressID, of selection: Selection, _ cursor: OpeningCursor, in forest: Forest) -> Bool {
        if cursor.isLapping { return true }
        return isAheadInPass(id, of: selection, cursor, in: forest) && !path(in: forest).contains(id)
    }

    private func isAheadInPass(
        _ id: ProgressID,
        of selection: Selection,
        _ cursor: OpeningCursor,
        in forest: Forest
    ) -> Bool {
        let isAheadBelowTop = top.flatMap { forest.path(of: id, below: $0) }.map { isAhead($0) } ?? false
        guard case .nodes(_, let descendants) = selection else {
            let root = forest.root(of: id)
            return forest.ordinal(of: root) < rootOrdinal || (root == top && isAheadBelowTop)
        }
        if isAheadBelowTop && (descendants || id == top) { return true }
        return tops[beganCount...].contains { one in
            guard isTop(one, selection, cursor, forest), descendants ? forest.isWithin(id, one) : id == one else {
                return false
            }
            return selectedParent(of: one, selection, forest) == nil || cursor.whole.contains(one)
        }
    }

    /// The nodes above the place where it is, down to the one that it met last if that is still there.
    func path(in forest: Forest) -> Set<ProgressID> {
        guard let top, let position else { return [] }
        return Set(forest.ids.filter { id in forest.path(of: id, below: top).map(position.starts(with:)) ?? false })
    }
}

extension Forest {
    typealias Found = (id: ProgressID, place: NodeIndex)

    func visit(_ id: ProgressID) -> ProgressCore.Forest.Visit {
        let node = nodes[id]
        let stamp = node?.stamp ?? 0
        return .init(index: node?.place ?? .none, id: id, changeStamp: stamp, subtreeStamp: stamp)
    }

    func ordinal(of id: ProgressID) -> UInt64 { nodes[id]?.ordinal ?? 0 }

    /// The ordinals from below `top` to the node; nil if it is not within that.
    func path(of id: ProgressID, below top: ProgressID) -> [UInt64]? {
        var path: [UInt64] = []
        var current = id
        while current != top {
            guard let node = nodes[current], let parent = node.parent else { return nil }
            path.insert(node.ordinal, at: 0)
            current = parent
        }
        return path
    }
}
