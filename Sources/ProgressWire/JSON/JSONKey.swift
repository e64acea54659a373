import ProgressCore

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
