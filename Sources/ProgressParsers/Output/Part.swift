/// A phase of a program, or a file that it works on.
package struct Part: Equatable, Sendable {
    /// A name for people, unique among the parts of a reading.
    package var name: String
    package var completed: Int64
    /// Nil if unknown.
    package var total: Int64?
    /// Whether it matters only while it works, like one of many files.
    package var isFleeting = false

    package init(_ name: String, completed: Int64, total: Int64?) {
        self.name = name
        self.completed = completed
        self.total = total
    }
}
