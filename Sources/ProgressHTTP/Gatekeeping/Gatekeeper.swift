import MicroHTTPD
import ProgressCore
import ProgressRegistry

/// Decides who may make a call. Ask it for every call: a right may have ended since the last one.
struct Gatekeeper {
    private let service: ServiceContext
    private let reactor: Int

    init(_ service: ServiceContext, reactor: Int) {
        self.service = service
        self.reactor = reactor
    }

    private var registry: ProgressRegistry { service.registry }

    /// Refuses the call, or sets its permit.
    ///
    /// For a permit on one subtree it also makes the route name its node by id: a name may belong to another node a
    /// moment later, an id never does.
    func admit(_ request: inout APIRequest) throws(RequestError) {
        let row = request.head.row
        if request.head.isFromOtherSite && !isAuthorizedByItself(request.head) {
            throw .crossSite("The browser reports that a page of another site makes this call.")
        }
        guard let needed = row.role, service.requiresTokens else { return }
        request.isWithTokens = true
        if row.call == .metrics && service.configuration.hasOpenMetrics { return }
        if row.call == .badge && service.configuration.hasOpenBadges { return }
        let permit = try permit(request)
        request.permit = permit
        if mayClaim(request.head), permit.map({ $0.scope != nil || $0.role < needed }) ?? true {
            if row.call == .patch, let permit, let scope = permit.scope, permit.role >= needed {
                // A patch inside the subtree is like any other.
                do throws(RequestError) { return try narrow(&request, to: scope) } catch {}
            }
            return try admitClaim(&request)
        }
        guard let permit else { throw .unauthorized }
        guard permit.role >= needed else {
            throw .forbidden("The token is \(permit.role.withArticle)'s; this call needs \(needed.withArticle).")
        }
        if let scope = permit.scope { try narrow(&request, to: scope) }
    }

    /// Whether the caller of a page that is open to everyone may also read what the page is about.
    func mayRead(_ request: inout APIRequest) -> Bool {
        if !service.requiresTokens { return true }
        guard let permit = try? permit(request) else { return false }
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

    /// A create without the right to make roots must claim a reservation, which is checked later, inside the gate.
    private func admitClaim(_ request: inout APIRequest) throws(RequestError) {
        let hasToken = request.headers.withValue("progress-reservation") { value in
            value.map { ProgressID($0) != nil } ?? false
        }
        let mayRepeat = request.permit?.scope != nil && request.method == .put
        if hasToken || mayRepeat {
            request.mustClaim = true
            return
        }
        throw request.permit == nil
            ? .unauthorized : .forbidden("The token does not allow creating a root.")
    }

    /// Refuses a call outside the subtree `scope`, and has it name its node by id.
    private func narrow(_ request: inout APIRequest, to scope: ProgressID) throws(RequestError) {
        let route = request.head.route
        switch (route.path, route.subject) {
        // A name outlives its trees; `RunCalls` shows those runs alone that are in the subtree.
        case (.runs, .node): return
        case (_, .node(let node)):
            let id: ProgressID? = registry.enter(from: reactor) { registry in
                guard let index = try? registry.tree.find(node) else { return nil }
                return registry.tree.isWithin(index, scope) ? registry.tree.id(of: index) : nil
            }
            guard let id else {
                // This token must not learn whether a name is taken outside its subtree; ids cannot be guessed.
                if case .id(let unknown) = node, !registry.enter({ $0.tree.holds(unknown) }) {
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
                registry.tree.reservationParent(key).map { registry.tree.isWithin($0, scope) }
            }
            if isWithin == false { throw .outsideScope }
        case (.grant, .id(let id?)):
            let isWithin: Bool? = registry.enter(from: reactor) { registry in
                guard let grant = registry.access.grant(id), let index = try? registry.tree.find(grant.node) else {
                    return nil
                }
                return registry.tree.isWithin(index, scope)
            }
            if isWithin == false { throw .outsideScope }
        case (.reservation, _), (.grant, _): return
        default: throw .outsideScope
        }
    }

    // MARK: Permits

    /// The permit of the call's credential; nil if it has none.
    /// - Throws: `.unauthorized` for an invalid or expired credential, `.tooManyWrongTokens` after too many of them.
    private func permit(_ request: APIRequest) throws(RequestError) -> Permit? {
        // A line of a batch inherits the batch's.
        if case .none = request.head.credential { return request.permit }
        return try counted(request) { () throws(RequestError) in try permit(ofCredentialOf: request) }
    }

    /// The permit that `find` returns, unless the caller's client has sent too many wrong tokens; nil is one more.
    func counted(
        _ request: APIRequest,
        _ find: () throws(RequestError) -> Permit?
    ) throws(RequestError) -> Permit {
        let wrongTokens = service.wrongTokens
        if wrongTokens.refusesSomebody(at: request.now),
            let client = service.client(of: request),
            wrongTokens.refuses(client, at: request.now)
        {
            throw .tooManyWrongTokens(limit: wrongTokens.limit)
        }
        if let permit = try find() { return permit }
        if let client = service.client(of: request), wrongTokens.add(client, at: request.now) {
            service.log.refusesTokens(of: client, limit: wrongTokens.limit)
        }
        throw .unauthorized
    }

    private func permit(ofCredentialOf request: APIRequest) throws(RequestError) -> Permit? {
        switch request.head.credential {
        case .none, .unreadable: return nil
        case .bearer(let token): return self.permit(of: token, at: request.now)
        case .grant(let digest):
            return registry.enter(from: reactor) { $0.access.grantPermit(digest, $0.tree, at: request.now) }
        case .session(let cookie, let isSameOrigin):
            let permit = registry.enter(from: reactor) { $0.access.sessionPermit(cookie, at: request.now) }
            if permit != nil && !request.isRead && !isSameOrigin {
                throw .crossSite("A write by cookie needs an Origin or Sec-Fetch-Site that names this service.")
            }
            return permit
        }
    }

    /// The permit of a token of the settings, of a grant, or of a claimed reservation; nil if the token is invalid.
    func permit(of token: BearerToken, at now: Int64) -> Permit? {
        if let permit = service.tokens.permit(token.digest) { return permit }
        return registry.enter(from: reactor) { registry in
            registry.access.grantPermit(token.digest, registry.tree, at: now)
                ?? token.reservation.flatMap { registry.access.claimPermit($0, registry.tree) }
        }
    }
}
