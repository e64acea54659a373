package import ProgressCore

/// The walk over what is selected, at the beginning and where too much is owed.
extension Subscription {
    /// Whether too many nodes left while the reader was behind: it must forget everything and be opened again.
    package var mustStartOver: Bool { backlog.removalCount > limits.removals }

    /// Whether it owes more than a walk over what it selects would cost.
    package var mustCollapse: Bool { backlog.count - backlog.removalCount > limits.debts || !overflow.isEmpty }

    /// The number of nodes that left and whose removal is not told yet.
    package var removalCount: Int { backlog.removalCount }

    /// The size of its debts, in bytes of memory; one takes `bytesOfDebt` with its place in each queue.
    package var owedByteCount: Int { backlog.count * Self.bytesOfDebt + (cursor?.told.byteCount ?? 0) }

    /// A backlog that is not worth a walk.
    package static let smallBacklog = 64 * bytesOfDebt
    private static let bytesOfDebt = 192

    /// Whether a walk would leave most of what it owes.
    package var owesMostlyRemovals: Bool { 2 * backlog.removalCount > backlog.count }

    package var isWalking: Bool { cursor != nil }

    /// The maximum number of nodes of one change that it owes one by one.
    package var debtsOfChange: Int { limits.debtsOfChange }

    /// Lets a walk use the cursor; nil if it does not walk.
    package mutating func withCursor<Value>(_ body: (inout OpeningCursor) -> Value) -> Value? {
        isWalking ? body(&cursor!) : nil
    }

    /// The walk has come to a node that is told next.
    package mutating func introduce(_ id: ProgressID, at place: NodeIndex) {
        guard let cursor else { return }
        defer { noteDebts() }
        backlog.introduce(id, mayBeKnown: cursor.mayKnow(place), stamp: cursor.after + 1)
    }

    /// The walk has yet to come to a node of which something is owed.
    package mutating func passOver(_ id: ProgressID) {
        defer { noteDebts() }
        backlog.passOver(id)
    }

    /// The walk has yet to come to the node's parent, which is shown alone.
    package mutating func dropNotice(of id: ProgressID) {
        defer { noteDebts() }
        backlog.dropNotice(of: id)
    }

    /// Whether the walk has come to the node, and it is not told yet.
    package func isIntroduced(_ id: ProgressID) -> Bool { backlog.isIntroduced(id) }

    /// Whether the reader has the node in another place than it is.
    package func isElsewhere(_ id: ProgressID) -> Bool { backlog.isElsewhere(id) }

    /// The walk has met all that is selected.
    package mutating func endWalk(now: UInt64) {
        guard let after = cursor?.after else { return }
        defer { noteDebts() }
        cursor = nil
        ownPace.noteOpened(now: now)
        backlog.endWalk(stamp: after + 1)
    }

    /// Stops owing changes, and walks instead: over what has changed since the reader was last told everything.
    ///
    /// - Parameters:
    ///   - taken: every change up to this stamp was heard.
    ///   - held: the oldest change in the pace that may concern this stream; nil if none.
    ///   - covered: the stamp of the registry now: the walk meets all changes up to it.
    ///   - path: the nodes above the place where the walk is; they are told before what is below them.
    ///   - relabelled: roots that were relabelled after a stamp; nil if that is forgotten.
    package mutating func collapse(
        taken: UInt64,
        held: UInt64?,
        covered: UInt64,
        keeping path: Set<ProgressID>,
        relabelled: (UInt64) -> Set<ProgressID>?
    ) {
        defer { noteDebts() }
        let told = promise(ofOwed: taken, held)
        isOpening = true
        if cursor == nil {
            var fresh = OpeningCursor(after: told, knowsOnlyTold: false, covered: covered)
            if let roots = relabelled(told) { fresh.whole = roots } else { fresh.tellsEverything = true }
            fresh.whole.formUnion(selection.tops(renamedAfter: told))
            cursor = fresh
        } else {
            cursor?.beginLap(toldUpTo: told, covered: covered)
        }
        let tops = overflow
        overflow = []
        cursor?.whole.formUnion(tops)
        // If something is lost, the walk continues elsewhere.
        backlog.collapse(keeping: cursor?.lost.isEmpty == true ? path : [])
    }
}
