package import ProgressCore
import ProgressDelivery
import ProgressLocalization

/// The answer to one request: status, the few headers that the service uses, and the body in a buffer that is
/// used again for the next request. One a reactor, and one for each long answer in the making.
///
/// It has a property for each header that the service sends, so that the usual ones cost no look-up and no allocation.
package final class Answer {
    package var status = 200
    var contentType: StaticString = "application/json"
    package var body: [UInt8] = []
    /// The part before `body`, in pieces; only an answer that is given away after the reply has any.
    package var pieces: [[UInt8]] = []
    package var etag: [UInt8] = []
    var location: [UInt8] = []
    var link: [UInt8] = []
    var directive: Directive?
    var language: Language?
    /// Whether the path has another representation for those who accept other media types.
    var variesByAccept = false
    var allow: String?
    /// Types or codings that the path takes, by the headers that list them: `Accept-Patch`, `Accept-Post` …
    var accepted: [(name: StaticString, value: String)] = []
    var retryAfter: StaticString?
    var authenticate: [UInt8] = []
    var setCookie: [UInt8] = []
    var preferenceApplied: StaticString?
    var cacheControl: StaticString?
    var contentSecurityPolicy: StaticString?
    /// Whether it is for a bearer of a grant, who must not see the names of users.
    var hidesUsers = false
    /// Whether this answers a write on a node, which has few headers and always the same.
    var isReplyToWrite = false
    /// Whether it answers HEAD of a stream: proxies get the same headers as with GET.
    package var isStreamHead = false
    package var audience = Audience.ownPages
    /// Whether the headers are those of a preflight request as well.
    package var preflight = false
    /// The kind of the call; known before it is answered, so `reset` leaves it.
    package var kind = CallKind.unknown
    /// The id of the request, once it is needed; `reset` leaves it, too.
    package var requestID: [UInt8]?
    /// Whether the call waited for a change; `reset` leaves it.
    package var hasWaited = false
    /// The node that the call waited for; `reset` leaves it. Here, because a request is copied and this is not.
    var bound: BoundNode?
    /// The progress that the answer is about, if any.
    package var progress: ProgressID?
    /// The type of the problem, if the answer is one.
    package var problem: ProblemType?

    func reset() {
        status = 200
        contentType = "application/json"
        body.removeAll(keepingCapacity: true)
        if body.capacity > 1 << 20 { body = [] }
        etag.removeAll(keepingCapacity: true)
        if !location.isEmpty { location.removeAll(keepingCapacity: true) }
        if !link.isEmpty { link.removeAll(keepingCapacity: true) }
        directive = nil
        language = nil
        variesByAccept = false
        allow = nil
        if !accepted.isEmpty { accepted.removeAll() }
        retryAfter = nil
        if !authenticate.isEmpty { authenticate.removeAll() }
        if !setCookie.isEmpty { setCookie.removeAll() }
        preferenceApplied = nil
        cacheControl = nil
        hidesUsers = false
        contentSecurityPolicy = nil
        isStreamHead = false
        audience = .ownPages
        preflight = false
        isReplyToWrite = false
        progress = nil
        problem = nil
    }

    /// Ends a JSON body with a line feed, so that a terminal's prompt begins on a line of its own. Bodies of batch lines
    /// do not pass here.
    package func endBody() {
        let lineFeed = UInt8(ascii: "\n")
        if let last = body.last, last != lineFeed, MediaType.isJSON(contentType) { body.append(lineFeed) }
    }

    /// Names status and fixed headers together, where only the entity tag is left to differ; nil elsewhere.
    package var shape: Int? {
        guard isReplyToWrite, let directive, location.isEmpty, link.isEmpty, setCookie.isEmpty, !variesByAccept,
            allow == nil, retryAfter == nil, authenticate.isEmpty, cacheControl == nil, contentSecurityPolicy == nil
        else { return nil }
        let language = language.map { Int($0.index) + 1 } ?? 0
        let hasBody = body.isEmpty ? 0 : 1
        let isMinimal = preferenceApplied == nil ? 0 : 1
        return (((status * 256 + language) * 4 + Int(directive.rawValue)) * 2 + hasBody) * 2 + isMinimal
    }

    /// Headers of every reply for browsers: whether other sites may have it, and that its media type is as declared.
    package static func forEachGuard(_ audience: Audience = .ownPages, _ add: (StaticString, StaticString) -> Void) {
        add("Cross-Origin-Resource-Policy", audience == .ownPages ? "same-origin" : "cross-origin")
        add("X-Content-Type-Options", "nosniff")
    }

    /// The pages to which a browser may give it.
    package enum Audience {
        /// Those of this service, and of the origins that are listed.
        case ownPages
        /// Pages of any site may show it. They learn the size of a picture, so it must be one that everybody may see.
        case shownAnywhere
        /// Pages of any site may read it, too, whatever origins are listed.
        case readAnywhere
    }

    /// The `Cache-Control` of the reply to a request: ask again before each use, unless the call says more. Without it
    /// caches may keep what changes, and each 404, by guesses of their own (RFC 9111, 4.2.2).
    /// - Parameter isPrivate: whether the service requires tokens.
    /// - Returns: nil for what no cache keeps: the success of a write.
    package func cacheControl(ofRead isRead: Bool, isPrivate: Bool) -> StaticString? {
        if hasWaited { return "no-store" }
        if let cacheControl { return cacheControl }
        guard isRead || status >= 400 else { return nil }
        return isPrivate ? "private, no-cache" : "no-cache"
    }

    /// Calls `fixed` or `made` for every header except those of CORS, caches and the guards; values for `fixed` need no
    /// escapes in JSON.
    package func forEachHeader(
        fixed: (StaticString, StaticString) -> Void,
        made: (StaticString, [UInt8]) -> Void
    ) {
        if !self.body.isEmpty || status == 200 { fixed("Content-Type", contentType) }
        if !etag.isEmpty { made("ETag", etag) }
        if let directive { fixed("Progress-Directive", directive.name) }
        if !location.isEmpty { made("Location", location) }
        if !link.isEmpty { made("Link", link) }
        if let language {
            // A 304 has nothing about the representation that the client holds (RFC 9110, 15.4.5).
            if status != 304 { fixed("Content-Language", language.tag) }
            fixed("Vary", variesByAccept ? "Accept-Language, Accept" : "Accept-Language")
        } else if variesByAccept {
            fixed("Vary", "Accept")
        }
        if let allow { made("Allow", Array(allow.utf8)) }
        for field in accepted { made(field.name, Array(field.value.utf8)) }
        if let retryAfter { fixed("Retry-After", retryAfter) }
        if !authenticate.isEmpty { made("WWW-Authenticate", authenticate) }
        if !setCookie.isEmpty { made("Set-Cookie", setCookie) }
        if let preferenceApplied { fixed("Preference-Applied", preferenceApplied) }
        if isStreamHead { fixed("X-Accel-Buffering", "no") }
        if let contentSecurityPolicy {
            fixed("Content-Security-Policy", contentSecurityPolicy)
            fixed("Referrer-Policy", "no-referrer")
        }
    }
}
