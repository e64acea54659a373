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

extension RegistryState {
    func find(_ node: NodeReference) throws(RequestError) -> NodeIndex {
        do { return try tree.find(node) } catch { throw .tree(error) }
    }

    /// Refuses a write whose precondition does not name the node at its present version.
    func check(_ precondition: Precondition, on index: NodeIndex) throws(RequestError) {
        if !precondition.isOfVersions { return }
        do { try precondition.check(index, in: tree) } catch { throw RequestError(error) }
    }

    /// Finds a node, holds it to a precondition, and changes it.
    func write<Value>(
        _ node: NodeReference,
        if precondition: Precondition,
        _ body: (NodeIndex) throws(ProgressError) -> Value
    ) throws(RequestError) -> Value {
        let index = try find(node)
        try check(precondition, on: index)
        do throws(ProgressError) { return try body(index) } catch { throw .tree(error) }
    }
}

extension RequestError {
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
