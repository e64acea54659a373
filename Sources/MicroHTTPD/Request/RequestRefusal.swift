/// The reason why the reactor itself refuses a request.
package enum RequestRefusal: Equatable, Sendable {
    /// 400: the head could be read in two ways, or breaks the grammar; the text says how.
    case malformed(String)
    /// 431: a head that is larger than any may be.
    case headTooLarge(HeadLimit)
    /// 411: the body comes in chunks, and the settings refuse them.
    case lengthRequired
    /// 413: the body is declared, or has grown, above the limit.
    case bodyTooLarge(limit: Int)
    /// 417: the head expects something else than `100-continue`.
    case expectationFailed
    /// 503: the bodies of all requests together exceed the limit.
    case tooManyBodies(limit: Int)
    /// 503: more connections than configured.
    case tooManyConnections
    /// 408: the head or the body took longer than its total deadline.
    case slowRequest
    /// 503: the application wants to park an exchange while the reactor stops.
    case stopping

    /// The status of the reply.
    package var status: Int {
        switch self {
        case .malformed: 400
        case .headTooLarge: 431
        case .lengthRequired: 411
        case .bodyTooLarge: 413
        case .expectationFailed: 417
        case .tooManyBodies, .tooManyConnections, .stopping: 503
        case .slowRequest: 408
        }
    }

    /// The words after the status, for a reply that is sent past libmicrohttpd.
    var reason: StaticString {
        switch self {
        case .malformed: "Bad Request"
        case .headTooLarge: "Request Header Fields Too Large"
        case .lengthRequired: "Length Required"
        case .bodyTooLarge: "Content Too Large"
        case .expectationFailed: "Expectation Failed"
        case .tooManyBodies, .tooManyConnections, .stopping: "Service Unavailable"
        case .slowRequest: "Request Timeout"
        }
    }
}
