/// The lines of a tree that fit on a screen.
///
/// Finished and cancelled progresses are hidden first, from the top, leaves before their parents; then the deepest
/// ones, of the same depth the last, failures after the rest.
package struct Fold {
    package private(set) var lines: [TextLine]
    /// The number of lines that are not shown.
    package private(set) var hiddenCount = 0

    /// - Parameter height: the maximum number of lines, at least 1; if some are hidden, one line is left for a note.
    /// - Complexity: O(lines × depth).
    package init(_ lines: [TextLine], height: Int) {
        self.lines = lines
        guard lines.count > height else { return }
        let room = max(height - 1, 0)
        while self.lines.count > room, hideEnded(downTo: room) {}
        if self.lines.count > room { hideDeepest(downTo: room) }
    }

    /// Keeps the upper levels whole, and as much of the next one as fits.
    private mutating func hideDeepest(downTo room: Int) {
        var left = room
        var level = 0
        while true {
            let count = lines.count { $0.depth == level }
            if count > left { break }
            left -= count
            level += 1
        }
        let next = lines.indices.filter { lines[$0].depth == level }
        let failures = next.filter { lines[$0].state == .failed }
        let others = next.filter { lines[$0].state != .failed }
        let chosen = Set((failures + others).prefix(left))
        hiddenCount += lines.count - room
        lines = lines.indices.filter { lines[$0].depth < level || chosen.contains($0) }.map { lines[$0] }
    }

    /// Makes one pass over the lines; returns whether it hid any.
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
