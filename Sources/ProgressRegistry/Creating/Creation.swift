package import ProgressCore

/// A create, read from its request before the registry is entered. Its methods run inside the gate.
package struct Creation: Sendable {
    /// The progress to create and everything below it, parents first.
    private let new: [NewProgress]
    /// The digest of the body; nil if the progress has no name.
    private let digest: BodyDigest?
    private let precondition: Precondition
    private let names: NameRights
    /// Milliseconds since 1970.
    private let now: Int64

    package init(
        _ new: [NewProgress],
        digest: BodyDigest?,
        if precondition: Precondition = .none,
        names: NameRights,
        at now: Int64
    ) {
        self.new = new
        self.digest = digest
        self.precondition = precondition
        self.names = names
        self.now = now
    }

    /// Creates a root, or the child that the claimant's reservation waits for.
    /// - Parameter replaced: the run that ends with it.
    package func insert(
        into registry: RegistryState,
        by claimant: Claimant,
        replacing replaced: ReplacedRun? = nil
    ) throws(RegistryRefusal) -> ProgressSnapshot {
        guard let reservation = claimant.reservation, !registry.access.isAsleep(reservation),
            let place = registry.tree.openReservation(reservation.reservationKey, at: now)
        else {
            if claimant.mustClaim { throw .outsideScope }
            return registry.snapshot(try insert(new, into: registry, under: nil, replacing: replaced))
        }
        var new = new
        new[0].pendingUnitCount = place.pendingUnitCount
        let written = try insert(new, into: registry, under: place.parent, replacing: replaced)
        registry.tree.claim(reservation.reservationKey)
        if claimant.isWithTokens {
            registry.access.claim(reservation, by: new[0].id, registry.tree.forest, at: now)
        } else {
            registry.access.forgetMaker(reservation.reservationKey)
        }
        return registry.snapshot(written)
    }

    /// Creates a child of `parent`.
    package func insert(
        into registry: RegistryState,
        under parent: NodeReference
    ) throws(RegistryRefusal) -> ProgressSnapshot {
        let index: NodeIndex
        do { index = try registry.tree.find(parent) } catch { throw .tree(error) }
        try precondition.check(index, in: registry.tree.forest)
        return registry.snapshot(try insert(new, into: registry, under: index))
    }

    /// Creates what is named `name`, or finds what the same body created under that name before and has not ended.
    package func put(
        name: String,
        into registry: RegistryState,
        by claimant: Claimant
    ) throws(RegistryRefusal) -> (ProgressSnapshot, isNew: Bool) {
        guard let index = try? registry.tree.find(name: name) else {
            if precondition.isGiven { throw .preconditionWithoutNode(name) }
            return (try insert(into: registry, by: claimant), true)
        }
        let hasEnded = registry.tree.forest.isEnded(index)
        if !hasEnded && !claimant.mayRepeat(index, in: registry, at: now) { throw .outsideScope }
        if !hasEnded || registry.tree.forest.reaches(index, names.writing) {
            try precondition.check(index, in: registry.tree.forest)
        }
        if hasEnded { return (try insert(into: registry, by: claimant), true) }
        guard let digest, registry.digests[registry.tree.forest.id(of: index)] == digest else {
            throw .nameTakenByAnotherBody(name, names.holder(of: name, in: registry.tree))
        }
        return (registry.tree.snapshot(of: index), false)
    }

    /// Begins a run of `name`, whose present one ends with it.
    package func beginRun(
        of name: String,
        in registry: RegistryState,
        by claimant: Claimant,
        as caller: Caller
    ) throws(RegistryRefusal) -> ProgressSnapshot {
        guard let index = try? registry.tree.find(name: name) else {
            if precondition.isGiven { throw .preconditionWithoutNode(name) }
            return try insert(into: registry, by: claimant)
        }
        // Who may not write to it is refused for that, and does not learn its id and version.
        if registry.tree.forest.reaches(index, names.writing) {
            try precondition.check(index, in: registry.tree.forest)
        }
        return try insert(into: registry, by: claimant, replacing: ReplacedRun(index, by: caller))
    }

    private func insert(
        _ new: [NewProgress],
        into registry: RegistryState,
        under parent: NodeIndex?,
        replacing replaced: ReplacedRun? = nil
    ) throws(RegistryRefusal) -> Written {
        do {
            let written = try registry.tree.insert(
                new,
                under: parent,
                takingNamesIn: names.writing,
                replacing: replaced,
                at: now
            )
            // A child that joins finished is gone already.
            if let digest, registry.tree.forest.holds(new[0].id) {
                registry.digests.insert(digest, of: new[0].id, in: registry.tree.forest)
            }
            return written
        } catch {
            throw RegistryRefusal(error, names, registry.tree, at: new.pointerToName(in: error))
        }
    }
}

extension [NewProgress] {
    /// The JSON pointer of the name that is taken: of two in one create, the later one.
    fileprivate func pointerToName(in error: ProgressError) -> String {
        guard case .nameTaken(let name) = error, var position = lastIndex(where: { $0.details?.name == name }) else {
            return "/name"
        }
        var pointer = "/name"
        while self[position].parentPosition >= 0 {
            let parent = self[position].parentPosition
            let rank = self[..<position].count { $0.parentPosition == parent }
            pointer = "/children/\(rank)" + pointer
            position = parent
        }
        return pointer
    }
}
