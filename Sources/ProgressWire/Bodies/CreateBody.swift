package import ProgressCore

/// The body of a create: a progress, or a whole tree of them.
package enum CreateBody {
    /// - Parameters:
    ///   - isChild: whether the top takes `pendingUnitCount`, and must.
    ///   - makeID: draws the id of one more progress.
    /// - Returns: the top first, every parent before its children.
    package static func parse(
        _ value: JSONValue,
        isChild: Bool,
        makeID: () -> ProgressID
    ) throws(BodyError) -> [NewProgress] {
        var new: [NewProgress] = []
        // A stack on the heap: the client chooses the depth.
        var pending = [(value: value, pointer: JSONPointer.root, parent: -1)]
        while let (value, pointer, parent) = pending.popLast() {
            let members = try ObjectMembers(value, at: pointer)
            let position = new.count
            new.append(try one(members, parent: parent, isChild: isChild || parent >= 0, makeID))
            let at = pointer.appending("children")
            let elements = try members.elements("children")
            // Reversed, so that the first child is taken from the stack first.
            for (index, element) in elements.enumerated().reversed() {
                pending.append((element, at.appending(index: index), position))
            }
        }
        return new
    }

    private static func one(
        _ members: ObjectMembers,
        parent: Int,
        isChild: Bool,
        _ makeID: () -> ProgressID
    ) throws(BodyError) -> NewProgress {
        let own: Set<String> = isChild ? ["children", "pendingUnitCount"] : ["children"]
        let body = try PatchBody(members, leavesOut: own)
        var new = NewProgress(id: makeID())
        new.parentPosition = parent
        if isChild { new.pendingUnitCount = try members.pendingUnitCount() }
        new.apply(try body.edits(for: nil, isCreate: true))
        return new
    }
}
