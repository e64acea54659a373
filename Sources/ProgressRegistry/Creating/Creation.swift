package import ProgressCore

/// A create, read from its request before the registry is entered. Its methods run inside the gate.
package struct Creation: Sendable {
    /// The progress to create and everything below it, parents first.
    private let new: [NewProgress]
    /// The digest of the body; nil if the progress has neither a name nor a key.
    private let digest: BodyDigest?
    /// The `Idempotency-Key` of a progress without a name.
    private let key: [UInt8]?
    private let precondition: Precondition
    private let names: NameRights
    /// Milliseconds since 1970.
    private let now: Int64

    package init(
        _ new: [NewProgress],
        digest: BodyDigest?,
        key: [UInt8]? = nil,
        if precondition: Precondition = .none,
        names: NameRights,
        at now: Int64
    ) {
        self.new = new
        self.digest = digest
        self.key = key
        self.precondition = precondition
        self.names = names
        self.now = now
    }

    /// Creates a root, or the child that the claimant's reservation waits for; or finds the progress that the same body
    /// created there with the same key.
    package func post(
        into registry: RegistryState,
        by claimant: Claimant
    ) throws(RegistryRefusal) -> (ProgressSnapshot, isNew: Bool) {
        if key != nil {
            if let parent = claimant.parent(in: registry, at: now),
                let index = try repeated(below: parent, in: registry, by: claimant)
            {
                return (registry.tree.snapshot(of: index), false)
            }
            // Also a child that came too late for its reservation.
            if let index = try repeated(below: nil, in: registry, by: claimant) {
                return (registry.tree.snapshot(of: index), false)
            }
        }
        return (try insert(into: registry, by: claimant), true)
    }

    /// Creates a child of `parent`, or finds the progress that the same body created there with the same key. The
    /// precondition, which the first of two would change, is then not looked at.
    package func post(
        into registry: RegistryState,
        under parent: NodeReference
    ) throws(RegistryRefusal) -> (ProgressSnapshot, isNew: Bool) {
        let index: NodeIndex
        do { index = try registry.tree.find(parent) } catch { throw .tree(error) }
        if key != nil, let child = try repeated(below: registry.tree.forest.id(of: index), in: registry, by: nil) {
            return (registry.tree.snapshot(of: child), false)
        }
        try precondition.check(index, in: registry.tree.forest)
        return (registry.snapshot(try insert(new, into: registry, under: index)), true)
    }

    /// The progress that the key created there, if the caller may write to it.
    /// - Throws: `.keyReused` if the body was a different one.
    private func repeated(
        below parent: ProgressID?,
        in registry: RegistryState,
        by claimant: Claimant?
    ) throws(RegistryRefusal) -> NodeIndex? {
        guard let key, let id = registry.keys.node(of: CreateKey(key, below: parent)),
            let index = try? registry.tree.find(id)
        else { return nil }
        let mayWrite =
            registry.tree.forest.reaches(index, names.writing)
            || claimant?.hasClaimed(index, in: registry, at: now) == true
        if !mayWrite { return nil }
        guard let digest, registry.digests[id] == digest else {
            throw .keyReused(NameHolder(id: id, state: registry.tree.state(of: index)))
        }
        return index
    }

    /// Creates a root, or the child that the claimant's reservation waits for.
    /// - Parameter replaced: the run that ends with it.
    private func insert(
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
        // A create that may be repeated is recognized by its claim, also once the reservation was resigned.
        if claimant.isWithTokens || key != nil {
            registry.access.claim(reservation, by: new[0].id, registry.tree.forest, at: now)
        } else {
            registry.access.forgetMaker(reservation.reservationKey)
        }
        return registry.snapshot(written)
    }

    /// Creates a progress named `name`, or finds the one that the same body created under that name, if it has not
    /// ended.
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
        // A caller that may not write to it is refused for that, and does not learn its id and version.
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
                if let key { note(key, below: parent, in: registry) }
            }
            return written
        } catch {
            throw RegistryRefusal(error, names, registry.tree, at: new.pointerToName(in: error))
        }
    }
}

extension Creation {
    /// If a progress that is not the caller's has the key there already, it keeps it.
    private func note(_ key: [UInt8], below parent: NodeIndex?, in registry: RegistryState) {
        let key = CreateKey(key, below: parent.map { registry.tree.forest.id(of: $0) })
        if let holder = registry.keys.node(of: key), registry.tree.forest.holds(holder) { return }
        registry.keys.insert(key, of: new[0].id, in: registry.tree.forest)
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
