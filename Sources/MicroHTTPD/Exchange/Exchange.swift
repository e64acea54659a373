internal import CMicroHTTPD
package import Platform

/// One request and its reply. Each connection has one, and uses it again for its next request.
///
/// Valid from `admit` to `completed`; pointers into it likewise. On the reactor's thread only.
package final class Exchange {
    /// 1. A connection owns its exchange; it is touched from here only between `begin` and `reset`, while it lives.
    unowned(unsafe) let connection: Connection
    var life = RequestLife()
    var head = RequestHead()
    var bodyLimit = 0
    /// Whether its caller has a right, as far as the application knew when it admitted the request.
    var bodyHasRight = true
    private var bodyBuffer = ByteBuffer()
    private var reply: Response?

    package let peerAddress: PeerAddress
    /// When the turn of the loop began in which the request was found whole, or refused; CLOCK_MONOTONIC nanoseconds.
    package internal(set) var arrivedAt: UInt64 = 0
    /// The application's state of the request, if it is not answered yet; dropped at the end.
    package var pending: (any Pending)?
    /// The application's own, about the head alone: it is kept for the next request if that has the same head.
    package var headNote: AnyObject?
    /// Whether `headNote` is of no use for the next request.
    package var dropsHeadNote = false

    init(_ connection: Connection) {
        self.connection = connection
        peerAddress = connection.peerAddress
    }

    package var method: Method { head.facts.method }
    package var isHTTP11: Bool { head.facts.isHTTP11 }
    /// The head is, byte for byte, that of the connection's last request.
    package var headIsRepeated: Bool { head.isRepeated }
    /// The exchange was parked and continues now.
    package var isResumed: Bool { life.isResumed }
    /// Whether the head announces a body of at least one byte.
    package var hasBody: Bool { head.facts.framing != .none && head.facts.framing != .declared(0) }
    /// Whether it says how many bytes that are. A body in chunks may be empty.
    package var hasDeclaredBody: Bool { hasBody && head.facts.framing != .chunked }
    /// Whether the head has an `Expect` of HTTP/1.1.
    package var hasExpectation: Bool { head.facts.hasExpectation }

    /// The request target as sent, not percent-decoded.
    package var target: UnsafeBufferPointer<UInt8> { head.target.bytes }

    /// The part before `?`.
    package var path: UnsafeBufferPointer<UInt8> { head.target.path }

    /// The part after the first `?`; nil if there is none.
    package var query: UnsafeBufferPointer<UInt8>? { head.target.query }

    package var body: UnsafeRawBufferPointer { bodyBuffer.bytes }

    /// The value of the first line of that name, without white space around it.
    package func header(_ name: StaticString) -> UnsafeBufferPointer<UInt8>? { head.value(name) }

    /// The first of the names that has more than one line.
    package func repeatedHeader(of names: [StaticString]) -> StaticString? { head.repeated(of: names) }

    /// Every line of that name, in order.
    package func headerValues(_ name: StaticString, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        head.values(name, body)
    }

    /// All lines that a proxy hands on (RFC 9110, 7.6.1), in order. Those about the connection and the length of the
    /// body are not among them.
    package func endToEndHeaders(_ body: (HeaderField) -> Void) {
        let endToEnd = EndToEnd(head.fields)
        for field in head.fields where endToEnd.includes(field) { body(field) }
    }

    /// Continues a parked exchange: `respond(to:)` is called again in this turn or the next. Without effect if it is
    /// not parked, or after `completed`.
    package func resume() {
        guard life.stage == .parked else { return }
        connection.dispatcher.loop.assertOnThread()
        connection.dispatcher.resume(self)
    }

    // MARK: The head

    /// The request line is there, not yet decoded.
    func begin(target: UnsafePointer<CChar>?) {
        life.begin()
        head.begin(target)
    }

    /// - Returns: whether this is the head that was remembered; then all of it is known.
    func recognizeHead(_ method: UnsafePointer<CChar>, _ version: UnsafePointer<CChar>) -> Bool {
        if let facts = head.remembered(method, version, count: cmicrohttpd_head_byte_count(connection.handle)) {
            eachField(recognizeField)
            if head.repeatLast(facts) { return true }
        }
        headNote = nil
        head.readRequestLine(method, version)
        return false
    }

    /// - Returns: what is wrong with a new head; nil if nothing is.
    func readHead(_ method: UnsafePointer<CChar>, _ version: UnsafePointer<CChar>) -> String? {
        eachField(collectField)
        if let flaw = HeadCheck.flaw(in: self, method, version) { return flaw }
        head.remember(method, version, count: cmicrohttpd_head_byte_count(connection.handle))
        return nil
    }

    private func eachField(_ callback: MHD_KeyValueIteratorN) {
        // 1. libmicrohttpd calls back before this returns, and keeps nothing.
        let context = Unmanaged.passUnretained(self).toOpaque()
        MHD_get_connection_values_n(connection.handle, .HEADER_KIND, callback, context)
    }

    // MARK: The body

    func reserveBody(_ count: Int) {
        bodyBuffer.mostCount = count
        bodyBuffer.reserve(count)
    }

    func limitBody(to count: Int) { bodyBuffer.mostCount = count }

    func appendBody(_ piece: UnsafeRawBufferPointer) -> Bool { bodyBuffer.append(piece) }

    /// The number of bytes by which its part of the memory that all bodies share would grow.
    func bodyGrowth(appending count: Int) -> Int {
        bodyBuffer.largeCapacity(appending: count) - bodyBuffer.largeCapacity
    }

    /// - Returns: how much of the memory that all bodies share is free again.
    func dropBody() -> Int {
        let held = bodyBuffer.largeCapacity
        bodyBuffer.removeAll()
        return held
    }

    // MARK: The reply

    func answer(with response: Response) {
        response.beginUse()
        reply = response
    }

    /// Back to its state before the request, except for what is remembered of the head.
    func reset() {
        life = RequestLife()
        head.end()
        bodyBuffer.removeAll()
        pending = nil
        if dropsHeadNote { headNote = nil }
        dropsHeadNote = false
        reply?.endUse()
        reply = nil
    }
}
