/// The language of the user, as POSIX names it.
enum Locale {
    /// The value of `Accept-Language`: `de-AT` for `de_AT.UTF-8`; nil for C, POSIX, or if nothing is set.
    static var acceptLanguage: String? {
        // LANGUAGE is a list, used by GNU; it counts only if there is a locale.
        guard let locale = Environment["LC_ALL"] ?? Environment["LC_MESSAGES"] ?? Environment["LANG"] else {
            return nil
        }
        let tag = Self.tag(locale)
        if tag == nil { return nil }
        let preferred = (Environment["LANGUAGE"] ?? "").split(separator: ":").compactMap { Self.tag(String($0)) }
        return (preferred + [tag].compactMap { $0 }).joined(separator: ", ")
    }

    private static func tag(_ locale: String) -> String? {
        let name = locale.prefix { $0 != "." && $0 != "@" }
        if name.isEmpty || name == "C" || name == "POSIX" { return nil }
        let isPlain = name.utf8.allSatisfy { byte in
            Character(Unicode.Scalar(byte)).isLetter || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
                || Character(Unicode.Scalar(byte)).isNumber
        }
        return isPlain ? String(name.map { $0 == "_" ? "-" : $0 }) : nil
    }
}
