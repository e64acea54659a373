extension JSONValue {
    /// Bytes of a text that the service takes.
    private static let textLength = 4_096

    /// With texts that the service takes: longer ones are cut at a character.
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
