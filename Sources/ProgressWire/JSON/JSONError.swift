/// Why bytes are not JSON, or not the JSON that was asked for.
///
/// Offsets count bytes from 0. Pointers are `JSONPointer` texts; every other text is at most 80 code points.
package enum JSONError: Error, Equatable, Sendable {
    /// The grammar is broken at `offset`; the text is a sentence about the expected token.
    case malformed(offset: Int, String)
    case invalidUTF8(offset: Int)
    /// More than `limit` arrays and objects are open at once.
    case tooDeep(limit: Int)
    case duplicateKey(pointer: String)
    case wrongType(pointer: String, expected: String, found: String)
    /// A number, but no whole number of 64 bits: `1.5`, or 2^63.
    case notAnInteger(pointer: String, text: String)
    /// A number beyond the finite doubles: `1e400`.
    case notFinite(pointer: String, text: String)
}

extension JSONError {
    /// The first 80 code points of `text`; the last is `…` if more follow.
    package static func clipped(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard let limit = scalars.index(scalars.startIndex, offsetBy: 80, limitedBy: scalars.endIndex),
            limit != scalars.endIndex
        else { return text }
        return String(scalars.prefix(79)) + "…"
    }
}
