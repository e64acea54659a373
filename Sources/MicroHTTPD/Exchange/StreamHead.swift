/// The head of a stream: a status, headers, and what happens once the socket is ours.
///
/// HTTP/1.1 gets `Transfer-Encoding: chunked`, HTTP/1.0 bytes until the connection closes. It always closes after the
/// stream, and the head says so: a client that keeps connections must not send another request on it.
package struct StreamHead {
    let response: Response
    let pending: PendingStream

    /// - Parameter begin: called once on the reactor's thread, outside any other callback, after the head was sent.
    ///   Not called if the peer left before, or if no descriptor is left.
    package init(begin: @escaping (EventSocket) -> Void) {
        self.init(status: 200, byteCount: nil, begin: begin)
    }

    /// - Parameter byteCount: if it is known, bare bytes follow, exactly so many.
    init(status: Int, byteCount: Int?, begin: @escaping (EventSocket) -> Void) {
        pending = PendingStream()
        pending.begin = begin
        pending.isChunked = byteCount == nil
        response = Response(status: status, stream: pending, byteCount: byteCount)
        response.closesConnection = true
    }

    package func addHeader(_ name: StaticString, _ value: StaticString) {
        response.addHeader(name, value)
    }

    @discardableResult
    package func addHeader(_ name: StaticString, _ value: [UInt8]) -> Bool {
        response.addHeader(name, value)
    }
}
