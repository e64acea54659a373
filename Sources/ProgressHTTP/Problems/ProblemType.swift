import ProgressWire

/// The kinds of problems. To add one: a case, and its row.
package enum ProblemType: Int, CaseIterable, Sendable {
    case malformedJSON, malformedForm, wrongType, duplicateKey, unknownField, invalidParameter
    case unknownParameter, malformedRequest, unauthorized, forbidden, crossSite, notFound, methodNotAllowed
    case requestTimeout, alreadyHasParent, cycle, nameTaken, alreadyFailed, alreadyFinished, alreadyCancelled
    case lengthRequired, preconditionFailed, bodyTooLarge, tooManyLines, headTooLarge, unsupportedMediaType,
        expectationFailed
    case wrongHost, readOnlyField, missingField, missingPendingUnitCount, negativePending, countOverflow
    case keyReused, outOfRange, invalidName, invalidURL, incompleteSequence, tooManyIDs, limitDepth, limitChildren,
        limitText
    case limitUserInfo, limitLabels, limitURLs, limitNodes, limitReservations, limitGrants, limitReply, limitStreams
    case limitClientStreams, limitWrongTokens, limitConnections, limitBodies, notReady, shuttingDown, noWriter
    case outcomeUnknown, storageFull, storageFailing

    /// The slug in its URI (RFC 9457), its status and its title.
    private static let rows: [ProblemType: (slug: String, status: Int, title: StaticString)] = [
        .malformedJSON: ("malformed-json", 400, "The body is not valid JSON"),
        .malformedForm: ("malformed-form", 400, "The form cannot be decoded"),
        .wrongType: ("wrong-type", 400, "A member has the wrong type"),
        .duplicateKey: ("duplicate-key", 400, "Duplicate key in an object"),
        .unknownField: ("unknown-field", 400, "Unknown member"),
        .invalidParameter: ("invalid-parameter", 400, "Invalid parameter or header"),
        .unknownParameter: ("unknown-parameter", 400, "Unknown query parameter"),
        .malformedRequest: ("malformed-request", 400, "Malformed HTTP request"),
        .unauthorized: ("unauthorized", 401, "A token is required"),
        .forbidden: ("forbidden", 403, "The token does not grant this right"),
        .crossSite: ("cross-site", 403, "Writes from other sites are refused"),
        .notFound: ("not-found", 404, "Not found"),
        .methodNotAllowed: ("method-not-allowed", 405, "Method not allowed"),
        .requestTimeout: ("request-timeout", 408, "The request took too long to arrive"),
        .alreadyHasParent: ("already-has-parent", 409, "The progress already has a parent"),
        .cycle: ("cycle", 409, "A progress cannot be below itself"),
        .nameTaken: ("name-taken", 409, "Name already taken"),
        .alreadyFailed: ("already-failed", 409, "The progress has failed"),
        .alreadyFinished: ("already-finished", 409, "The progress is finished"),
        .alreadyCancelled: ("already-cancelled", 409, "The progress is cancelled"),
        .lengthRequired: ("length-required", 411, "The body needs a Content-Length"),
        .preconditionFailed: ("precondition-failed", 412, "The progress has changed"),
        .bodyTooLarge: ("body-too-large", 413, "The body is too large"),
        .tooManyLines: ("too-many-lines", 413, "The batch has too many lines"),
        .headTooLarge: ("head-too-large", 431, "The head is too large"),
        .unsupportedMediaType: ("unsupported-media-type", 415, "Unsupported media type"),
        .expectationFailed: ("expectation-failed", 417, "Only 100-continue can be expected"),
        .wrongHost: ("wrong-host", 421, "Host not allowed"),
        .readOnlyField: ("read-only-field", 422, "A member is read-only"),
        .missingField: ("missing-field", 422, "A member is missing"),
        .missingPendingUnitCount: ("missing-pending-unit-count", 422, "A child needs pending units"),
        .negativePending: ("negative-pending", 422, "Pending units cannot be negative"),
        .countOverflow: ("count-overflow", 422, "A count would overflow 64 bits"),
        .outOfRange: ("out-of-range", 422, "A number is out of range"),
        .invalidName: ("invalid-name", 422, "Invalid name"),
        .invalidURL: ("invalid-url", 422, "Invalid address"),
        .incompleteSequence: ("incomplete-sequence", 422, "writer or sequence is missing"),
        .keyReused: ("idempotency-key-reused", 422, "The key came with another body"),
        .tooManyIDs: ("too-many-ids", 422, "Too many ids for one stream"),
        .limitDepth: ("limit-depth", 422, "The tree would be too deep"),
        .limitChildren: ("limit-children", 422, "The parent has too many children"),
        .limitText: ("limit-text", 422, "The text is too long"),
        .limitUserInfo: ("limit-user-info", 422, "userInfo is too large"),
        .limitLabels: ("limit-labels", 422, "Too many labels"),
        .limitURLs: ("limit-urls", 422, "Too many addresses"),
        .limitNodes: ("limit-nodes", 507, "Progress limit reached"),
        .limitReservations: ("limit-reservations", 507, "Reservation limit reached"),
        .limitGrants: ("limit-grants", 507, "Grant limit reached"),
        .limitReply: ("limit-reply", 507, "The batch's reply is too large"),
        .limitStreams: ("limit-streams", 503, "Stream limit reached"),
        .limitClientStreams: ("limit-client-streams", 429, "Stream limit of this client reached"),
        .limitWrongTokens: ("limit-wrong-tokens", 429, "Too many wrong tokens from this client"),
        .limitConnections: ("limit-connections", 503, "Connection limit reached"),
        .limitBodies: ("limit-bodies", 503, "Request body limit reached"),
        .notReady: ("not-ready", 503, "The service is not ready"),
        .shuttingDown: ("shutting-down", 503, "The service is stopping"),
        .noWriter: ("no-writer", 503, "No replica accepts writes now"),
        .outcomeUnknown: ("outcome-unknown", 503, "The outcome of the request is unknown"),
        .storageFull: ("storage-full", 507, "The service's disk is full"),
        .storageFailing: ("storage-failing", 503, "The service's disk rejects writes"),
    ]

    private static let byPlace = allCases.map { type in
        guard let row = rows[type] else { preconditionFailure("\(type) has no row") }
        return row
    }

    package var slug: String { Self.byPlace[rawValue].slug }
    package var status: Int { Self.byPlace[rawValue].status }
    var title: StaticString { Self.byPlace[rawValue].title }

    init?(slug: String) {
        guard let place = Self.byPlace.firstIndex(where: { $0.slug == slug }) else { return nil }
        self.init(rawValue: place)
    }

    /// Seconds after which a retry may succeed; nil if time alone does not help.
    var retryAfter: StaticString? {
        switch self {
        case .limitConnections, .limitBodies, .notReady, .noWriter, .outcomeUnknown: "1"
        case .shuttingDown: "2"
        case .limitStreams, .limitClientStreams, .limitNodes, .limitReservations, .limitGrants, .storageFull,
            .storageFailing:
            "5"
        case .limitWrongTokens: "60"
        default: nil
        }
    }
}

extension ProblemType {
    init(_ error: BodyError) {
        switch error {
        case .json(.malformed), .json(.invalidUTF8), .json(.tooDeep): self = .malformedJSON
        case .malformedForm: self = .malformedForm
        case .json(.duplicateKey): self = .duplicateKey
        case .json(.wrongType), .json(.notAnInteger): self = .wrongType
        case .json(.notFinite), .outOfRange: self = .outOfRange
        case .unknownField: self = .unknownField
        case .readOnlyField: self = .readOnlyField
        case .missingField: self = .missingField
        case .missingPendingUnitCount: self = .missingPendingUnitCount
        case .negativePending: self = .negativePending
        case .textTooLong: self = .limitText
        case .userInfoTooLarge, .userInfoChangeTooLarge: self = .limitUserInfo
        case .tooManyLabels: self = .limitLabels
        case .tooManyURLs: self = .limitURLs
        case .invalidURL: self = .invalidURL
        case .invalidName: self = .invalidName
        case .incompleteSequence: self = .incompleteSequence
        }
    }
}
