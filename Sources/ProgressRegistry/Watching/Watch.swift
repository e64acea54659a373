/// The reactors that watch a node, one bit each, with the number of their streams and requests.
struct Watch {
    var itself: UInt64 = 0
    var descendants: UInt64 = 0
    var itselfCounts: [Int: Int] = [:]
    var descendantsCounts: [Int: Int] = [:]
    /// The node is there, or was removed and is not freed yet: its departure is still to be published.
    var awaitsDeparture = false
}
