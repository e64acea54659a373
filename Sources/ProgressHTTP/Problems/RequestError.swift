package import ProgressCore
package import ProgressRegistry
package import ProgressWire

/// Why a request is refused: closed, and with the numbers in it. `Problem` makes the document of it.
package enum RequestError: Error {
    case body(BodyError)
    case tree(ProgressError)
    /// A whole sentence.
    case invalidParameter(String)
    case malformedRequest(String)
    case noSuchPath
    case unknownID(String)
    /// What an attach names.
    case unknownChild(String)
    case methodNotAllowed(String)
    case requestTimeout
    case preconditionFailed(id: ProgressID, version: Int64)
    /// `If-Match` where there is nothing yet.
    case preconditionWithoutNode(String)
    case replyTooLarge(limit: Int)
    case unsupportedMediaType(found: String, expected: String)
    case wrongHost(String)
    case bodyTooLarge(limit: Int)
    case tooManyLines(limit: Int)
    case tooManyIDs(count: Int, limit: Int)
    case nameIsID(String)
    case nameMismatch(path: String, body: String)
    case nameTakenByAnotherBody(String)
    /// No token, or one that is not good.
    case unauthorized
    /// A whole sentence.
    case forbidden(String)
    /// A right on another subtree.
    case outsideScope
    case tooManyGrants(limit: Int)
    case tooManyStreams(limit: Int)
    case tooManyStreamsOfClient(limit: Int)
    case tooManyBodies(limit: Int)
    case tooManyConnections
    /// Not yet, or not for the moment.
    case notReady
    case shuttingDown
    /// `wasDone`: the change is seen, and is saved when there is space again.
    case storageFull(wasDone: Bool)
    case storageFailing(wasDone: Bool)
}

extension RequestError {
    package init(_ refusal: StreamCensus.Refusal) {
        switch refusal {
        case .tooMany(let limit): self = .tooManyStreams(limit: limit)
        case .tooManyOfOnePeer(let limit): self = .tooManyStreamsOfClient(limit: limit)
        }
    }
}
