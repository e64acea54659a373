/// The application's decision about a request whose head is known.
package enum Admission {
    /// A body of at most this size is read, then `respond(to:)` is called.
    case accept(maximumBodyByteCount: Int)
    /// Answered at once, body unread; the connection closes.
    case refuse(Response)
}
