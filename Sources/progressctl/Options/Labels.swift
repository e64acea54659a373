import ArgumentParser

/// Labels as users write them.
enum Labels {
    /// - Throws: `ValidationError` for what is not `key=value`.
    static func pairs(_ texts: [String]) throws -> [(String, String)] { try Pairs.of(texts, "A label is key=value") }

    /// PROGRESSD_LABELS, such as `job=4711,team=data`.
    static func fromEnvironment() throws -> [(String, String)] {
        try pairs((Environment["PROGRESSD_LABELS"] ?? "").split(separator: ",").map(String.init))
    }
}

/// Addresses of the work as users write them.
enum Addresses {
    static let help = ArgumentHelp(
        "An address that belongs to the work, such as log=https://…; repeatable.",
        valueName: "name=url"
    )

    /// - Throws: `ValidationError` for what is not `name=url`; the service says which URLs are none.
    static func urls(_ texts: [String]) throws -> [String: String] {
        Dictionary(try Pairs.of(texts, "An address is name=url")) { _, last in last }
    }
}

private enum Pairs {
    static func of(_ texts: [String], _ form: String) throws -> [(String, String)] {
        try texts.map { text in
            guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
                throw ValidationError("\(form), not \(text).")
            }
            return (String(text[..<equals]), String(text[text.index(after: equals)...]))
        }
    }
}
