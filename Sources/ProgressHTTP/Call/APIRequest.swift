import MicroHTTPD
import ProgressCore
import ProgressRegistry
import ProgressWire

/// One call, whether it came by itself or as a line of a batch. Valid while it is being answered.
struct APIRequest {
    let head: CallHead
    /// As it was sent, without its query.
    let path: UnsafeBufferPointer<UInt8>
    let body: UnsafeRawBufferPointer
    let headers: CallHeaders
    /// Milliseconds since 1970, the same for all that this call does.
    let now: Int64
    /// It waited, and is asked again.
    var isResumed = false
    /// It must be answered now.
    var isLast = false
    /// What it came with, where the service asks for tokens.
    var permit: Permit?
    /// The node, found for a right on one subtree: from then on it is named by its id.
    var foundNode: ProgressID?
    /// A create that is good only if it claims the reservation that it names.
    var mustClaim = false
    /// Whether the service asks for tokens.
    var isWithTokens = false

    init(
        _ head: CallHead,
        path: UnsafeBufferPointer<UInt8>,
        body: UnsafeRawBufferPointer,
        headers: CallHeaders,
        now: Int64
    ) {
        self.head = head
        self.path = path
        self.body = body
        self.headers = headers
        self.now = now
    }

    var method: Method { head.method }

    /// Whether it stands in a batch: there nobody waits.
    var isBatched: Bool { headers.isOfBatch }

    /// Whether it asks for something, and changes nothing.
    var isRead: Bool { method == .get || method == .head }

    /// The node that it is about. Asked only of calls on a node's path.
    var node: NodeReference {
        if let foundNode { return .id(foundNode) }
        return head.route.node ?? .impossible
    }

    /// Whether the client would rather have text than JSON: it names `text/plain` or `text/*`, and nothing that is as
    /// welcome and fits JSON (RFC 9110, 12.5.1).
    var prefersText: Bool {
        if isBatched { return false }
        return headers.withList("accept") { value in value.map(AcceptedType.prefersText) ?? false }
    }

    func isKnown(_ etag: [UInt8]) -> Bool {
        headers.withList("if-none-match") { EntityTag.matches($0, etag) }
    }

    // MARK: The body

    /// The body as JSON; an empty one is nil.
    func json(depthLimit: Int = 64) throws(RequestError) -> JSONValue? {
        if body.isEmpty { return nil }
        try checkBodyType()
        var reader = JSONReader(body, depthLimit: depthLimit)
        do { return try reader.parse() } catch { throw .body(.json(error)) }
    }

    func requiredJSON(depthLimit: Int = 64) throws(RequestError) -> JSONValue {
        if let value = try json(depthLimit: depthLimit) { return value }
        throw .body(.json(.malformed(offset: 0, "A JSON object is expected; the body is empty.")))
    }

    /// The body in one of its shapes.
    func body<Body>(as make: (JSONValue) throws(BodyError) -> Body) throws(RequestError) -> Body {
        let value = try requiredJSON()
        do { return try make(value) } catch { throw .body(error) }
    }

    /// Before a body is read: whether its media type is one that the call reads.
    func checkBodyType() throws(RequestError) {
        if let flaw = head.bodyFlaw { throw flaw }
    }
}
