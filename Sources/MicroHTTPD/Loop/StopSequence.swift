/// The steps in which a reactor stops: orders in, actions out.
struct StopSequence {
    /// All that other threads have asked for so far.
    struct Orders {
        var drains = false
        var quiesces = false
        /// CLOCK_MONOTONIC nanoseconds; nil: no stop was ordered.
        var deadline: UInt64?
    }

    enum Action { case closeListener, endConnections }

    /// Each connection ends with its next reply; new ones are accepted until it quiesces.
    private(set) var isDraining = false
    /// No connection is accepted, and each ends with its next reply.
    private(set) var isQuiescing = false
    /// The rest is broken off at this time; nil: the reactor is not stopping.
    private(set) var deadline: UInt64?
    /// Nothing is answered, and nothing may stay suspended.
    private(set) var isBreakingOff = false

    var isStopping: Bool { deadline != nil }

    mutating func follow(_ orders: Orders) -> [Action] {
        var actions: [Action] = []
        if orders.drains || orders.quiesces { isDraining = true }
        if orders.quiesces, !isQuiescing {
            isQuiescing = true
            actions.append(.closeListener)
        }
        if let ordered = orders.deadline {
            if deadline == nil { actions.append(.endConnections) }
            deadline = ordered
        }
        return actions
    }

    func isOver(now: UInt64, openCount: Int) -> Bool {
        guard let deadline else { return false }
        return openCount == 0 || now >= deadline
    }

    mutating func breakOff() { isBreakingOff = true }
}
