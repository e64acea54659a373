/// The place of a value in a document (RFC 6901), for error messages.
///
/// The text has at most 256 code points: a step that does not fit is left out, with all below it, so a long pointer
/// names an enclosing value, never a wrong one.
package struct JSONPointer: Equatable, Sendable {
    /// The whole document.
    package static let root = JSONPointer()

    package private(set) var text = ""
    private var isFull = false

    package init() {}

    package func appending(_ key: String) -> JSONPointer {
        var pointer = self
        pointer.append(key)
        return pointer
    }

    package func appending(index: Int) -> JSONPointer { appending(String(index)) }

    package mutating func append(_ key: String) {
        guard !isFull, key.utf8.count <= 4 * Self.limit else {
            isFull = true
            return
        }
        var step = "/"
        for scalar in key.unicodeScalars {
            switch scalar {
            case "~": step += "~0"
            case "/": step += "~1"
            default: step.unicodeScalars.append(scalar)
            }
        }
        isFull = text.unicodeScalars.count + step.unicodeScalars.count > Self.limit
        if !isFull { text += step }
    }

    private static let limit = 256
}
