/// Every kind of problem, with the slug that stands in its URI (RFC 9457).
package enum ProblemType: String, CaseIterable, Sendable {
    case malformedJSON = "malformed-json"
    case wrongType = "wrong-type"
    case duplicateKey = "duplicate-key"
    case unknownField = "unknown-field"
    case invalidParameter = "invalid-parameter"
    case malformedRequest = "malformed-request"
    case unauthorized
    case forbidden
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
    case unsupportedMediaType = "unsupported-media-type"
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
    case limitConnections = "limit-connections"
    case limitBodies = "limit-bodies"
    case notReady = "not-ready"
    case shuttingDown = "shutting-down"
    case storageFull = "storage-full"
    case storageFailing = "storage-failing"

    /// Its place among all of them.
    var place: Int { Self.places[self] ?? 0 }

    private static let places = Dictionary(uniqueKeysWithValues: allCases.enumerated().map { ($1, $0) })

    package var status: Int {
        switch self {
        case .malformedJSON, .wrongType, .duplicateKey, .unknownField, .invalidParameter, .malformedRequest: 400
        case .unauthorized: 401
        case .forbidden: 403
        case .notFound: 404
        case .methodNotAllowed: 405
        case .requestTimeout: 408
        case .alreadyHasParent, .cycle, .nameTaken, .alreadyFailed, .alreadyFinished, .alreadyCancelled: 409
        case .preconditionFailed: 412
        case .bodyTooLarge, .tooManyLines: 413
        case .unsupportedMediaType: 415
        case .wrongHost: 421
        case .readOnlyField, .missingField, .missingPendingUnitCount, .negativePending, .countOverflow, .outOfRange,
            .invalidName, .incompleteSequence, .tooManyIDs, .limitDepth, .limitChildren, .limitText, .limitUserInfo,
            .limitLabels:
            422
        case .limitClientStreams: 429
        case .limitStreams, .limitConnections, .limitBodies, .notReady, .shuttingDown, .storageFailing: 503
        case .limitNodes, .limitReservations, .limitGrants, .limitReply, .storageFull: 507
        }
    }

    package var title: StaticString {
        switch self {
        case .malformedJSON: "The body is not valid JSON"
        case .wrongType: "A member has the wrong type"
        case .duplicateKey: "A key stands twice in one object"
        case .unknownField: "A member is not known"
        case .invalidParameter: "A parameter or header cannot be read"
        case .malformedRequest: "The request breaks the rules of HTTP"
        case .unauthorized: "A token is needed"
        case .forbidden: "The token does not give this right"
        case .notFound: "There is nothing here"
        case .methodNotAllowed: "This method is not possible here"
        case .requestTimeout: "The request took too long to arrive"
        case .alreadyHasParent: "The progress already has a parent"
        case .cycle: "A progress cannot be below itself"
        case .nameTaken: "The name is taken"
        case .alreadyFailed: "The progress has failed"
        case .alreadyFinished: "The progress is finished"
        case .alreadyCancelled: "The progress is cancelled"
        case .preconditionFailed: "The progress has changed meanwhile"
        case .bodyTooLarge: "The body is too large"
        case .tooManyLines: "The batch has too many lines"
        case .unsupportedMediaType: "The body is of a type that is not read here"
        case .wrongHost: "The request names another host"
        case .readOnlyField: "A member cannot be set"
        case .missingField: "A member is missing"
        case .missingPendingUnitCount: "A child needs pending units"
        case .negativePending: "Pending units cannot be negative"
        case .countOverflow: "A count would leave 64 bits"
        case .outOfRange: "A number is out of range"
        case .invalidName: "The name is not possible"
        case .incompleteSequence: "Writer and sequence go together"
        case .tooManyIDs: "Too many ids for one stream"
        case .limitDepth: "The tree would be too deep"
        case .limitChildren: "The parent has too many children"
        case .limitText: "The text is too long"
        case .limitUserInfo: "The userInfo is too large"
        case .limitLabels: "There are too many labels"
        case .limitNodes: "The service holds as many progresses as it may"
        case .limitReservations: "The service holds as many reservations as it may"
        case .limitGrants: "The service holds as many grants as it may"
        case .limitReply: "The reply to the batch is full"
        case .limitStreams: "The service serves as many streams as it may"
        case .limitClientStreams: "This client has as many streams as it may"
        case .limitBodies: "The service holds as many bodies as it may"
        case .limitConnections: "The service has as many connections as it may"
        case .notReady: "The service is not ready"
        case .shuttingDown: "The service is stopping"
        case .storageFull: "The disk of the service is full"
        case .storageFailing: "The disk of the service takes nothing"
        }
    }

    /// Seconds after which it is worth another try; nil: it is not a matter of time.
    package var retryAfter: StaticString? {
        switch self {
        case .limitConnections, .limitBodies, .notReady: "1"
        case .shuttingDown: "2"
        case .limitStreams, .limitClientStreams, .limitNodes, .limitReservations, .limitGrants, .storageFull,
            .storageFailing:
            "5"
        default: nil
        }
    }
}
