/// The counts of a progress as its worker knows them, and the part that the service does not know yet.
///
/// Counts are set, and the newest value wins; or added to, and every addition counts once.
struct ReportCounts: Sendable {
    /// Units on their way: sent again unchanged until they are answered.
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
    /// The name under which additions are numbered.
    var writer = ""
    private var sequence: Int64 = 0
    /// Units of children that have finished here, but not yet at the service, which will credit them itself.
    private var uncredited: Int64 = 0
    /// Units that `finish` adds, here and at the service.
    private var filled: Int64 = 0

    init(total: Int64, completed: Int64) {
        self.total = total
        self.completed = completed
    }

    var isIndeterminate: Bool { total < 0 || completed < 0 || (total == 0 && completed == 0) }
    var isFinished: Bool { !isIndeterminate && completed >= total && completed > 0 }
    var isUnsent: Bool { addition != nil || unsent != 0 || isTotalSet || isCompletedSet }
    /// The `completedUnitCount` to send, without the units that the service adds by itself.
    var owned: Int64 { completed.addingClamped(-uncredited).addingClamped(-filled) }
    /// Whether the service finishes it by its counts alone.
    var isOwnedFinished: Bool { total >= 0 && owned > 0 && owned >= total }

    /// Sets the counts; nil leaves one as it is. Returns whether anything has changed.
    mutating func set(completed newCompleted: Int64?, total newTotal: Int64?) -> Bool {
        var hasChanged = false
        if let newTotal, newTotal != total {
            total = newTotal
            isTotalSet = true
            hasChanged = true
        }
        // Setting also overrides an addition on its way, even if the count is the same.
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

    /// Finishes the counts like the service's `finish`.
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

    /// Adds the units of a child that has finished here.
    mutating func credit(_ units: Int64) {
        completed = completed.addingClamped(units)
        uncredited = uncredited.addingClamped(units)
    }

    /// Notes that the service learns, or has learned, that the child finished.
    mutating func handOver(_ units: Int64) { uncredited = uncredited.addingClamped(-units) }

    /// Undoes `handOver`: the service did not learn it after all.
    mutating func takeBack(_ units: Int64) { uncredited = uncredited.addingClamped(units) }

    // Changes to send

    /// Notes that everything is sent in a create.
    ///
    /// - Returns: the `completedUnitCount` of the create.
    mutating func create() -> Int64 {
        addition = nil
        unsent = 0
        isTotalSet = false
        isCompletedSet = false
        return owned
    }

    /// Forgets what was sent, for a service that has lost the progress.
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

    /// The total to send before an addition, which might otherwise reach the old total.
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

    /// Takes a change back that was not answered: the newest counts are set again.
    mutating func putBack(_ members: [String: JSONValue]) {
        if members["totalUnitCount"] != nil { isTotalSet = true }
        guard members["completedUnitCount"] != nil else { return }
        isCompletedSet = true
        unsent = 0
    }
}

extension Int64 {
    /// The sum, limited to 64 bits: a count never crashes the work.
    func addingClamped(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        if overflow { return other < 0 ? .min : .max }
        return sum
    }
}
