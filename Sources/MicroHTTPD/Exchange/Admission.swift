/// The application's decision about a request whose head is known.
package enum Admission {
    /// A body of at most this size is read, then `respond(to:)` is called.
    ///
    /// `hasRight`: false if nobody knows yet whether the caller has any right. Such bodies together hold only a part of
    /// the memory for bodies, so they keep nobody else's out.
    case accept(maximumBodyByteCount: Int, hasRight: Bool = true)
    /// Answered at once, before `100 Continue` and before any of the body is kept; the connection closes.
    case refuse(Response)
}
