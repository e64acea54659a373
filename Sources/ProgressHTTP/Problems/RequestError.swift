package import MicroHTTPD
package import ProgressCore
package import ProgressRegistry
package import ProgressWire

/// Writes a sentence with a prefix before each path that it names; nil: there is nothing to say.
package typealias SentenceOfPaths = @Sendable (_ prefix: String) -> String?

/// Every reason to refuse a request, with its numbers. `Problem` turns it into a document.
package enum RequestError: Error {
    case body(BodyError)
    case tree(ProgressError)
    /// Like `.tree`, but caused by one member of the body; `pointer` is its JSON pointer.
    case treeAt(ProgressError, pointer: String)
    /// A whole sentence.
    case invalidParameter(String)
    /// A whole sentence, about a number that the parameter does not take.
    case parameterOutOfRange(String)
    case unknownParameter(String, known: [String])
    /// More than once, where one value counts.
    case repeatedParameter(String)
    case malformedRequest(String)
    case noSuchPath
    /// A path that no route has; `hint` is a whole sentence.
    case unknownPath(hint: SentenceOfPaths)
    /// A path that does not begin with `--path-prefix`.
    case outsidePrefix(String)
    /// The id or name in the path.
    case unknownNode(String)
    case unknownID(String)
    /// No name that the caller reaches remembers it.
    case unknownRun
    /// The child that an attach names.
    case unknownChild(String)
    /// `instead`: a whole sentence.
    case methodNotAllowed(allowed: String, instead: SentenceOfPaths)
    case requestTimeout
    case preconditionFailed(id: ProgressID, version: Int64)
    /// `If-None-Match` names the present version.
    case preconditionExcludes(id: ProgressID, version: Int64)
    /// `If-Match` for a node that does not exist yet.
    case preconditionWithoutNode(String)
    case replyTooLarge(limit: Int)
    /// `wanted`: the media type to send, if that alone is wrong.
    case unsupportedMediaType(found: String, expected: String, wanted: StaticString?)
    /// A `Content-Encoding`.
    case unsupportedCoding(String)
    /// A body that begins with `{` and says that it is a form, as curl does unless told otherwise.
    case jsonAsForm
    case wrongHost(String)
    /// A body in chunks, where the settings refuse them.
    case lengthRequired
    case bodyTooLarge(limit: Int)
    case expectationFailed
    /// The head of a line of a batch is too large.
    case headTooLarge(HeadExcess)
    case requestHeadTooLarge(HeadLimit)
    case tooManyLines(limit: Int)
    case tooManyIDs(count: Int, limit: Int)
    case nameIsID(String)
    case nameMismatch(path: String, body: String)
    /// With its holder, if the caller may know; `pointer` is the JSON pointer of the member with the name.
    case nameTaken(String, NameHolder?, pointer: String)
    case nameTakenByAnotherBody(String, NameHolder?)
    /// By a progress that was created with the same `Idempotency-Key` and another body.
    case keyReused(NameHolder)
    /// No token, or an invalid one.
    case unauthorized
    /// Too many of one client in a minute.
    case tooManyWrongTokens(limit: Int)
    /// A whole sentence.
    case forbidden(String)
    /// A browser says that a page of another site makes the call, or nothing says that it is a page of this one.
    case crossSite(String)
    /// The right covers another subtree.
    case outsideScope
    case tooManyGrants(limit: Int)
    case tooManyStreams(limit: Int)
    case tooManyStreamsOfClient(limit: Int)
    case tooManyBodies(limit: Int)
    case tooManyConnections
    /// Not yet, or temporarily not; `because`: a whole sentence, nil if there is no more to say.
    case notReady(because: String?)
    case shuttingDown
    /// No replica takes writes; nothing was changed.
    case noWriter
    /// The replica that got the request was replaced before the outcome was safe.
    case outcomeUnknown
    /// `wasDone`: the change is visible, and is saved once the disk has space again.
    case storageFull(wasDone: Bool)
    case storageFailing(wasDone: Bool)
}

extension RequestError {
    /// Says which member of the body a count overflowed with.
    func ofCount(_ pointer: String) -> RequestError {
        if case .tree(let error) = self, case .countOverflow = error { .treeAt(error, pointer: pointer) } else { self }
    }

    init(_ error: BatchLineError) {
        switch error {
        case .body(let error): self = .body(error)
        case .headTooLarge(let excess): self = .headTooLarge(excess)
        case .bodyTooLarge(let limit): self = .bodyTooLarge(limit: limit)
        }
    }

    package init(_ refusal: StreamQuota.Refusal) {
        switch refusal {
        case .tooMany(let limit): self = .tooManyStreams(limit: limit)
        case .tooManyOfOnePeer(let limit): self = .tooManyStreamsOfClient(limit: limit)
        }
    }
}
