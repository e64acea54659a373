import MicroHTTPD
import ProgressCore
import ProgressRegistry

/// Decides who may make a call. Ask it for every call: a right may have ended since the last one.
struct Gatekeeper {
    let service: ServiceContext
    let reactor: Int
    let tokens: ListedTokens

    init(_ service: ServiceContext, reactor: Int) {
        self.service = service
        self.reactor = reactor
        tokens = ListedTokens(service.tokens)
    }

    var registry: ProgressRegistry { service.registry }

    /// The caller's right to make a call, as its head shows it.
    enum Standing {
        /// Everybody may make the call.
        case open
        /// No right is asked for: there are no tokens, or another replica has forwarded the request.
        case unasked
        /// The right suffices, within its scope.
        case permitted(Permit)
        /// The call has to claim a reservation; `patching`: unless it patches a node of this subtree.
        case claims(Permit?, patching: ProgressID?)
        /// Perhaps a right that only the writer knows yet.
        case unknown

        var isOpen: Bool { if case .open = self { true } else { false } }
        var isUnknown: Bool { if case .unknown = self { true } else { false } }
    }

    /// Refuses the call, or sets its permit.
    ///
    /// For a permit on one subtree it also makes the route name its node by id: a name may belong to another node a
    /// moment later, an id never does.
    func admit(_ request: inout APIRequest) throws(RequestError) {
        // Nearly every line of a batch without tokens ends here.
        if !service.requiresTokens && !request.head.isFromOtherSite { return }
        request.isWithTokens = service.requiresTokens && request.head.row.role != nil
        switch try standing(of: request, .all) {
        case .open, .unasked, .unknown: return
        case .permitted(let permit):
            request.permit = permit
            if let scope = permit.scope { try narrow(&request, to: scope) }
        case .claims(let permit, let patching):
            request.permit = permit
            if let patching {
                // A patch inside the subtree is like any other.
                do throws(RequestError) { return try narrow(&request, to: patching) } catch {}
                _ = try claim(of: request, permit, .all)
            }
            if request.method == .put { try checkRepeat(request) }
            request.mustClaim = true
        }
    }

    /// Refuses what the head alone decides. It leaves the scope of a right, the node and the body to be looked at.
    func standing(of request: APIRequest, _ rights: KnownRights) throws(RequestError) -> Standing {
        let head = request.head
        if head.isFromOtherSite && !isAuthorizedByItself(head) {
            throw .crossSite("The browser reports that a page of another site makes this call.")
        }
        guard let needed = head.row.role else { return .open }
        guard service.requiresTokens else { return .unasked }
        if head.row.call == .metrics && service.configuration.hasOpenMetrics { return .open }
        if head.row.call == .badge && service.configuration.hasOpenBadges { return .open }
        if rights == .forwarded { return .unasked }
        let permit = try permit(request, rights)
        if permit == nil && rights == .some && head.credential.mayBeValid { return .unknown }
        if mayClaim(head), permit.map({ $0.scope != nil || $0.role < needed }) ?? true {
            if head.row.call == .patch, let permit, let scope = permit.scope, permit.role >= needed {
                return .claims(permit, patching: scope)
            }
            return try claim(of: request, permit, rights)
        }
        guard let permit else { throw .unauthorized }
        guard permit.role >= needed else {
            throw .forbidden("The token is \(permit.role.withArticle)'s; this call needs \(needed.withArticle).")
        }
        return .permitted(permit)
    }

    /// Whether the caller of a page that is open to everyone may also read what the page is about.
    func mayRead(_ request: inout APIRequest) -> Bool {
        if !service.requiresTokens { return true }
        guard let permit = try? permit(request, .all) else { return false }
        guard let scope = permit.scope else { return true }
        do throws(RequestError) {
            try narrow(&request, to: scope)
            return true
        } catch {
            if case .tree(.notFound) = error { return true }
            return false
        }
    }

    /// Whether the call brings a token, which no browser adds by itself, as it does cookies and Basic authorization.
    /// Without tokens in the settings, and for sessions, any token would do, so none does.
    private func isAuthorizedByItself(_ head: CallHead) -> Bool {
        // MCP has servers look at the origin whatever the request brings.
        guard service.requiresTokens, head.row.role != nil, head.row.call != .mcp else { return false }
        switch head.credential {
        case .bearer, .grant: return true
        case .none, .unreadable, .session: return false
        }
    }

    /// Whether the call may create a root. A PATCH by id never does.
    private func mayClaim(_ head: CallHead) -> Bool {
        switch head.row.call {
        case .create, .put: true
        case .patch:
            if case .name? = head.route.node { (try? head.query.bool("create")) == true } else { false }
        default: false
        }
    }

    /// A create without the right to make roots must claim a reservation: inside the gate, once its body is read. A token
    /// that can claim nothing is refused here, by a look-up; an unknown one counts as a wrong one.
    private func claim(
        of request: APIRequest,
        _ permit: Permit?,
        _ rights: KnownRights
    ) throws(RequestError) -> Standing {
        // A PUT that has claimed may be repeated, within a subtree by whoever may write there.
        let isPut = request.method == .put
        if isPut, let permit, let needed = request.head.row.role, permit.scope != nil, permit.role >= needed {
            return .claims(permit, patching: nil)
        }
        guard let token = reservation(request) else {
            throw permit == nil ? .unauthorized : .forbidden("The token does not allow creating a root.")
        }
        try refuseGuesser(request)
        switch state(of: token, for: request) {
        case .open: return .claims(permit, patching: nil)
        case .claimed where isPut || request.head.idempotencyKey != nil: return .claims(permit, patching: nil)
        case .over where rights == .some, .unknown where rights == .some: return .unknown
        case .claimed, .over: break
        case .unknown: noteWrongToken(request)
        }
        throw permit == nil ? .unauthorized : .forbidden("No reservation that can be claimed has this token.")
    }

    /// Refuses a PUT that can neither claim nor repeat, before its body is read.
    private func checkRepeat(_ request: APIRequest) throws(RequestError) {
        let reservation = self.reservation(request).map { state(of: $0, for: request) }
        if case .open? = reservation { return }
        var scopes = request.permit?.scope.map { [$0] } ?? []
        if case .claimed(let child)? = reservation { scopes.append(child) }
        let isWithin = registry.enter(from: reactor) { registry in
            guard let node = request.head.route.node, let index = try? registry.tree.find(node) else { return false }
            return scopes.contains { registry.tree.forest.isWithin(index, $0) }
        }
        if isWithin { return }
        if case .unknown? = reservation {
            try refuseGuesser(request)
            noteWrongToken(request)
        }
        throw request.permit == nil ? .unauthorized : .outsideScope
    }

    private func reservation(_ request: APIRequest) -> ProgressID? {
        request.headers.withValue("progress-reservation") { value in value.flatMap { ProgressID($0) } }
    }

    private enum ReservationState {
        case open
        case claimed(by: ProgressID)
        /// It has expired, what claimed it is gone, or it was made with a token that is not listed.
        case over
        case unknown
    }

    private func state(of token: ProgressID, for request: APIRequest) -> ReservationState {
        let (digest, now) = (TokenDigest(reservation: token), request.now)
        let isAsleepElsewhere = forwardedStanding(of: request) == .asleep
        return registry.enter(from: reactor) { registry in
            if registry.tree.openReservation(digest.reservationKey, at: now) != nil {
                return isAsleepElsewhere || registry.access.isAsleep(digest) ? .over : .open
            }
            if let child = registry.access.claimPermit(digest, registry.tree.forest, at: now)?.scope {
                return .claimed(by: child)
            }
            return registry.tree.reservationParent(digest.reservationKey) != nil ? .over : .unknown
        }
    }

    /// Refuses a call outside the subtree `scope`, and has it name its node by id.
    private func narrow(_ request: inout APIRequest, to scope: ProgressID) throws(RequestError) {
        let route = request.head.route
        switch (route.path, route.subject) {
        // A name outlives its trees; `RunCalls` shows those runs alone that are in the subtree.
        case (.runs, .node), (.run, .run): return
        case (_, .node):
            let node = request.node
            let id: ProgressID? = registry.enter(from: reactor) { registry in
                guard let index = try? registry.tree.find(node) else { return nil }
                return registry.tree.forest.isWithin(index, scope) ? registry.tree.forest.id(of: index) : nil
            }
            guard let id else {
                // This token must not learn whether a name is taken outside its subtree; ids cannot be guessed.
                if case .id(let unknown) = node, !registry.enter({ $0.tree.forest.holds(unknown) }) {
                    if route.path == .badge { return }
                    throw .tree(.notFound)
                }
                throw .outsideScope
            }
            request.foundNode = id
        case (.batch, _), (.session, _), (.mcp, _): return
        // `StreamCalls` checks each id.
        case (.events, _): return
        case (.reservation, .id(let token?)):
            let key = TokenDigest(reservation: token).reservationKey
            let isWithin = registry.enter(from: reactor) { registry in
                registry.node(ofReservation: key).map { registry.tree.forest.isWithin($0, scope) }
            }
            if isWithin == false { throw .outsideScope }
        // `ReservationCalls`, `AccessCalls` and `RightListCalls` check what derives from the caller's right.
        case (.reservation, _), (.grant, _), (.reservationList, _), (.grantList, _): return
        default: throw .outsideScope
        }
    }
}

/// Which of the rights that a request may bring are known to this process, when only its head is there.
package enum KnownRights {
    /// All of them: it is the service, or the writer of a cluster.
    case all
    /// Perhaps not yet those that the writer made a moment ago. A right that is unknown here refuses nothing.
    case some
    /// Another replica has taken the request, and forwards it whole: the right is asked for when it is answered.
    case forwarded
}
