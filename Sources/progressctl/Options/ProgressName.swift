import ArgumentParser

/// The names that the service accepts.
enum ProgressName {
    private static let others: Set<UInt8> = Set("._:-".utf8)

    /// Checks a name; nil is accepted.
    ///
    /// - Throws: `ValidationError` if the service would refuse it.
    static func check(_ name: String?) throws {
        guard let name, !isName(name) else { return }
        throw ValidationError(
            "A name has 1 to 128 letters a-z, A-Z, digits and . _ : -, begins with a letter or digit, and is no UUID."
        )
    }

    private static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, isAlphanumeric(first), text.utf8.count <= 128 else { return false }
        return text.utf8.allSatisfy { isAlphanumeric($0) || others.contains($0) } && !UUIDText.matches(text)
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}

/// Tells ids from names, which may not be ids.
enum UUIDText {
    static func matches(_ text: String) -> Bool {
        let groups = text.split(separator: "-", omittingEmptySubsequences: false)
        return groups.map(\.count) == [8, 4, 4, 4, 12] && groups.allSatisfy { $0.allSatisfy(\.isHexDigit) }
    }
}
