/// The counts of a progress as its worker knows them, and what the service has yet to hear of them.
///
/// Counts are set, and the newest wins; or added to, and every addition counts once.
struct ReportCounts: Sendable {
    /// Units on their way: sent again as they are until they are answered.
    struct Addition: Sendable {
        let units: Int64
        let sequence: Int64
    }

    private(set) var total: Int64
    private(set) var completed: Int64
    private(set) var addition: Addition?
    private var unsent: Int64 = 0
    private var isTotalSet = false
    private var isCompletedSet = false
    /// In whose name additions are numbered.
    var writer = ""
    private var sequence: Int64 = 0
    /// Units of children that have finished here, of which the service has not heard yet: it will credit them itself.
    private var uncredited: Int64 = 0
    /// Units that the finish adds, here as there.
    private var filled: Int64 = 0

    init(total: Int64, completed: Int64) {
        self.total = total
        self.completed = completed
    }

    var isIndeterminate: Bool { total < 0 || completed < 0 || (total == 0 && completed == 0) }
    var isFinished: Bool { !isIndeterminate && completed >= total && completed > 0 }
    var isUnsent: Bool { addition != nil || unsent != 0 || isTotalSet || isCompletedSet }
    /// What to set `completedUnitCount` to, so that the service's own credits come out right.
    var owned: Int64 { completed.addingClamped(-uncredited).addingClamped(-filled) }
    /// Whether the service finishes it by its counts alone.
    var isOwnedFinished: Bool { total >= 0 && owned > 0 && owned >= total }

    /// True where something changed.
    mutating func set(completed newCompleted: Int64?, total newTotal: Int64?) -> Bool {
        var hasChanged = false
        if let newTotal, newTotal != total {
            total = newTotal
            isTotalSet = true
            hasChanged = true
        }
        // An addition that is on its way may have been for others: setting is the last word.
        if let newCompleted, newCompleted != completed || addition != nil || unsent != 0 {
            completed = newCompleted
            isCompletedSet = true
            unsent = 0
            hasChanged = true
        }
        return hasChanged
    }

    mutating func add(_ count: Int64) {
        completed = completed.addingClamped(count)
        if !isCompletedSet { unsent = unsent.addingClamped(count) }
    }

    /// As `finish` of the service.
    mutating func finish() {
        let before = completed
        if total > 0 {
            completed = max(completed, total)
        } else {
            completed = max(completed, 1)
            total = completed
        }
        filled = completed - before
    }

    // Children

    /// A child has finished here.
    mutating func credit(_ units: Int64) {
        completed = completed.addingClamped(units)
        uncredited = uncredited.addingClamped(units)
    }

    /// The service hears, or has heard, that the child finished.
    mutating func handOver(_ units: Int64) { uncredited = uncredited.addingClamped(-units) }

    /// It did not hear it after all.
    mutating func takeBack(_ units: Int64) { uncredited = uncredited.addingClamped(units) }

    // What is sent

    /// Everything is in a create.
    ///
    /// - Returns: what to create it with.
    mutating func create() -> Int64 {
        addition = nil
        unsent = 0
        isTotalSet = false
        isCompletedSet = false
        return owned
    }

    /// The service has lost it.
    mutating func forget() { _ = create() }

    mutating func nextAddition() -> Addition? {
        if addition == nil, unsent != 0 {
            sequence += 1
            addition = Addition(units: unsent, sequence: sequence)
            unsent = 0
        }
        return addition
    }

    mutating func endAddition() { addition = nil }

    /// A total that has to come before the units that are added, which might reach the one before.
    mutating func nextTotal() -> [String: JSONValue] {
        guard isTotalSet, !isCompletedSet, addition != nil || unsent != 0 else { return [:] }
        isTotalSet = false
        return ["totalUnitCount": .integer(total)]
    }

    /// The members to set.
    mutating func nextChange() -> [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        if isTotalSet { members["totalUnitCount"] = .integer(total) }
        if isCompletedSet { members["completedUnitCount"] = .integer(owned) }
        isTotalSet = false
        isCompletedSet = false
        return members
    }

    /// A change was not answered: the newest counts are set again.
    mutating func putBack(_ members: [String: JSONValue]) {
        if members["totalUnitCount"] != nil { isTotalSet = true }
        guard members["completedUnitCount"] != nil else { return }
        isCompletedSet = true
        unsent = 0
    }
}

extension Int64 {
    /// Stops at the ends of 64 bits: a count never crashes the work.
    func addingClamped(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        if overflow { return other < 0 ? .min : .max }
        return sum
    }
}
