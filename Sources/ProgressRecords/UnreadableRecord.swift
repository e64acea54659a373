/// A record that cannot be read, although its checksum was right. The store that it came from makes its own error of it.
package enum UnreadableRecord: Error, Equatable, Sendable {
    case damaged(RecordPlace, what: String)
    case newer(NewerForm)
}
