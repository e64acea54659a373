import ProgressCore

/// Counts failed nodes below nodes that have not ended, for pictures that show little more than the node itself.
struct FailedSteps {
    /// The nodes that one picture may still look at; more would hold up other requests.
    private var looks = 10_000

    /// The number of nodes below `top` that failed; 0 if `top` itself has ended.
    mutating func count(below top: NodeIndex, in forest: borrowing Forest) -> Int {
        if forest.isEnded(top) { return 0 }
        var count = 0
        var next = forest.nextInWalk(after: top, within: top)
        while let index = next, looks > 0 {
            looks -= 1
            if forest.state(of: index) == .failed { count += 1 }
            next = forest.nextInWalk(after: index, within: top)
        }
        return count
    }
}
