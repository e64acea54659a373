import ProgressCore
import Testing

@testable import ProgressRegistry

/// Rights after a change of the tokens in the settings.
@Suite struct TokenListingTests {
    private let state = RegistryState(limits: ProgressLimits())
    private let top = ProgressID(high: 1, low: 1)
    private let grantID = ProgressID(high: 2, low: 2)
    private let tokens: TokenSet

    init() throws {
        tokens = TokenSet(try AccessToken.list("operator:old\nviewer:see"))
        state.relist(tokens, at: 0)
        state.tree.beginRecording()
        state.access.unsaved = []
        var new = NewProgress(id: top)
        new.counts = Counts(total: 10, completed: 0)
        _ = try state.tree.insert([new], at: 0)
    }

    private func digest(_ token: String) -> TokenDigest { TokenDigest(token.utf8) }

    private func list(_ text: String) throws -> TokenSet {
        TokenSet(try AccessToken.list(text), after: state.access.tokens)
    }

    private func permit(_ token: String) throws -> Permit {
        let permit = state.access.grantPermit(digest(token), state.tree.forest, at: 0)
        return try #require(permit)
    }

    /// A grant, made with a token of the settings.
    private func grant(_ token: String, by maker: String, _ role: Role) {
        let permit = Permit(role: role, digest: digest(token), scope: top, grant: grantID)
        state.access.insert(
            AccessTable.Grant(id: grantID, permit: permit, node: top, maker: nil, origin: digest(maker))
        )
    }

    private func reserve(_ token: ProgressID, by permit: Permit?) throws {
        let digest = TokenDigest(reservation: token)
        _ = try state.tree.reserve(
            try state.tree.find(top),
            pendingUnitCount: 4,
            key: digest.reservationKey,
            expiresAt: nil,
            at: 0
        )
        _ = state.access.reserve(digest, by: permit, state.tree, at: 0)
    }

    @Test func `a token that stays keeps its permit, and streams with it`() throws {
        let (kept, removed) = (tokens.permit(digest("see")), tokens.permit(digest("old")))

        state.relist(try list("viewer:see\noperator:new"), at: 0)

        #expect(state.access.tokens.permit(digest("see")) === kept && kept?.isOver(at: 0) == false)
        #expect(state.access.tokens.permit(digest("old")) == nil && removed?.isOver(at: 0) == true)
    }

    @Test func `what a removed token made sleeps, and wakes when it is listed again`() throws {
        grant("link", by: "old", .operator)
        let before = try permit("link")
        state.access.unsaved = []

        state.relist(try list("viewer:see"), at: 0)
        #expect(before.isOver(at: 0))
        let asleep = state.access.grantPermit(digest("link"), state.tree.forest, at: 0)
        #expect(asleep == nil && state.access.record(of: digest("link")) != nil && state.access.unsaved == [])
        state.relist(try list("viewer:see\noperator:old"), at: 0)

        #expect(try permit("link").role == .operator)
    }

    @Test func `what nobody's token made any more ends, and units that were set aside are credited`() throws {
        let (open, claimed) = (ProgressID(high: 3, low: 3), ProgressID(high: 4, low: 4))
        let child = ProgressID(high: 5, low: 5)
        let maker = tokens.permit(digest("old"))
        grant("link", by: "old", .reporter)
        try reserve(claimed, by: maker)
        _ = try state.tree.insert([NewProgress(id: child)], under: try state.tree.find(top), at: 0)
        state.tree.claim(TokenDigest(reservation: claimed).reservationKey)
        state.access.claim(TokenDigest(reservation: claimed), by: child, state.tree.forest, at: 0)
        // A reservation made by way of the grant, likewise.
        try reserve(open, by: try permit("link"))
        state.access.openSession(digest("cookie"), try #require(maker), at: 0)
        let claim = state.access.claimPermit(TokenDigest(reservation: claimed), state.tree.forest, at: 0)
        let permits = [
            claim, try permit("link"), state.access.sessionPermit(digest("cookie"), state.tree.forest, at: 0),
        ]

        let next = try list("viewer:see")
        state.relist(next, at: 0)
        state.endUnlisted(at: 0) { next.permit($0) != nil }

        #expect(permits.allSatisfy { $0?.isOver(at: 0) == true })
        #expect(state.access.recordedDigests.isEmpty)
        let reserved = state.tree.openReservation(TokenDigest(reservation: open).reservationKey, at: 0)
        #expect(reserved == nil)
        #expect(state.tree.snapshot(of: try state.tree.find(top)).completedUnitCount == 4)
        let made = [
            digest("link"), digest("cookie"), TokenDigest(reservation: open), TokenDigest(reservation: claimed),
        ]
        #expect(state.access.unsaved?.isSuperset(of: made) == true)
    }

    @Test func `what was made without a token stays`() throws {
        state.access.insert(
            AccessTable.Grant(
                id: grantID,
                permit: Permit(role: .viewer, digest: digest("link"), scope: top, grant: grantID),
                node: top,
                maker: nil,
                origin: nil
            )
        )

        state.relist(try list("viewer:new"), at: 0)
        state.endUnlisted(at: 0) { _ in false }

        #expect(try !permit("link").isOver(at: 0))
    }

    @Test func `a role that changes counts at once, for what was made with it, too`() throws {
        grant("link", by: "old", .operator)
        state.access.openSession(digest("cookie"), try #require(tokens.permit(digest("old"))), at: 0)

        state.relist(try list("viewer:old\nviewer:see"), at: 0)
        let less = try permit("link").role
        let session = state.access.sessionPermit(digest("cookie"), state.tree.forest, at: 0)?.role
        state.relist(try list("operator:old\nviewer:see"), at: 0)

        #expect(less == .viewer && session == .viewer)
        #expect(try permit("link").role == .operator)
    }

    @Test func `a visitor has the role that it comes with, until nobody lists it`() throws {
        let first = state.access.visitor(digest("new"), .reporter)
        let again = state.access.visitor(digest("new"), .reporter)
        let other = state.access.visitor(digest("new"), .operator)
        #expect(first === again && first.isOver(at: 0) && other.role == .operator)
        grant("link", by: "new", .viewer)

        state.endUnlisted(at: 0) { $0 == digest("new") }
        #expect(try !other.isOver(at: 0) && !permit("link").isOver(at: 0))
        state.endUnlisted(at: 0) { _ in false }

        #expect(other.isOver(at: 0) && state.access.recordedDigests.isEmpty)
    }

    @Test func `rights that derive from each other in a circle end`() throws {
        let (one, two) = (digest("one"), digest("two"))
        state.access.adopt([RightRecord(digest: one, kind: .session, origin: two)], ended: [], state.tree, at: 0)
        state.access.adopt([RightRecord(digest: two, kind: .session, origin: one)], ended: [], state.tree, at: 0)

        #expect(state.access.root(of: one) == nil)
    }

    @Test func `replicas share what both list, and nothing only where neither lists any`() throws {
        let announced = { (text: String) in AnnouncedTokens(try TokenSet(AccessToken.list(text)).announcement) }
        let own = try announced("viewer:a\noperator:b")

        #expect(own.shares(with: try announced("reporter:b")) && own.lists(digest("a")))
        #expect(!own.shares(with: try announced("viewer:c")) && !own.lists(digest("c")))
        #expect(!own.shares(with: AnnouncedTokens("")) && !AnnouncedTokens("").shares(with: own))
        #expect(AnnouncedTokens("").shares(with: AnnouncedTokens("")))
    }
}
