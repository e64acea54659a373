/// What a program's output says of its progress so far, from its first line on.
package struct Reading: Equatable, Sendable {
    package var completed: Int64
    /// Nil while nobody knows.
    package var total: Int64?
    /// Whether the units are bytes.
    package var isBytes = false
    /// A `fileOperationKind`, such as `copying`.
    package var operation: String?
    package var files: FileCounts?
    /// What happens inside, in the order of its beginning; it adds nothing to the counts above, which include it.
    package var parts: [Part] = []

    package init(completed: Int64, total: Int64? = nil) {
        self.completed = completed
        self.total = total
    }

    /// The same while the program runs: a count that reaches its total would end the progress, and more may follow.
    package var whileRunning: Reading {
        var reading = self
        if let total, total > 0, completed >= total { reading.completed = total - 1 }
        return reading
    }
}
