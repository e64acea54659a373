/// Why a record cannot be read.
package enum RecordError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A newer version wrote it. Both are the clauses of a `NewerForm`.
    case newer(found: String, known: String)
    /// The record ends too early by so many bytes.
    case truncated(missing: Int)
    case surplus(byteCount: Int)
    /// A whole clause.
    case badValue(String)

    /// For an unknown number: a newer version introduced it if it is above the newest.
    package static func unknown(_ name: String, _ number: UInt8, newest: UInt8) -> RecordError {
        let found = "a record has the \(name) \(number)"
        return number > newest ? .newer(found: found, known: "\(name)s up to \(newest)") : .badValue(found)
    }

    package var description: String {
        switch self {
        case .newer(let found, let known): "\(found), and this version reads \(known)"
        case .truncated(let missing): "a record lacks \(missing) bytes"
        case .surplus(let count): "a record has \(count) bytes too many"
        case .badValue(let clause): clause
        }
    }
}
