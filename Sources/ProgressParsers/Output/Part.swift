/// A phase of a program, or a file that it works on.
package struct Part: Equatable, Sendable {
    /// For people, and unique among the parts of a reading.
    package var name: String
    package var completed: Int64
    /// Nil while nobody knows.
    package var total: Int64?
    /// Whether it is of interest only while it works, like one of many files.
    package var isFleeting = false

    package init(_ name: String, completed: Int64, total: Int64?) {
        self.name = name
        self.completed = completed
        self.total = total
    }
}
