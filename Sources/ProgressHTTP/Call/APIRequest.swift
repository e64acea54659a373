import MicroHTTPD
import Platform
import ProgressCore
import ProgressRegistry
import ProgressWire

/// One call, whether a request or a line of a batch. It points into the exchange; use it only while answering.
struct APIRequest {
    let head: CallHead
    /// The path without the query and without `--path-prefix`.
    var path: UnsafeBufferPointer<UInt8>
    let body: UnsafeRawBufferPointer
    let headers: CallHeaders
    /// Milliseconds since 1970, the same for everything that this call does.
    var now: Int64
    /// The reading of a large body; nil for a small one, which is read when it is needed.
    var reading: BodyReading?
    /// Whether it waited and is asked again.
    var isResumed = false
    /// Whether it must be answered now.
    var isLast = false
    /// Whether its body is read at once, however large.
    var isReadAtOnce = false
    /// Its right, if the service requires tokens.
    var permit: Permit?
    /// The id of its node, once the gatekeeper has found it for a right on one subtree, or where it waits for that node.
    var foundNode: ProgressID?
    /// Whether it is a create that is allowed only if it claims its reservation.
    var mustClaim = false
    /// Whether the service requires tokens.
    var isWithTokens = false
    /// For a line of a batch: the user that a trusted proxy named in the head of the batch.
    var userOfBatch: String?
    /// For a line of a batch: the address from which the batch comes.
    var clientOfBatch: PeerAddress?

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

    /// The path with `--path-prefix`, as problems show it.
    var sentPath: UnsafeBufferPointer<UInt8> {
        guard case .exchange(let exchange) = headers else { return path }
        return Router.originForm(exchange.path)
    }

    /// Whether it is a line of a batch.
    var isBatched: Bool { headers.isOfBatch }

    /// Whether it changes nothing.
    var isRead: Bool { method == .get || method == .head }

    /// The node of its path. Use it only for calls on a node's path.
    var node: NodeReference {
        if let foundNode { return .id(foundNode) }
        return head.route.node ?? .impossible
    }

    /// The caller's rights to a name that another node has.
    var nameRights: NameRights { isWithTokens ? NameRights(permit) : .everything }

    /// Whether `Accept` prefers plain text to JSON (RFC 9110, 12.5.1); never in a batch.
    var prefersText: Bool {
        if isBatched { return false }
        return headers.withList("accept") { value in value.map(AcceptedType.prefersText) ?? false }
    }

    /// Whether `Accept` names HTML, as browsers do for what they show as a page.
    var acceptsHTML: Bool {
        headers.withList("accept") { value in value.map { AcceptedType.accepts("text/html", $0) } ?? false }
    }

    /// Whether `Accept` names event streams.
    var acceptsEvents: Bool {
        headers.withList("accept") { value in value.map { AcceptedType.accepts("text/event-stream", $0) } ?? false }
    }

    func isKnown(_ etag: [UInt8]) -> Bool {
        headers.withList("if-none-match") { EntityTag.matches($0, etag) }
    }

    /// Says in the reply that it waits, or would have waited, until the entity tag changes.
    func noteWait(in answer: Answer) {
        guard let wait = head.preferences.wait, wait > 0 else { return }
        if headers.withValue("if-none-match", { $0 != nil }) { answer.preferenceApplied = "wait" }
    }

    /// The error, with the id or name if it says that the node of the path does not exist.
    func naming(_ error: RequestError) -> RequestError {
        guard case .tree(.notFound) = error, let node = head.route.node else { return error }
        switch node {
        case .id(let id): return .unknownNode(id.description)
        case .name(let name): return .unknownNode(name)
        case .impossible:
            let parts = path.split(separator: UInt8(ascii: "/"))
            let place = parts.first.map { $0.elementsEqual("v1".utf8) } == true ? 2 : 1
            return place < parts.count ? .unknownNode(PathSegment.shown(parts[place])) : error
        }
    }

    // MARK: The body

    /// The body as JSON, also of a form; nil if it is empty and no form.
    func json(depthLimit: Int = 64) throws(RequestError) -> JSONValue? {
        if head.bodyIsForm { return try form() }
        if body.isEmpty { return nil }
        try checkBodyType()
        if let reading { return try reading.value() }
        var reader = JSONReader(body, depthLimit: depthLimit)
        do { return try reader.parse() } catch { throw .body(.json(error)) }
    }

    private func form() throws(RequestError) -> JSONValue {
        try checkBodyType()
        if body.first(where: { !Self.isWhiteSpace($0) }) == UInt8(ascii: "{") { throw .jsonAsForm }
        do { return try FormBody.parse(body) } catch { throw .body(error) }
    }

    /// White space may come before JSON, and does where a template made it.
    private static func isWhiteSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d
    }

    func requiredJSON(depthLimit: Int = 64) throws(RequestError) -> JSONValue {
        if let value = try json(depthLimit: depthLimit) { return value }
        throw .body(.json(.malformed(offset: 0, "A JSON object is expected; the body is empty.")))
    }

    /// The required body, decoded by `make`.
    func body<Body>(as make: (JSONValue) throws(BodyError) -> Body) throws(RequestError) -> Body {
        let value = try requiredJSON()
        do { return try make(value) } catch { throw .body(error) }
    }

    /// Call it before reading a body: refuses media types that the call does not read.
    func checkBodyType() throws(RequestError) {
        if let flaw = head.bodyFlaw { throw flaw }
    }
}
