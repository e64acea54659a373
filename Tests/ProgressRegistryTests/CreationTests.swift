import ProgressCore
import Testing

@testable import ProgressRegistry

/// Creates and attaches, decided inside the gate by values alone.
struct CreationTests {
    private static let id = ProgressID(high: 0, low: 1)
    private static let digest = BodyDigest((1, 2))
    private static let anyone = Claimant(reservation: nil, scope: nil, mustClaim: false, isWithTokens: false)

    private let registry = RegistryState(limits: ProgressLimits())

    private func creation(
        digest: BodyDigest = digest,
        id: ProgressID = id,
        if precondition: Precondition = .none,
        names: NameRights = .everything
    ) -> Creation {
        var new = NewProgress(id: id)
        var details = ProgressDetails()
        details.name = "import"
        new.details = details
        return Creation([new], digest: digest, if: precondition, names: names, at: 0)
    }

    @Test func `a repeated put finds what the first one created`() throws {
        let first = try creation().put(name: "import", into: registry, by: Self.anyone)

        let second = try creation(id: ProgressID(high: 0, low: 2)).put(name: "import", into: registry, by: Self.anyone)

        #expect(first.isNew && !second.isNew)
        #expect(second.0.id == Self.id)
    }

    @Test func `a put of another body finds the name taken`() throws {
        _ = try creation().put(name: "import", into: registry, by: Self.anyone)

        #expect {
            try creation(digest: BodyDigest((3, 4))).put(name: "import", into: registry, by: Self.anyone)
        } throws: { error in
            guard case RegistryRefusal.nameTakenByAnotherBody("import", let holder) = error else { return false }
            return holder == NameHolder(id: Self.id, state: .indeterminate)
        }
    }

    @Test func `a put with a precondition needs a progress of that name`() {
        #expect {
            try creation(if: .exists).put(name: "import", into: registry, by: Self.anyone)
        } throws: { error in
            guard case RegistryRefusal.preconditionWithoutNode("import") = error else { return false }
            return true
        }
    }

    @Test func `a claimant that must claim creates nothing without an open reservation`() {
        let claimant = Claimant(
            reservation: TokenDigest(reservation: ProgressID(high: 5, low: 5)),
            scope: nil,
            mustClaim: true,
            isWithTokens: true
        )

        #expect {
            try creation().post(into: registry, by: claimant)
        } throws: { error in
            guard case RegistryRefusal.outsideScope = error else { return false }
            return true
        }
        #expect(registry.tree.forest.rootsCount == 0)
    }

    @Test func `a reservation is claimed once, and its token may repeat the put`() throws {
        let parent = ProgressID(high: 0, low: 9)
        _ = try registry.tree.insert([NewProgress(id: parent)], at: 0)
        let token = TokenDigest(reservation: ProgressID(high: 5, low: 5))
        let index = try registry.tree.find(parent)
        _ = try registry.tree.reserve(
            index,
            pendingUnitCount: 3,
            key: token.reservationKey,
            expiresAt: nil,
            at: 0
        )
        let claimant = Claimant(reservation: token, scope: nil, mustClaim: true, isWithTokens: true)

        let first = try creation().put(name: "import", into: registry, by: claimant)
        let second = try creation().put(name: "import", into: registry, by: claimant)

        #expect(first.0.parentID == parent && first.isNew)
        #expect(second.0.id == Self.id && !second.isNew)
    }

    @Test(arguments: [true, false])
    func `a repeated create finds the child of a reservation that was resigned`(isWithTokens: Bool) throws {
        let parent = ProgressID(high: 0, low: 9)
        _ = try registry.tree.insert([NewProgress(id: parent)], at: 0)
        let token = TokenDigest(reservation: ProgressID(high: 5, low: 5))
        let index = try registry.tree.find(parent)
        _ = try registry.tree.reserve(index, pendingUnitCount: 3, key: token.reservationKey, expiresAt: nil, at: 0)
        let claimant = Claimant(reservation: token, scope: nil, mustClaim: false, isWithTokens: isWithTokens)
        func create(_ low: UInt64) throws -> (ProgressSnapshot, isNew: Bool) {
            let new = NewProgress(id: ProgressID(high: 0, low: low))
            return try Creation([new], digest: Self.digest, key: Array("k".utf8), names: .everything, at: 0)
                .post(into: registry, by: claimant)
        }

        let first = try create(1)
        try registry.tree.resign(token.reservationKey, at: 0)
        registry.access.forgetMaker(token.reservationKey)
        let second = try create(2)

        #expect(first.0.parentID == parent && first.isNew)
        #expect(second.0.id == first.0.id && !second.isNew)
    }
}
