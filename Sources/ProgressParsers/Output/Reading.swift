/// The progress of a program according to its output so far.
package struct Reading: Equatable, Sendable {
    package var completed: Int64
    /// Nil if unknown.
    package var total: Int64?
    /// Whether the units are bytes.
    package var isBytes = false
    /// A `fileOperationKind`, such as `copying`.
    package var operation: String?
    package var files: FileCounts?
    /// The phases or files inside, in the order in which they began; the counts above already include them.
    package var parts: [Part] = []

    package init(completed: Int64, total: Int64? = nil) {
        self.completed = completed
        self.total = total
    }

    /// The reading to report while the program runs, with a count below the total: one that reaches it would end the
    /// progress, though more may follow.
    package var whileRunning: Reading {
        var reading = self
        if let total, total > 0, completed >= total { reading.completed = total - 1 }
        return reading
    }
}
