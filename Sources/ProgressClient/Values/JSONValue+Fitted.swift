extension JSONValue {
    /// The maximum length of a text that the service accepts, in bytes of UTF-8.
    private static let textLength = 4_096

    /// The value with texts that the service accepts: longer ones are cut between characters.
    var fitted: JSONValue {
        switch self {
        case .string(let text): .string(Self.fitted(text))
        case .array(let values): .array(values.map(\.fitted))
        case .object(let members): .object(members.mapValues(\.fitted))
        default: self
        }
    }

    static func fitted(_ text: String) -> String {
        if text.utf8.count <= textLength { return text }
        var length = 0
        var end = text.startIndex
        while end < text.endIndex {
            length += text[end].utf8.count
            if length > textLength { break }
            end = text.index(after: end)
        }
        return String(text[..<end])
    }
}
