/// Why a record cannot be read.
package enum RecordError: Error, Equatable, Sendable, CustomStringConvertible {
    /// This version does not know the form.
    case unknownForm(UInt8)
    /// The record ends too early by so many bytes.
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
