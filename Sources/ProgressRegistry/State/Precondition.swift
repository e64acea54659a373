package import ProgressCore

/// The ids and versions that a write demands of its progress.
package struct Precondition: Sendable {
    private enum Demand: Sendable {
        case nothing
        /// Any version.
        case anything
        case oneOf([(id: ProgressID, version: Int64)])
    }

    private let demand: Demand

    private init(_ demand: Demand) { self.demand = demand }

    /// Every write may go ahead.
    package static let none = Precondition(.nothing)
    /// The progress has to be there, at any version.
    package static let exists = Precondition(.anything)

    /// The progress has to be there, as one of these.
    package static func oneOf(_ versions: [(id: ProgressID, version: Int64)]) -> Precondition {
        Precondition(.oneOf(versions))
    }

    /// Whether the progress has to be there.
    package var isGiven: Bool {
        if case .nothing = demand { return false }
        return true
    }

    /// Whether it names versions.
    package var isOfVersions: Bool {
        if case .oneOf = demand { return true }
        return false
    }

    package func allows(_ id: ProgressID, version: Int64) -> Bool {
        switch demand {
        case .nothing, .anything: true
        case .oneOf(let versions): versions.contains { $0.id == id && $0.version == version }
        }
    }

    /// Refuses a write to a progress that is not at a demanded version. With every write: allocates nothing.
    package func check(_ index: NodeIndex, in forest: borrowing Forest) throws(RegistryRefusal) {
        guard case .oneOf = demand else { return }
        let (id, version) = (forest.id(of: index), forest.version(of: index))
        if !allows(id, version: version) { throw .preconditionFailed(id: id, version: version) }
    }
}
