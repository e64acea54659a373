/// The name of a member, compared and hashed by its bytes.
///
/// Strings in Swift are equal if canonically equivalent; strings in JSON, if their code points are equal.
struct JSONKey: Hashable, Sendable {
    let text: String

    static func == (lhs: JSONKey, rhs: JSONKey) -> Bool { lhs.text.hasSameBytes(as: rhs.text) }

    func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

extension String {
    /// Equality as in JSON, without Unicode normalization.
    package func hasSameBytes(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        let (lhs, rhs) = (utf8.span, other.utf8.span)
        for index in lhs.indices where lhs[index] != rhs[index] { return false }
        return true
    }
}
