/// What the application does with a complete request.
package enum Reply {
    case response(Response)
    /// The headers are sent, then the socket is the application's.
    case stream(StreamHead)
    /// Parked: `respond(to:)` is called again after `Exchange.resume()`.
    case wait
    /// Parked like `.wait`, for work of the application's own that goes on: neither the end of the service nor a peer
    /// that sends no more ends it.
    case work
    /// As `.work`, for so short a time that whether the peer is still there need not be looked at: that costs two calls
    /// of the kernel.
    case shortWork
}
