/// Where a record was read, for messages.
package struct RecordPlace: Equatable, Sendable {
    /// The path of a file, or the entry or part of a log: `entry 17`.
    package let source: String
    /// Bytes from the start of that.
    package let offset: UInt64

    package init(source: String, offset: UInt64) {
        self.source = source
        self.offset = offset
    }
}
