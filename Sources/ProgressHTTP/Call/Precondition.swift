import ProgressCore
import ProgressRegistry

/// `If-Match`, read before the registry is entered: in there only ids and versions are compared.
struct Precondition: Sendable {
    private enum Demand: Sendable {
        case nothing
        /// `*`: whatever the node's version is.
        case anything
        /// Any of these; ETags that cannot be of a node are left out.
        case oneOf([(id: ProgressID, version: Int64)])
    }

    private let demand: Demand

    private init(_ demand: Demand) { self.demand = demand }

    init(_ headers: CallHeaders) { self = headers.withList("if-match") { Precondition(header: $0) } }

    /// - Parameter header: the value of `If-Match`; nil where there is none.
    init(header: UnsafeBufferPointer<UInt8>?) {
        guard let header else {
            demand = .nothing
            return
        }
        let tags = EntityTag.tags(in: header)
        demand = tags.contains(where: EntityTag.isAny) ? .anything : .oneOf(tags.compactMap(EntityTag.version))
    }

    static let none = Precondition(.nothing)

    /// Whether the request demands something of a node that has to be there.
    var isGiven: Bool {
        if case .nothing = demand { return false }
        return true
    }

    func allows(_ id: ProgressID, version: Int64) -> Bool {
        switch demand {
        case .nothing, .anything: true
        case .oneOf(let versions): versions.contains { $0.id == id && $0.version == version }
        }
    }
}

extension RegistryState {
    func find(_ node: NodeReference) throws(RequestError) -> NodeIndex {
        do { return try tree.find(node) } catch { throw .tree(error) }
    }

    /// Refuses a write whose precondition does not name the node at its present version.
    func check(_ precondition: Precondition, on index: NodeIndex) throws(RequestError) {
        let (id, version) = (tree.id(of: index), tree.version(of: index))
        if !precondition.allows(id, version: version) { throw .preconditionFailed(id: id, version: version) }
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
