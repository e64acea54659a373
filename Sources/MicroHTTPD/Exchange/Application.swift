/// Answers a reactor's requests. One object a reactor; everything is called on the reactor's thread.
package protocol Application: AnyObject {
    /// The head is complete, the body not read: take the body or refuse at once.
    func admit(_ exchange: Exchange) -> Admission

    /// The whole body is there. A parked exchange that continues asks its `pending` instead, if it has one.
    func respond(to exchange: Exchange) -> Reply

    /// The document for something the reactor itself refuses; the connection closes after it.
    ///
    /// For `.slowRequest` the exchange may have no head yet, and the response must have been made from an array.
    func refuse(_ refusal: RequestRefusal, _ exchange: Exchange) -> Response

    /// Once a turn of the loop, after its events.
    ///
    /// - Parameter now: CLOCK_MONOTONIC in nanoseconds.
    /// - Returns: when (same clock) it wants to be called again at the latest; nil: no deadline.
    func turn(now: UInt64) -> UInt64?

    /// An exchange that was admitted has ended: answered, handed over as a stream, or its connection broke.
    func completed(_ exchange: Exchange)
}

extension Application {
    package func completed(_ exchange: Exchange) {}
}

/// The application's decision about a request whose head is known.
package enum Admission {
    /// A body of at most this size is read, then `respond(to:)` is called.
    ///
    /// `hasRight`: false if it is not known yet whether the caller has any right. Such bodies together hold only a part
    /// of the memory for bodies, so they keep no others out.
    case accept(maximumBodyByteCount: Int, hasRight: Bool = true)
    /// Answered at once, before `100 Continue` and before any of the body is kept; the connection closes.
    case refuse(Response)
}

/// The application's decision about a complete request.
package enum Reply {
    case response(Response)
    /// The headers are sent, then the socket is the application's.
    case stream(StreamHead)
    /// Parked: `respond(to:)` is called again after `Exchange.resume()`.
    case wait
    /// Parked for work of the application: unlike `.wait` it ends neither with the service nor when the peer stops
    /// sending.
    case work
    /// As `.work`, for so short a time that the peer is not watched, which saves two system calls.
    case shortWork
}
