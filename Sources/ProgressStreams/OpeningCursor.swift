package import ProgressCore

/// A stream's walk over all that it selects. During it the stream owes less: the walk tells each node as it is then, so
/// a change of a node that is ahead costs nothing, however many there are.
///
/// A stream walks when it begins, and when it has fallen so far behind that its debts would cost more than a walk: then
/// its reader is in the place of one that returned with the id that it would be sent now.
package struct OpeningCursor: Sendable {
    /// The reader has everything up to this stamp; no event promises more until the walk is over. 0: it has nothing.
    package let after: UInt64
    /// Whether the reader knows only what it was told since the walk began.
    let knowsOnlyTold: Bool
    /// The places told since the walk began. A place that another node took since may stay in it.
    package var told = NodeSet()
    /// The told nodes that are selected by id or name: their places are not always known.
    var toldTops: Set<ProgressID> = []
    /// A node that was told and has not changed since this stamp is not told again. It stays as of the first lap: from
    /// then on changes of told nodes are left to the walk.
    private var toldUpTo: UInt64?
    /// The walk has yet to meet everything as it was at this stamp, or later.
    private(set) var covered: UInt64
    /// Whether the walk goes over everything once more, when it has come to its end: it continues where it is, since one
    /// that always began again would never tell the last nodes of those that change all the time.
    package var isLapping = false
    /// Tops whose whole subtree is told: they have been selected since, which the stamps below them do not show.
    package var whole: Set<ProgressID>
    /// Whether every node is told, because it is unknown which ones have been selected since.
    var tellsEverything = false
    /// Tops that the reader has lost since the walk was last looked at: it may not continue in them.
    package var lost: Set<ProgressID> = []

    init(after: UInt64, knowsOnlyTold: Bool, covered: UInt64 = 0, whole: Set<ProgressID> = []) {
        self.covered = covered
        self.after = after
        self.knowsOnlyTold = knowsOnlyTold
        self.whole = whole
    }

    /// Walks on, and then over everything again, as of `covered`.
    mutating func beginLap(toldUpTo stamp: UInt64, covered: UInt64) {
        toldUpTo = toldUpTo ?? stamp
        self.covered = covered
        isLapping = true
    }

    // MARK: Telling

    /// Up to which stamp a subtree below `top` may be passed over; nil: none may.
    package func passesUnchanged(below top: ProgressID) -> UInt64? {
        knowsOnlyTold || tellsEverything || whole.contains(top) ? nil : after
    }

    /// Whether the walk tells a node that it meets below `top`.
    /// - Parameter showsSummary: what changes below the node is shown with it.
    package func tells(_ visit: Forest.Visit, below top: ProgressID, showsSummary: Bool) -> Bool {
        if whole.contains(top) { return true }
        let stamp = showsSummary ? visit.subtreeStamp : visit.changeStamp
        if let toldUpTo, stamp <= toldUpTo, told.contains(visit.index) { return false }
        return knowsOnlyTold || tellsEverything || stamp > after
    }

    // MARK: Hearing

    /// Whether the walk meets what a change moved or made, as it is since.
    func covers(_ stamp: UInt64) -> Bool { isLapping || stamp <= covered }

    /// Whether the reader may know the node at `place`, if nothing is owed of it.
    func mayKnow(_ place: NodeIndex) -> Bool { !knowsOnlyTold || told.contains(place) }

    /// Like `mayKnow(_:)`, for a node that is gone, and was selected by id or name, if its place is not known.
    func mayKnow(_ id: ProgressID, at place: NodeIndex) -> Bool {
        place == .none ? !knowsOnlyTold || toldTops.contains(id) : mayKnow(place)
    }

    mutating func forget(_ id: ProgressID, at place: NodeIndex) {
        told.remove(place)
        toldTops.remove(id)
    }

    /// Whether a join leads the walk elsewhere.
    func isLed(by stamp: UInt64) -> Bool { isLapping || stamp > covered }

    /// Whether news of a node of which nothing is owed is told by the walk.
    func tellsNews(of place: NodeIndex, newest: UInt64) -> Bool { covers(newest) || !mayKnow(place) }
}
