import ProgressWire

/// The kinds of problems; the raw value is the slug in the problem's URI (RFC 9457).
package enum ProblemType: String, CaseIterable, Sendable {
    case malformedJSON = "malformed-json"
    case malformedForm = "malformed-form"
    case wrongType = "wrong-type"
    case duplicateKey = "duplicate-key"
    case unknownField = "unknown-field"
    case invalidParameter = "invalid-parameter"
    case unknownParameter = "unknown-parameter"
    case malformedRequest = "malformed-request"
    case unauthorized
    case forbidden
    case crossSite = "cross-site"
    case notFound = "not-found"
    case methodNotAllowed = "method-not-allowed"
    case requestTimeout = "request-timeout"
    case alreadyHasParent = "already-has-parent"
    case cycle
    case nameTaken = "name-taken"
    case alreadyFailed = "already-failed"
    case alreadyFinished = "already-finished"
    case alreadyCancelled = "already-cancelled"
    case preconditionFailed = "precondition-failed"
    case bodyTooLarge = "body-too-large"
    case tooManyLines = "too-many-lines"
    case headTooLarge = "head-too-large"
    case unsupportedMediaType = "unsupported-media-type"
    case expectationFailed = "expectation-failed"
    case wrongHost = "wrong-host"
    case readOnlyField = "read-only-field"
    case missingField = "missing-field"
    case missingPendingUnitCount = "missing-pending-unit-count"
    case negativePending = "negative-pending"
    case countOverflow = "count-overflow"
    case outOfRange = "out-of-range"
    case invalidName = "invalid-name"
    case incompleteSequence = "incomplete-sequence"
    case tooManyIDs = "too-many-ids"
    case limitDepth = "limit-depth"
    case limitChildren = "limit-children"
    case limitText = "limit-text"
    case limitUserInfo = "limit-user-info"
    case limitLabels = "limit-labels"
    case limitNodes = "limit-nodes"
    case limitReservations = "limit-reservations"
    case limitGrants = "limit-grants"
    case limitReply = "limit-reply"
    case limitStreams = "limit-streams"
    case limitClientStreams = "limit-client-streams"
    case limitWrongTokens = "limit-wrong-tokens"
    case limitConnections = "limit-connections"
    case limitBodies = "limit-bodies"
    case notReady = "not-ready"
    case shuttingDown = "shutting-down"
    case noWriter = "no-writer"
    case outcomeUnknown = "outcome-unknown"
    case storageFull = "storage-full"
    case storageFailing = "storage-failing"

    /// Its index in `allCases`, for counters.
    package var place: Int { Self.places[self] ?? 0 }

    private static let places = Dictionary(uniqueKeysWithValues: allCases.enumerated().map { ($1, $0) })

    package var status: Int {
        switch self {
        case .malformedJSON, .malformedForm, .wrongType, .duplicateKey, .unknownField, .invalidParameter,
            .unknownParameter,
            .malformedRequest:
            400
        case .unauthorized: 401
        case .forbidden, .crossSite: 403
        case .notFound: 404
        case .methodNotAllowed: 405
        case .requestTimeout: 408
        case .alreadyHasParent, .cycle, .nameTaken, .alreadyFailed, .alreadyFinished, .alreadyCancelled: 409
        case .preconditionFailed: 412
        case .bodyTooLarge, .tooManyLines: 413
        case .unsupportedMediaType: 415
        case .expectationFailed: 417
        case .wrongHost: 421
        case .readOnlyField, .missingField, .missingPendingUnitCount, .negativePending, .countOverflow, .outOfRange,
            .invalidName, .incompleteSequence, .tooManyIDs, .limitDepth, .limitChildren, .limitText, .limitUserInfo,
            .limitLabels:
            422
        case .limitClientStreams, .limitWrongTokens: 429
        case .headTooLarge: 431
        case .limitStreams, .limitConnections, .limitBodies, .notReady, .shuttingDown, .noWriter, .outcomeUnknown,
            .storageFailing:
            503
        case .limitNodes, .limitReservations, .limitGrants, .limitReply, .storageFull: 507
        }
    }

    var title: StaticString {
        switch self {
        case .malformedJSON: "The body is not valid JSON"
        case .malformedForm: "The form cannot be decoded"
        case .wrongType: "A member has the wrong type"
        case .duplicateKey: "Duplicate key in an object"
        case .unknownField: "Unknown member"
        case .invalidParameter: "Invalid parameter or header"
        case .unknownParameter: "Unknown query parameter"
        case .malformedRequest: "Malformed HTTP request"
        case .unauthorized: "A token is required"
        case .forbidden: "The token does not grant this right"
        case .crossSite: "Writes from other sites are refused"
        case .notFound: "Not found"
        case .methodNotAllowed: "Method not allowed"
        case .requestTimeout: "The request took too long to arrive"
        case .alreadyHasParent: "The progress already has a parent"
        case .cycle: "A progress cannot be below itself"
        case .nameTaken: "Name already taken"
        case .alreadyFailed: "The progress has failed"
        case .alreadyFinished: "The progress is finished"
        case .alreadyCancelled: "The progress is cancelled"
        case .preconditionFailed: "The progress has changed"
        case .bodyTooLarge: "The body is too large"
        case .tooManyLines: "The batch has too many lines"
        case .headTooLarge: "The head is too large"
        case .unsupportedMediaType: "Unsupported media type"
        case .expectationFailed: "Only 100-continue can be expected"
        case .wrongHost: "Host not allowed"
        case .readOnlyField: "A member is read-only"
        case .missingField: "A member is missing"
        case .missingPendingUnitCount: "A child needs pending units"
        case .negativePending: "Pending units cannot be negative"
        case .countOverflow: "A count would overflow 64 bits"
        case .outOfRange: "A number is out of range"
        case .invalidName: "Invalid name"
        case .incompleteSequence: "writer or sequence is missing"
        case .tooManyIDs: "Too many ids for one stream"
        case .limitDepth: "The tree would be too deep"
        case .limitChildren: "The parent has too many children"
        case .limitText: "The text is too long"
        case .limitUserInfo: "userInfo is too large"
        case .limitLabels: "Too many labels"
        case .limitNodes: "Progress limit reached"
        case .limitReservations: "Reservation limit reached"
        case .limitGrants: "Grant limit reached"
        case .limitReply: "The batch's reply is too large"
        case .limitStreams: "Stream limit reached"
        case .limitClientStreams: "Stream limit of this client reached"
        case .limitWrongTokens: "Too many wrong tokens from this client"
        case .limitBodies: "Request body limit reached"
        case .limitConnections: "Connection limit reached"
        case .notReady: "The service is not ready"
        case .shuttingDown: "The service is stopping"
        case .noWriter: "No replica accepts writes now"
        case .outcomeUnknown: "The outcome of the request is unknown"
        case .storageFull: "The service's disk is full"
        case .storageFailing: "The service's disk rejects writes"
        }
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
        case .invalidName: self = .invalidName
        case .incompleteSequence: self = .incompleteSequence
        }
    }
}
