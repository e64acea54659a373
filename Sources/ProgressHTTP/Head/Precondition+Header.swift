import ProgressCore
import ProgressRegistry

/// `If-Match`, read before the registry is entered.
extension Precondition {
    init(_ headers: CallHeaders) { self = headers.withList("if-match") { Precondition(header: $0) } }

    /// - Parameter header: the value of `If-Match`; nil if there is none. ETags that no progress can have match nothing.
    init(header: UnsafeBufferPointer<UInt8>?) {
        guard let header else {
            self = .none
            return
        }
        let tags = EntityTag.tags(in: header)
        self = tags.contains(where: EntityTag.isAny) ? .exists : .oneOf(tags.compactMap(EntityTag.version))
    }
}

extension RequestError {
    /// What `body` returns, or the problem of the registry's refusal.
    static func ofRefusal<Value>(
        isAnonymous: Bool = false,
        _ body: () throws(RegistryRefusal) -> Value
    ) throws(RequestError) -> Value {
        do { return try body() } catch { throw RequestError(error, isAnonymous: isAnonymous) }
    }

    /// - Parameter isAnonymous: the call carries no right that could be refused.
    init(_ refusal: RegistryRefusal, isAnonymous: Bool = false) {
        self =
            switch refusal {
            case .tree(let error): .tree(error)
            case .preconditionFailed(let id, let version): .preconditionFailed(id: id, version: version)
            case .preconditionWithoutNode(let name): .preconditionWithoutNode(name)
            case .nameTaken(let name, let holder, let pointer): .nameTaken(name, holder, pointer: pointer)
            case .nameTakenByAnotherBody(let name, let holder): .nameTakenByAnotherBody(name, holder)
            case .unknownChild(let text): .unknownChild(text)
            case .outsideScope: isAnonymous ? .unauthorized : .outsideScope
            }
    }
}
