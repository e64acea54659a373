import ArgumentParser

/// Members of a request as a form, which every write of the service takes.
struct FormBody {
    private(set) var text = ""

    /// An empty value is null.
    mutating func add(_ member: String, _ value: String) {
        text += "\(text.isEmpty ? "" : "&")\(CommandClient.escaped(member))=\(CommandClient.escaped(value))"
    }

    /// Nothing for nil.
    mutating func add(_ member: String, _ value: (some CustomStringConvertible)?) {
        if let value { add(member, value.description) }
    }

    /// - Throws: `ValidationError` for what is not `key=value`.
    static func labels(_ texts: [String]) throws -> [(String, String)] {
        try texts.map { text in
            guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
                throw ValidationError("A label is key=value, not \(text).")
            }
            return (String(text[..<equals]), String(text[text.index(after: equals)...]))
        }
    }

    /// PROGRESSD_LABELS, such as `job=4711,team=data`.
    static func labelsFromEnvironment() throws -> [(String, String)] {
        try labels((Environment["PROGRESSD_LABELS"] ?? "").split(separator: ",").map(String.init))
    }
}
