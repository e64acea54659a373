/// Why a body is not the one that the call takes. Pointers are JSON pointers (RFC 6901).
package enum BodyError: Error, Equatable, Sendable {
    case json(JSONError)
    /// A form that cannot be decoded from byte `offset` on; the text says why, and ends with a period.
    case malformedForm(offset: Int, String)
    /// `nearest`: the name that is probably meant.
    case unknownField(pointer: String, nearest: String? = nil)
    case readOnlyField(pointer: String)
    case missingField(pointer: String)
    case missingPendingUnitCount(pointer: String)
    case negativePending(pointer: String, Int64)
    case outOfRange(pointer: String, value: String, range: String)
    /// Counted in bytes of UTF-8.
    case textTooLong(pointer: String, count: Int, limit: Int)
    case userInfoTooLarge(pointer: String, count: Int, limit: Int)
    /// The `userInfo` in the request itself is too large, whatever would be kept of it.
    case userInfoChangeTooLarge(pointer: String, limit: Int)
    case tooManyLabels(pointer: String, count: Int, limit: Int)
    case tooManyURLs(pointer: String, count: Int, limit: Int)
    /// The text describes the flaw, and ends with a period.
    case invalidURL(pointer: String, String)
    case invalidName(pointer: String, String)
    /// One of `writer` and `sequence` is missing.
    case incompleteSequence(pointer: String)
}
