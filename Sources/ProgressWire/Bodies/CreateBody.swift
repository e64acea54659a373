package import ProgressCore

/// The body of a create: a progress, or a whole tree of them. It is read one progress at a time, so that a large tree can
/// be read in slices.
package struct CreateBody {
    /// The children of one progress, of which the first `next` are read.
    private struct Level {
        let children: JSONArray
        let pointer: JSONPointer
        /// The position of their parent in `new`; -1 above the top.
        let parent: Int
        var next = 0
    }

    /// The top first, every parent before its children. It is all of them when `step` has returned false.
    package private(set) var new: [NewProgress] = []
    private let isChild: Bool
    /// On the heap: the client chooses the depth.
    private var levels: [Level] = []
    /// Until it is read.
    private var top: JSONValue?

    private static let topMembers: Set<String> = ["children"]
    private static let childMembers: Set<String> = ["children", "pendingUnitCount"]

    /// - Parameter isChild: whether the top takes `pendingUnitCount`, and must.
    package init(_ value: JSONValue, isChild: Bool) {
        top = value
        self.isChild = isChild
    }

    /// Reads the whole body.
    /// - Parameter makeID: draws the id of one more progress.
    package static func parse(
        _ value: JSONValue,
        isChild: Bool,
        makeID: () -> ProgressID
    ) throws(BodyError) -> [NewProgress] {
        var body = CreateBody(value, isChild: isChild)
        while try body.step(makeID) {}
        return body.new
    }

    /// Reads one progress more. Do not call it after an error.
    /// - Returns: whether there may be another.
    package mutating func step(_ makeID: () -> ProgressID) throws(BodyError) -> Bool {
        if let top {
            try read(top, at: .root, below: -1, makeID)
            self.top = nil
            return true
        }
        guard let level = levels.last else { return false }
        if level.next == level.children.count {
            levels.removeLast()
            return true
        }
        levels[levels.count - 1].next += 1
        let pointer = level.pointer.appending(index: level.next)
        try read(level.children[level.next], at: pointer, below: level.parent, makeID)
        return true
    }

    private mutating func read(
        _ value: JSONValue,
        at pointer: JSONPointer,
        below parent: Int,
        _ makeID: () -> ProgressID
    ) throws(BodyError) {
        let members = try ObjectMembers(value, at: pointer)
        let position = new.count
        new.append(try one(members, parent: parent, makeID))
        let children = try members.elements("children")
        if children.isEmpty { return }
        levels.append(Level(children: children, pointer: pointer.appending("children"), parent: position))
    }

    private func one(
        _ members: ObjectMembers,
        parent: Int,
        _ makeID: () -> ProgressID
    ) throws(BodyError) -> NewProgress {
        let isChild = isChild || parent >= 0
        let body = try PatchBody(members, leavesOut: isChild ? Self.childMembers : Self.topMembers)
        var new = NewProgress(id: makeID())
        new.parentPosition = parent
        if isChild { new.pendingUnitCount = try members.pendingUnitCount() }
        new.apply(try body.edits(for: nil, isCreate: true))
        return new
    }
}
