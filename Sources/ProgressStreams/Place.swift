package import ProgressCore

/// Where a node was at one moment, as far as selections look at it.
package struct Place: Sendable {
    /// Nil for a root.
    package var parentID: ProgressID?
    /// Levels below the root; exact where it is 0 or 1, which is all that selections ask.
    package var depth: Int
    /// Of its root: what streams of roots select by.
    package var rootDetails: DetailsBox?
    /// The nodes at or above it whose whole subtree somebody watches.
    package var watchedTops: [ProgressID]

    package init(
        parentID: ProgressID? = nil,
        depth: Int = 0,
        rootDetails: DetailsBox? = nil,
        watchedTops: [ProgressID] = []
    ) {
        self.parentID = parentID
        self.depth = depth
        self.rootDetails = rootDetails
        self.watchedTops = watchedTops
    }
}
