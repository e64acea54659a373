import ProgressCore

/// The events that a subscription owes its reader for one node.
struct Debt: Sendable {
    /// Whether the reader knows the node.
    enum Knowledge: Sendable {
        case none
        /// The reader came back, and may have been sent more than its id says; or it lost what was above the node.
        case perhaps
        case known
        /// The reader has it as a root or below another parent; a removal above its present place does not cover it.
        case elsewhere
    }

    /// Tells debts of one node apart.
    var number: UInt64 = 0
    /// The stamp of the oldest change in it.
    var stamp: UInt64
    /// Monotonic nanoseconds; 0 means at once.
    var due: UInt64
    var knowledge = Knowledge.known
    /// `removed` comes before anything else.
    var leaves = false
    /// It leaves because its name means another node.
    var isReplaced = false
    /// The page of the walk that has come to the node, which is then not passed over; 0: none has.
    var page: UInt32 = 0
    /// It joined a parent that is selected without its descendants.
    var hasNotice = false
    /// The event that introduces the node, or shows it in its new place.
    var entrance: EventKind?
    var contents: Contents = []
    /// The counts of a finish were told; its `state` follows them.
    private var hasToldFinish = false
    /// Events that are told before `removed`.
    var last: [StreamEvent] = []

    init(stamp: UInt64, due: UInt64) {
        self.stamp = stamp
        self.due = due
    }

    init(leaving last: [StreamEvent], stamp: UInt64) {
        self.init(stamp: stamp, due: 0)
        self.last = last
        leaves = true
    }

    var isEmpty: Bool { !leaves && !hasNotice && entrance == nil && contents.isEmpty }
    var isUnknown: Bool { knowledge == .none && !leaves }
    private var isGone: Bool { leaves && entrance == nil }

    var showsProgress: Bool { !isGone && (entrance != nil || !contents.isDisjoint(with: [.snapshot, .progress])) }

    mutating func add(_ more: Contents) {
        if isGone { return }
        // A full snapshot shows what a `progress` would.
        contents.formUnion(entrance == nil ? more : more.intersection(.state))
        if contents.contains(.snapshot) { contents.remove(.progress) }
    }

    /// The node itself is no longer selected.
    mutating func forgetSelf() {
        page = 0
        entrance = nil
        contents = []
    }

    /// The next event, taken out of the debt; nil, and the debt empty, when no event is left.
    mutating func next(of id: ProgressID, _ look: NodeView) -> StreamEvent? {
        if leaves { return nextDeparture(of: id, look) }
        guard let snapshot = look.snapshot, look.isSelected else { return drop(id, look) }
        if let event = entrance {
            entrance = nil
            knowledge = .known
            return .node(event == .child && !look.isParentSelected ? .snapshot : event, snapshot)
        }
        if let event = nextContent(snapshot) { return .node(event, snapshot) }
        return nextNotice(look)
    }

    /// The look may show a finish that this debt has not heard of; that is told as `progress`, then `state`, too.
    private mutating func nextContent(_ snapshot: ProgressSnapshot) -> EventKind? {
        if contents == .state, snapshot.isFinished, !hasToldFinish {
            hasToldFinish = true
            return .progress
        }
        let event = contents.popFirst()
        if event == .progress { hasToldFinish = snapshot.isFinished }
        return event
    }

    private mutating func nextDeparture(of id: ProgressID, _ look: NodeView) -> StreamEvent {
        if !last.isEmpty { return last.removeFirst() }
        leaves = false
        knowledge = .none
        defer { isReplaced = false }
        return .removed(id, isReplaced ? .replaced : Self.reason(look))
    }

    /// It left with a top above it, which was told. `removed` is due only if the reader has it in another place.
    private mutating func drop(_ id: ProgressID, _ look: NodeView) -> StreamEvent? {
        forgetSelf()
        guard knowledge == .elsewhere else { return nextNotice(look) }
        knowledge = .none
        return .removed(id, Self.reason(look))
    }

    private static func reason(_ look: NodeView) -> RemovalReason { look.snapshot == nil ? .gone : .deselected }

    private mutating func nextNotice(_ look: NodeView) -> StreamEvent? {
        let isDue = hasNotice && look.isParentSelected
        hasNotice = false
        return isDue ? look.snapshot.map { .node(.child, $0) } : nil
    }
}
