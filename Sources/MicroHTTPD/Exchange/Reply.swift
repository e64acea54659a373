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
