package import ProgressCore
package import ProgressRegistry
package import ProgressWire

/// Every reason to refuse a request, with its numbers. `Problem` turns it into a document.
package enum RequestError: Error {
    case body(BodyError)
    case tree(ProgressError)
    /// A whole sentence.
    case invalidParameter(String)
    /// The same; a number that the parameter does not take.
    case parameterOutOfRange(String)
    case unknownParameter(String, known: [String])
    case malformedRequest(String)
    case noSuchPath
    case unknownID(String)
    /// The child that an attach names.
    case unknownChild(String)
    case methodNotAllowed(String)
    case requestTimeout
    case preconditionFailed(id: ProgressID, version: Int64)
    /// `If-Match` for a node that does not exist yet.
    case preconditionWithoutNode(String)
    case replyTooLarge(limit: Int)
    case unsupportedMediaType(found: String, expected: String)
    case wrongHost(String)
    case bodyTooLarge(limit: Int)
    case tooManyLines(limit: Int)
    case tooManyIDs(count: Int, limit: Int)
    case nameIsID(String)
    case nameMismatch(path: String, body: String)
    /// And who has it, if the caller may know.
    case nameTaken(String, NameHolder?)
    case nameTakenByAnotherBody(String, NameHolder?)
    /// No token, or an invalid one.
    case unauthorized
    /// A whole sentence.
    case forbidden(String)
    /// The right covers another subtree.
    case outsideScope
    case tooManyGrants(limit: Int)
    case tooManyStreams(limit: Int)
    case tooManyStreamsOfClient(limit: Int)
    case tooManyBodies(limit: Int)
    case tooManyConnections
    /// Not yet, or temporarily not.
    case notReady
    case shuttingDown
    /// `wasDone`: the change is visible, and is saved once the disk has space again.
    case storageFull(wasDone: Bool)
    case storageFailing(wasDone: Bool)
}

extension RequestError {
    package init(_ refusal: StreamQuota.Refusal) {
        switch refusal {
        case .tooMany(let limit): self = .tooManyStreams(limit: limit)
        case .tooManyOfOnePeer(let limit): self = .tooManyStreamsOfClient(limit: limit)
        }
    }
}
