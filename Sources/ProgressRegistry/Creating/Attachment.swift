package import ProgressCore

/// An attach of a root to a parent, read from its request before the registry is entered.
package struct Attachment: Sendable {
    private let parent: NodeReference
    private let child: NodeReference
    /// The child as the request writes it.
    private let childText: String
    private let pendingUnitCount: Int64
    /// The subtree that the caller's right is good for; nil: all.
    private let scope: ProgressID?
    private let precondition: Precondition
    /// Milliseconds since 1970.
    private let now: Int64

    package init(
        of child: NodeReference,
        writtenAs childText: String,
        to parent: NodeReference,
        pendingUnitCount: Int64,
        scope: ProgressID?,
        if precondition: Precondition,
        at now: Int64
    ) {
        self.parent = parent
        self.child = child
        self.childText = childText
        self.pendingUnitCount = pendingUnitCount
        self.scope = scope
        self.precondition = precondition
        self.now = now
    }

    /// Inside the gate.
    package func apply(to registry: RegistryState) throws(RegistryRefusal) -> ProgressSnapshot {
        let index: NodeIndex
        do { index = try registry.tree.find(parent) } catch { throw .tree(error) }
        try precondition.check(index, in: registry.tree.forest)
        let found = try? registry.tree.find(child)
        // A right on one subtree does not learn whether a name is taken elsewhere.
        if let scope, !(found.map { registry.tree.forest.isWithin($0, scope) } ?? false) { throw .outsideScope }
        guard let found else { throw .unknownChild(childText) }
        do {
            return registry.snapshot(
                try registry.tree.attach(found, to: index, pendingUnitCount: pendingUnitCount, at: now)
            )
        } catch {
            throw .tree(error)
        }
    }
}
