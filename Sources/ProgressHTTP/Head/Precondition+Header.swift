import ProgressCore
import ProgressRegistry

/// `If-Match`, and of a write `If-None-Match`, read before the registry is entered.
extension Precondition {
    /// - Parameter isWrite: a read with `If-None-Match` is no failure, but a 304.
    init(_ headers: CallHeaders, ofWrite isWrite: Bool) {
        let demanded = headers.withList("if-match") { Named(ifMatch: $0) }
        let excluded = isWrite ? headers.withList("if-none-match") { Named(ifNoneMatch: $0) } : .nothing
        self.init(demanded, excluding: excluded)
    }
}

extension Precondition.Named {
    /// - Parameter header: the value of `If-Match`; nil if there is none. ETags that no progress can have match nothing.
    init(ifMatch header: UnsafeBufferPointer<UInt8>?) { self.init(header, isWeak: false) }

    /// Like `init(ifMatch:)`, for `If-None-Match`, which compares weakly (RFC 9110, 13.1.2).
    init(ifNoneMatch header: UnsafeBufferPointer<UInt8>?) { self.init(header, isWeak: true) }

    private init(_ header: UnsafeBufferPointer<UInt8>?, isWeak: Bool) {
        guard let header else {
            self = .nothing
            return
        }
        let tags = EntityTag.tags(in: header)
        if tags.contains(where: EntityTag.isAny) {
            self = .anything
        } else {
            self = .oneOf(tags.compactMap { EntityTag.version(isWeak ? EntityTag.strong($0) : $0) })
        }
    }
}

extension RequestError {
    /// Returns the result of `body`, or throws the problem of the registry's refusal.
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
            case .preconditionExcludes(let id, let version): .preconditionExcludes(id: id, version: version)
            case .preconditionWithoutNode(let name): .preconditionWithoutNode(name)
            case .nameTaken(let name, let holder, let pointer): .nameTaken(name, holder, pointer: pointer)
            case .nameTakenByAnotherBody(let name, let holder): .nameTakenByAnotherBody(name, holder)
            case .keyReused(let holder): .keyReused(holder)
            case .unknownChild(let text): .unknownChild(text)
            case .outsideScope: isAnonymous ? .unauthorized : .outsideScope
            }
    }
}
