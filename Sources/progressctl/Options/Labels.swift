import ArgumentParser

/// Labels as users write them.
enum Labels {
    /// - Throws: `ValidationError` for what is not `key=value`.
    static func pairs(_ texts: [String]) throws -> [(String, String)] {
        try texts.map { text in
            guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
                throw ValidationError("A label is key=value, not \(text).")
            }
            return (String(text[..<equals]), String(text[text.index(after: equals)...]))
        }
    }

    /// PROGRESSD_LABELS, such as `job=4711,team=data`.
    static func fromEnvironment() throws -> [(String, String)] {
        try pairs((Environment["PROGRESSD_LABELS"] ?? "").split(separator: ",").map(String.init))
    }
}
