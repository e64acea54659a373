package import ProgressCore

/// The place of a node at one moment, as far as selections depend on it.
package struct TreePosition: Sendable {
    /// Nil for a root.
    package var parentID: ProgressID?
    /// Levels below the root; exact only up to 1, which is all that selections ask.
    package var depth: Int
    /// The details of its root, by which streams of roots select.
    package var rootDetails: DetailsBox?
    /// The nodes at or above it whose whole subtrees are watched.
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
