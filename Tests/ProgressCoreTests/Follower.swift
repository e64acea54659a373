import TestSupport

@testable import ProgressCore

/// Trees that follow a writer by its groups, with the changes that they reported for each.
final class Follower {
    struct Group {
        var things: [Unsaved]
        let sequence: UInt64
        let ordinal: UInt64
    }

    var tree: ProgressTree
    private var waiting: [Unsaved] = []
    private var before: TreePicture?
    /// The states that came since the newest group that was adopted, in order.
    var expectedStates: [ProgressID: [ProgressState]] = [:]
    private(set) var toldStateCount = 0

    init(_ tree: consuming ProgressTree) {
        self.tree = tree
        self.tree.forest.recordsTouches = true
    }

    /// Keeps a group back, to adopt it with the next.
    func wait(for group: Group) { waiting += group.things }

    /// Adopts a group, with those kept back.
    /// - Returns: the flaw in the reported changes; nil if there is none.
    func adopt(_ group: Group, names: [String], keys: [ProgressID], at now: Int64) throws -> String? {
        let things = (waiting + group.things).map { Adopted($0) }
        waiting = []
        try tree.adopt(things, sequence: group.sequence, ordinal: group.ordinal, at: now)
        let after = TreePicture(tree, names: names, keys: keys, at: now)
        defer {
            before = after
            tree.changes.removeAll()
            expectedStates = [:]
            watchAll(after)
        }
        return complaintAboutStates() ?? before.flatMap { complaint(before: $0, after) }
    }

    private func watchAll(_ picture: TreePicture) {
        for node in picture.nodes {
            guard let index = try? tree.find(node.visible.id) else { continue }
            tree.forest.setWatched(index, itself: true, descendants: false)
        }
    }

    func unwatchAll() {
        for node in before?.nodes ?? [] {
            guard let index = try? tree.find(node.visible.id) else { continue }
            tree.forest.setWatched(index, itself: false, descendants: false)
        }
    }

    /// Every state is told that a node came to which is there, or was.
    private func complaintAboutStates() -> String? {
        var told: [ProgressID: [ProgressState]] = [:]
        for departure in tree.changes.departures {
            for snapshot in departure.moments { told[departure.id, default: []].append(snapshot.state) }
            if let last = departure.last { told[departure.id, default: []].append(last.snapshot.state) }
        }
        for moment in tree.changes.moments { told[moment.id, default: []].append(moment.snapshot.state) }
        let known = Set(before?.nodes.map(\.visible.id) ?? [])
        for (id, expected) in expectedStates {
            let isLiving = (try? tree.find(id)) != nil
            guard isLiving || known.contains(id) else { continue }
            // A node that ended may be told once more, in the same state.
            var states: [ProgressState] = []
            for state in told[id] ?? [] where states.isEmpty || state.isOther(than: states[states.count - 1]) {
                states.append(state)
            }
            toldStateCount += states.count
            // A node that vanished may have had a last state that was never visible.
            let isTold = states.elementsEqual(expected) { !$0.isOther(than: $1) }
            let isBegun = zip(states, expected).allSatisfy { !$0.isOther(than: $1) } && states.count >= expected.count
            if !(isLiving ? isTold : isBegun) { return "\(id) came to the states \(expected), told are \(states)" }
        }
        return nil
    }

    private func complaint(before: TreePicture, _ after: TreePicture) -> String? {
        let old = Dictionary(uniqueKeysWithValues: before.nodes.map { ($0.visible.id, $0.visible) })
        let new = Dictionary(uniqueKeysWithValues: after.nodes.map { ($0.visible.id, $0.visible) })
        let touches = Dictionary(grouping: tree.changes.touches, by: \.id)
        if touches.values.contains(where: { $0.count > 1 }) { return "a node is touched twice" }
        for touch in tree.changes.touches {
            if new[touch.id] == nil { return "\(touch.id) is touched and gone" }
            if touch.isNew != (old[touch.id] == nil) { return "\(touch.id) is told as \(touch.kinds)" }
        }
        for (id, visible) in new {
            guard let known = old[id] else {
                if touches[id] == nil { return "\(id) is new and not told" }
                continue
            }
            if known != visible && touches[id] == nil { return "\(id) changed and is not told: \(known), \(visible)" }
            let isJoined = tree.changes.departures.contains { $0.kind == .joined && $0.id == id }
            if isJoined != (known.parentID != visible.parentID) { return "\(id) joined: \(isJoined)" }
        }
        for id in old.keys where new[id] == nil {
            var above: ProgressID? = id
            var isTold = false
            while let one = above {
                isTold = isTold || tree.changes.departures.contains { $0.kind == .removed && $0.id == one }
                above = old[one]?.parentID
            }
            if !isTold { return "\(id) went and is not told" }
        }
        for (name, holder) in before.holders where after.holders[name] != holder && new[holder] != nil {
            let move = tree.changes.nameMoves.first { $0.name == name && $0.from == holder }
            if move == nil || move?.to != after.holders[name] { return "\(name) went over, told: \(move as Any)" }
        }
        return nil
    }
}

extension Adopted {
    init(_ unsaved: Unsaved) {
        self =
            switch unsaved {
            case .node(let stored): .node(stored)
            case .noNode(let id): .noNode(id)
            case .reservation(let reservation): .reservation(reservation)
            case .noReservation(let key): .noReservation(key)
            case .run(let item, let name): .run(item, name: name)
            case .noRun(let id): .noRun(id)
            }
    }
}
