/// What the application does with a complete request.
package enum Reply {
    case response(Response)
    /// The headers are sent, then the socket is the application's.
    case stream(StreamHead)
    /// Parked: `respond(to:)` is called again after `Exchange.resume()`.
    case wait
}
