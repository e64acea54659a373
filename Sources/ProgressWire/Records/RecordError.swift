/// Why the bytes of a record say nothing.
package enum RecordError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Written in a form that this version does not know.
    case unknownForm(UInt8)
    /// It ends so many bytes too early.
    case truncated(missing: Int)
    case surplus(byteCount: Int)
    /// A whole clause.
    case badValue(String)

    package var description: String {
        switch self {
        case .unknownForm(let form): "a record has the form \(form), which this version does not know"
        case .truncated(let missing): "a record lacks \(missing) bytes"
        case .surplus(let count): "a record has \(count) bytes too many"
        case .badValue(let clause): clause
        }
    }
}
