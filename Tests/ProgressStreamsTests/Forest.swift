import ProgressStreams

@testable import ProgressCore

/// Trees of nodes that come, go, join, change, and are relabeled and renamed: the world that a subscription shows.
struct Forest {
    struct Tree {
        var parent: ProgressID?
        /// The label of a root, by which streams select.
        var label: String
        var name: String?
        /// The stamp of its newest change.
        var stamp: UInt64
        /// Grows with each node that comes, or joins a parent.
        var ordinal: UInt64
        /// Its place in a store that reuses the places of removed nodes.
        var place: NodeIndex
    }

    private(set) var nodes: [ProgressID: Tree] = [:]
    /// Ids in the order of creation: a parent that was created with its children comes before them.
    private(set) var ids: [ProgressID] = []
    /// Nodes that were removed, each with the stamp of its removal.
    private(set) var removals: [ProgressID: UInt64] = [:]
    /// When each root was relabelled or renamed last.
    private(set) var relabelings: [ProgressID: UInt64] = [:]
    private(set) var sequence: UInt64 = 0
    /// Nodes whose whole subtree is watched.
    var watched: Set<ProgressID>
    private var lastNumber: UInt64 = 100
    private var lastOrdinal: UInt64 = 0
    private var freePlaces: [NodeIndex] = []
    private var placeCount: Int32 = 0

    /// The moves and marks of a mutation, as a registry would report them.
    struct Change {
        var moves: [Move] = []
        var marks: [(id: ProgressID, kinds: Changes.Kinds)] = []
    }

    /// - Parameter named: they are there from the beginning, as roots.
    init(named: [ProgressID], watched: Set<ProgressID>) {
        self.watched = watched
        for id in named {
            sequence += 1
            add(id, below: nil, label: "a")
        }
    }

    private mutating func add(_ id: ProgressID, below parent: ProgressID?, label: String, named name: String? = nil) {
        lastOrdinal += 1
        placeCount += 1
        let place = freePlaces.popLast() ?? NodeIndex(rawValue: placeCount)
        nodes[id] = Tree(
            parent: parent,
            label: label,
            name: name,
            stamp: sequence,
            ordinal: lastOrdinal,
            place: place
        )
        ids.append(id)
    }

    // MARK: Looking

    func root(of id: ProgressID) -> ProgressID {
        var id = id
        while let parent = nodes[id]?.parent { id = parent }
        return id
    }

    func place(of id: ProgressID) -> TreePosition {
        var place = TreePosition(parentID: nodes[id]?.parent)
        var current = id
        while true {
            if watched.contains(current) { place.watchedTops.append(current) }
            guard let parent = nodes[current]?.parent else { break }
            place.depth += 1
            current = parent
        }
        place.rootDetails = Self.details(nodes[current]?.label ?? "", named: nodes[current]?.name)
        return place
    }

    static func details(_ label: String, named name: String? = nil) -> DetailsBox {
        var details = ProgressDetails()
        details.name = name
        details.labels = [.init(key: "k", value: label)]
        return DetailsBox(details)
    }

    func isWithin(_ id: ProgressID, _ top: ProgressID) -> Bool {
        var current: ProgressID? = id
        while let one = current {
            if one == top { return true }
            current = nodes[one]?.parent
        }
        return false
    }

    /// The nodes below one, parents first.
    func below(_ top: ProgressID) -> [ProgressID] {
        var below: [ProgressID] = []
        var level: Set<ProgressID> = [top]
        while !level.isEmpty {
            let children = ids.filter { id in nodes[id]?.parent.map { level.contains($0) } ?? false }
            below += children
            level = Set(children)
        }
        return below
    }

    private mutating func forget(_ id: ProgressID) {
        if let place = nodes[id]?.place { freePlaces.append(place) }
        nodes[id] = nil
        ids.removeAll { $0 == id }
        removals[id] = sequence
    }

    // MARK: Changing

    /// - Parameter name: the name of the top.
    mutating func create(below parent: ProgressID?, label: String, named name: String?, count: Int) -> Change {
        sequence += 1
        var change = Change()
        var last = parent
        for level in 0..<count {
            lastNumber += 1
            let id = ProgressID(high: 0, low: lastNumber)
            add(id, below: last, label: label, named: level == 0 ? name : nil)
            change.moves.append(move(of: id, before: nil, after: place(of: id), isTop: level == 0))
            last = id
        }
        if let parent { touch(parent, .progress, &change) }
        return change
    }

    mutating func attach(_ child: ProgressID, to parent: ProgressID) -> Change {
        sequence += 1
        let moved = [child] + below(child)
        let before = moved.map { place(of: $0) }
        nodes[child]?.parent = parent
        lastOrdinal += 1
        nodes[child]?.ordinal = lastOrdinal
        var change = Change()
        for (id, place) in zip(moved, before) {
            nodes[id]?.stamp = sequence
            change.moves.append(move(of: id, before: place, after: self.place(of: id), isTop: id == child))
        }
        touch(parent, .progress, &change)
        return change
    }

    mutating func relabel(_ root: ProgressID, _ label: String) -> Change {
        change(root) { $0.label = label }
    }

    mutating func rename(_ root: ProgressID, _ name: String?) -> Change {
        change(root) { $0.name = name }
    }

    private mutating func change(_ root: ProgressID, _ body: (inout Tree) -> Void) -> Change {
        sequence += 1
        var move = move(of: root, before: place(of: root), after: nil, isTop: true)
        if var node = nodes[root] {
            body(&node)
            nodes[root] = node
        }
        relabelings[root] = sequence
        move.after = place(of: root)
        move.isRelabeling = true
        move.below = below(root)
        var change = Change(moves: [move])
        touch(root, .details, &change)
        return change
    }

    mutating func remove(_ top: ProgressID, named: Set<ProgressID>) -> Change {
        sequence += 1
        var change = Change()
        for id in below(top).reversed() {
            if named.contains(id) {
                let place = TreePosition(depth: .max)
                change.moves.append(move(of: id, before: place, after: nil, isTop: false))
            }
            forget(id)
        }
        change.moves.append(move(of: top, before: place(of: top), after: nil, isTop: true))
        let parent = nodes[top]?.parent
        forget(top)
        if let parent { touch(parent, .progress, &change) }
        return change
    }

    mutating func change(_ id: ProgressID, _ kinds: Changes.Kinds) -> Change {
        sequence += 1
        var change = Change()
        touch(id, kinds, &change)
        return change
    }

    /// The node takes a name.
    /// - Parameter old: the node that has it; nil if none does.
    mutating func take(_ name: String, by id: ProgressID, from old: ProgressID?) -> Change {
        var change = change(id, .details)
        var move = Move(id: id, stamp: sequence, before: nil, after: nil)
        move.takenName = NameChange(name, from: old)
        change.moves.append(move)
        return change
    }

    private func move(of id: ProgressID, before: TreePosition?, after: TreePosition?, isTop: Bool) -> Move {
        var move = Move(id: id, stamp: sequence, before: before, after: after, isTop: isTop)
        move.place = nodes[id]?.place ?? .none
        return move
    }

    private mutating func touch(_ id: ProgressID, _ kinds: Changes.Kinds, _ change: inout Change) {
        nodes[id]?.stamp = sequence
        change.marks.append((id, kinds))
    }
}
