package import ProgressCore

/// The ids and versions that a write demands of its progress.
package struct Precondition: Sendable {
    /// The progresses that a field names.
    package enum Named: Sendable {
        /// None: it is not there.
        case nothing
        /// Any version.
        case anything
        case oneOf([(id: ProgressID, version: Int64)])

        func includes(_ id: ProgressID, version: Int64) -> Bool {
            switch self {
            case .nothing: false
            case .anything: true
            case .oneOf(let versions): versions.contains { $0.id == id && $0.version == version }
            }
        }
    }

    private let demanded: Named
    private let excluded: Named
    /// Whether a progress that is there may be refused.
    package let isChecked: Bool

    /// - Parameters:
    ///   - demanded: the progress has to be there, as one of these.
    ///   - excluded: and it must be none of these.
    package init(_ demanded: Named, excluding excluded: Named = .nothing) {
        self.demanded = demanded
        self.excluded = excluded
        switch (demanded, excluded) {
        case (.nothing, .nothing), (.anything, .nothing): isChecked = false
        default: isChecked = true
        }
    }

    /// Every write may go ahead.
    package static let none = Precondition(.nothing)
    /// The progress has to be there, at any version.
    package static let exists = Precondition(.anything)

    /// Whether the progress has to be there.
    package var isGiven: Bool {
        if case .nothing = demanded { return false }
        return true
    }

    package func allows(_ id: ProgressID, version: Int64) -> Bool {
        !isGiven || demanded.includes(id, version: version)
    }

    /// Refuses a write to a progress that is not at a demanded version, or is at an excluded one. With every write:
    /// allocates nothing.
    package func check(_ index: NodeIndex, in forest: borrowing Forest) throws(RegistryRefusal) {
        guard isChecked else { return }
        let (id, version) = (forest.id(of: index), forest.version(of: index))
        if !allows(id, version: version) { throw .preconditionFailed(id: id, version: version) }
        if excluded.includes(id, version: version) { throw .preconditionExcludes(id: id, version: version) }
    }
}
