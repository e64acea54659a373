import ProgressCore
import ProgressStreams

/// Touches of one large change, which a reactor turns into marks and moves in its own slices: a change of 100,000 nodes
/// hands over one of these, and costs no more if many watch.
package struct TouchRun: Sendable {
    /// A node that came, or joined a parent, with all nodes below it.
    struct Top: Sendable {
        let id: ProgressID
        /// Where it was after the change. It may be elsewhere by the time that its run is read.
        let place: TreePosition
        let details: DetailsBox?

        /// The place of nodes below it, at any depth.
        var placeBelow: TreePosition {
            var below = place
            below.parentID = id
            below.depth += 2
            return below
        }
    }

    private var touches: ArraySlice<Changes.Touch>
    /// Nil: no touch of the run is a move.
    let top: Top?
    /// The number of moves that a reactor must take in first.
    package var precedingMoveCount = 0

    init(_ touches: ArraySlice<Changes.Touch>, below top: Top?) {
        self.touches = touches
        self.top = top
    }

    package var isEmpty: Bool { touches.isEmpty }

    /// Takes up to `count` touches, in order.
    mutating func take(_ count: Int) -> ArraySlice<Changes.Touch> {
        defer { touches = touches.dropFirst(count) }
        return touches.prefix(count)
    }
}

extension Changes.Touch {
    /// It came or moved by itself, not because of a node above it.
    @inline(__always)
    var isOfTop: Bool { kinds.rawValue & Self.ofTop != 0 && kinds.rawValue & Self.ofBelow == 0 }

    private static let ofTop = Changes.Kinds.joined.rawValue | Changes.Kinds.created.rawValue
    private static let ofBelow = Changes.Kinds.createdBelow.rawValue | Changes.Kinds.moved.rawValue
}
