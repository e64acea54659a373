/// What becomes of a request whose head is known.
package enum Admission {
    /// A body of at most so many bytes is read, then `respond(to:)` is called.
    case accept(maximumBodyByteCount: Int)
    /// Answered at once, body unread; the connection closes.
    case refuse(Response)
}
