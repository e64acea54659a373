/// The number of files, and of those that are done.
package struct FileCounts: Equatable, Sendable {
    package var completed: Int64
    package var total: Int64

    package init(completed: Int64, total: Int64) {
        self.completed = completed
        self.total = total
    }
}
