import MicroHTTPD
import ProgressLocalization
import ProgressRegistry
import ProgressWire

/// The meaning of a call's head. It depends only on the head and the settings, so a repeated head is not read again;
/// rights, registry and body are checked with every call.
package final class CallHead {
    let method: Method
    let target: Target
    let query: QueryParameters
    let language: Language
    let preferences: Preferences
    let precondition: Precondition
    let credential: Credential
    /// Whether the browser reports that a page of another site makes this call.
    let isFromOtherSite: Bool
    let bodyIsForm: Bool
    /// Why a body cannot be read; nil if its media type is right.
    let bodyFlaw: RequestError?
    /// Why the call is refused whatever its body; its row still counts in the metrics.
    let refusal: RequestError?
    /// The client's `Idempotency-Key`, of a create.
    let idempotencyKey: [UInt8]?
    /// The client's `X-Request-ID`.
    package let requestID: [UInt8]?
    /// The body that it may have, once that is known, and if it depends on the head and the settings alone.
    var admittedBody: AdmittedBody?

    /// - Throws: `.unknownPath` or `.methodNotAllowed`: the call has no row.
    init(
        _ method: Method,
        path: UnsafeBufferPointer<UInt8>,
        query bytes: UnsafeBufferPointer<UInt8>?,
        _ headers: CallHeaders,
        defaultLanguage: Language,
        corsOrigins: [String],
        optionalPaths: OptionalPaths
    ) throws(RequestError) {
        target = try Target(method, path: path, optionalPaths)
        self.method = method
        let row = target.row
        var query = QueryParameters.none
        var refusal: RequestError?
        var key: [UInt8]?
        do throws(RequestError) {
            if headers.isOfBatch && !row.isBatchable { throw .noSuchPath }
            // A query that is unreadable or misspelled refuses the call before it has any effect.
            if bytes != nil {
                query = try QueryParameters(bytes, most: headers.isOfBatch ? LineLimits.parameters : .max)
                try row.check(query)
            }
            if row.repeats == .ifKeyed { key = try IdempotencyKey.read(headers) }
        } catch {
            refusal = error
        }
        self.query = query
        self.refusal = refusal
        idempotencyKey = key
        language = Self.language(query, headers, default: defaultLanguage)
        preferences = Preferences(headers)
        precondition = Precondition(headers, ofWrite: method.isWrite)
        credential = Credential(headers, query)
        // A browser's headers about a batch are in the head of the batch, not in its lines.
        isFromOtherSite =
            !(method == .get || method == .head || headers.isOfBatch)
            && SameOrigin.isDenied(headers, allowed: corsOrigins)
        (bodyIsForm, bodyFlaw) = method.isWrite ? Self.body(row, headers) : (false, nil)
        if case .exchange(let exchange) = headers { requestID = RequestTags.givenID(exchange) } else { requestID = nil }
    }

    /// The head of a call that differs from another in the node of its path alone.
    init(_ other: CallHead, at target: Target) {
        self.target = target
        method = other.method
        query = other.query
        language = other.language
        preferences = other.preferences
        precondition = other.precondition
        credential = other.credential
        isFromOtherSite = other.isFromOtherSite
        bodyIsForm = other.bodyIsForm
        bodyFlaw = other.bodyFlaw
        refusal = other.refusal
        idempotencyKey = other.idempotencyKey
        requestID = other.requestID
    }

    var route: Route { target.route }
    var row: CallRow { target.row }

    private static func language(
        _ query: QueryParameters,
        _ headers: CallHeaders,
        default fallback: Language
    ) -> Language {
        if let locale = query["locale"] {
            let found = Array(locale.utf8).withUnsafeBufferPointer { LanguageNegotiation.language(forLocale: $0) }
            if let found { return found }
        }
        return headers.withList("accept-language") { value in
            guard let value else { return fallback }
            return LanguageNegotiation.best(forAcceptLanguage: value, default: fallback)
        }
    }

    /// Whether the body is a form, and why it cannot be read; nil if its media type is right.
    private static func body(_ row: CallRow, _ headers: CallHeaders) -> (isForm: Bool, flaw: RequestError?) {
        if headers.isOfBatch { return (false, nil) }
        let types = row.body.mediaTypes
        // No body that such a call may carry is read.
        if types.isEmpty { return (false, nil) }
        let (isRead, isForm) = headers.withValue("content-type") { value in
            guard let value else { return (true, false) }
            if types.contains(where: { MediaType.matches(value, $0) }) { return (true, false) }
            let isForm = row.takesForm && MediaType.matches(value, MediaType.form)
            return (isForm, isForm)
        }
        if !isRead {
            let flaw = RequestError.unsupportedMediaType(
                found: headers.text("content-type") ?? "",
                expected: (types + (row.takesForm ? [MediaType.form] : [])).map(\.description).joined(separator: ", "),
                wanted: types.last
            )
            return (false, flaw)
        }
        let encoding = headers.withList("content-encoding") { $0.map { String(decoding: $0, as: UTF8.self) } }
        if let encoding, encoding.lowercased() != "identity" {
            return (isForm, .unsupportedCoding(encoding))
        }
        return (isForm, nil)
    }
}

/// The body of a request whose head was not refused.
package struct AdmittedBody {
    package let maximumByteCount: Int
    /// Whether the caller has a right, or needs none; false if only another replica can tell.
    package let hasRight: Bool
}
