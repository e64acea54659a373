/// The lines of a tree that a screen has room for.
///
/// What has ended gives way first, from the top, leaves before their parents; a failure gives way last.
package struct Fold {
    package private(set) var lines: [TextLine]
    /// How many are not shown.
    package private(set) var hiddenCount = 0

    /// - Parameter height: the most lines, at least 1; one of them is left for a note where something is hidden.
    /// - Complexity: O(lines × depth).
    package init(_ lines: [TextLine], height: Int) {
        self.lines = lines
        guard lines.count > height else { return }
        let room = max(height - 1, 0)
        while self.lines.count > room, hideEnded(downTo: room) {}
        guard self.lines.count > room else { return }
        hiddenCount += self.lines.count - room
        self.lines.removeSubrange(room...)
    }

    /// One pass over the lines; returns whether it hid any.
    private mutating func hideEnded(downTo room: Int) -> Bool {
        var kept: [TextLine] = []
        var excess = lines.count - room
        let before = lines.count
        for (position, line) in lines.enumerated() {
            let isLeaf = position + 1 == lines.count || lines[position + 1].depth <= line.depth
            if excess > 0, isLeaf, line.state == .finished || line.state == .cancelled {
                hiddenCount += 1
                excess -= 1
            } else {
                kept.append(line)
            }
        }
        lines = kept
        return kept.count < before
    }
}
