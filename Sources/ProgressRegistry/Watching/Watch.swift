/// Who watches a node: one bit a reactor, with how many streams and requests are behind each.
struct Watch {
    var itself: UInt64 = 0
    var descendants: UInt64 = 0
    var itselfCounts: [Int: Int] = [:]
    var descendantsCounts: [Int: Int] = [:]
}
