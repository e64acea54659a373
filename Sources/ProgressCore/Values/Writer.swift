/// A writer of a node and the last sequence number that was accepted from it.
package struct Writer: Equatable, Sendable {
    package var name: String
    package var sequence: Int64

    package init(name: String, sequence: Int64) {
        self.name = name
        self.sequence = sequence
    }
}

extension [Writer] {
    var textByteCount: Int { reduce(0) { $0 + $1.name.utf8.count } }
}
