/// One step through a document. Commas and colons are checked by the scanner and not reported.
package enum JSONToken: Equatable, Sendable {
    case objectStart
    case objectEnd
    case arrayStart
    case arrayEnd
    /// A member's name; its value comes next.
    case key(JSONText)
    case string(JSONText)
    /// The bytes of a number that obeys the grammar.
    case number(Range<Int>)
    case bool(Bool)
    case null
    /// Only white space was left.
    case end

    /// The name of the type of a value that begins with it, for messages.
    var typeName: String {
        switch self {
        case .objectStart: "an object"
        case .arrayStart: "an array"
        case .string, .key: "a string"
        case .number: "a number"
        case .bool: "a boolean"
        case .null: "null"
        case .objectEnd, .arrayEnd, .end: "nothing"
        }
    }
}

/// The place of a string in the scanned bytes: between its quotes, still escaped.
package struct JSONText: Equatable, Sendable {
    package let range: Range<Int>
    /// Whether there is a backslash, and so the bytes are not yet the text.
    package let isEscaped: Bool
}
