import ArgumentParser
import ProgressClient

/// Labels as users write them.
enum Labels {
    /// - Throws: `ValidationError` if a text is not `key=value`.
    static func pairs(_ texts: [String]) throws -> [(String, String)] { try Pairs.of(texts, "A label is key=value") }

    static let filterHelp = ArgumentHelp(
        "Roots with this label, as key or key=value; without it, as '!key' or '!key=value'; repeatable.",
        valueName: "key=value"
    )

    /// Filters as the service reads them.
    /// - Throws: `ValidationError` if a text names no key.
    static func filters(_ texts: [String]) throws -> [String] {
        try texts.map { text in
            let isExcluded = text.hasPrefix("!")
            let parts = text.dropFirst(isExcluded ? 1 : 0).split(
                separator: "=",
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            if parts[0].isEmpty { throw ValidationError("A label is key, key=value, !key or !key=value, not \(text).") }
            return (isExcluded ? "!" : "") + parts.joined(separator: ":")
        }
    }

    /// The labels in PROGRESSD_LABELS, such as `job=4711,team=data`.
    static func fromEnvironment() throws -> [(String, String)] {
        try pairs((Environment["PROGRESSD_LABELS"] ?? "").split(separator: ",").map(\.trimmed))
    }
}

/// Addresses of the work as users write them.
enum Addresses {
    /// - Throws: `ValidationError` if a text is not `name=url`; whether the URL is valid is left to the service.
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
