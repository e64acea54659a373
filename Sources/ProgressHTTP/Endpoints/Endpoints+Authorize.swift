import MicroHTTPD
import ProgressCore
import ProgressRegistry
import ProgressWire

extension Endpoints {
    /// Refuses who may not call `route`; gives the request the permit that it came with.
    /// - Returns: the route, by id where the permit is for one subtree only.
    func authorize(_ route: Route, _ request: inout APIRequest) throws(RequestError) -> Route {
        guard let needed = route.requiredRole(request.method) else { return route }
        if !service.requiresTokens {
            if request.method != .get, request.method != .head,
                SameOrigin.isDenied(request, allowed: configuration.corsOrigins)
            {
                throw .forbidden("The browser says that a page of another site makes this call.")
            }
            return route
        }
        request.isWithTokens = true
        if case .metrics = route, configuration.hasOpenMetrics { return route }
        let permit = try permit(request)
        request.permit = permit
        if route.isCreate(request.method), permit.map({ $0.scope != nil || $0.role < needed }) ?? true {
            return try authorizeClaim(route, &request)
        }
        guard let permit else { throw .unauthorized }
        guard permit.role >= needed else {
            throw .forbidden("The token is a \(permit.role.name)'s; this call takes a \(needed.name).")
        }
        guard let scope = permit.scope else { return route }
        return try narrow(route, to: scope)
    }

    /// A create without the right to make roots has to claim a reservation; whether it does shows at its turn.
    private func authorizeClaim(_ route: Route, _ request: inout APIRequest) throws(RequestError) -> Route {
        let hasToken = request.withHeader("progress-reservation") { value in
            value.map { ProgressID($0) != nil } ?? false
        }
        let mayRepeat = request.permit?.scope != nil && request.method == .put
        if hasToken || mayRepeat {
            request.mustClaim = true
            return route
        }
        throw request.permit == nil
            ? .unauthorized : .forbidden("The token gives no right to make a root.")
    }

    /// The route for the bearer of a right on one subtree.
    private func narrow(_ route: Route, to scope: ProgressID) throws(RequestError) -> Route {
        if let node = route.node {
            let id: ProgressID? = try registry.enter(from: reactor) { registry throws(RequestError) in
                guard let index = try? registry.tree.find(node) else { return nil }
                return registry.tree.isWithin(index, scope) ? registry.tree.id(of: index) : nil
            }
            guard let id else {
                // Whether a name is taken elsewhere is not for this token to learn; ids cannot be guessed.
                if case .id(let unknown) = node, !registry.enter({ $0.tree.holds(unknown) }) { throw .tree(.notFound) }
                throw .elsewhere
            }
            return route.about(id)
        }
        switch route {
        case .batch: return route
        // Each id is looked at by itself.
        case .events: return route
        case .reservation(let token):
            guard let token else { return route }
            let key = TokenDigest(reservation: token).reservationKey
            let isWithin = registry.enter(from: reactor) { registry in
                registry.tree.reservationParent(key).map { registry.tree.isWithin($0, scope) }
            }
            guard isWithin != false else { throw .elsewhere }
            return route
        case .grant(let id):
            let isWithin: Bool? = registry.enter(from: reactor) { registry in
                guard let id, let grant = registry.access.grant(id),
                    let index = try? registry.tree.find(grant.node)
                else { return nil }
                return registry.tree.isWithin(index, scope)
            }
            guard isWithin != false else { throw .elsewhere }
            return route
        default: throw .elsewhere
        }
    }

    // MARK: Who it is

    /// The permit of the token that the request carries; nil where it carries none.
    /// - Throws: `.unauthorized` for a token that is not, or no longer, good.
    private func permit(_ request: APIRequest) throws(RequestError) -> Permit? {
        if let authorization = request.header("authorization") {
            guard let token = Self.bearer(authorization) else { throw .unauthorized }
            return try found(bearerPermit(token, at: request.now))
        }
        // A line of a batch has the batch's.
        if request.isBatched { return request.permit }
        if request.query != nil, let grant = try QueryParameters(request.query)["grant"] {
            let digest = TokenDigest(grant.utf8)
            return try found(
                registry.enter(from: reactor) { $0.access.grantPermit(digest, $0.tree, at: request.now) }
            )
        }
        guard let cookie = sessionCookie(request) else { return nil }
        let permit = registry.enter(from: reactor) { $0.access.sessionPermit(cookie, at: request.now) }
        if permit != nil, request.method != .get, request.method != .head, !SameOrigin.isProven(request) {
            throw .forbidden("A write by cookie needs an Origin or Sec-Fetch-Site that names this service.")
        }
        return try found(permit)
    }

    private func found(_ permit: Permit?) throws(RequestError) -> Permit {
        guard let permit else { throw .unauthorized }
        return permit
    }

    /// The permit of a token in the settings, of a grant, or of a reservation that was claimed.
    func bearerPermit(_ token: Substring, at now: Int64) -> Permit? {
        let digest = TokenDigest(token.utf8)
        if let permit = service.tokens.permit(digest) { return permit }
        // Reservations' tokens are ids, in either case.
        let canonical = ProgressID(token.utf8).map { TokenDigest(reservation: $0) }
        return registry.enter(from: reactor) { registry in
            registry.access.grantPermit(digest, registry.tree, at: now)
                ?? canonical.flatMap { registry.access.claimPermit($0, registry.tree) }
        }
    }

    private static func bearer(_ authorization: String) -> Substring? {
        let parts = authorization.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        let token = parts[1].drop { $0 == " " }
        return token.isEmpty ? nil : token
    }

    /// The digest of the session's cookie.
    func sessionCookie(_ request: APIRequest) -> TokenDigest? {
        guard let header = request.header("cookie") else { return nil }
        for piece in header.split(separator: ";") {
            let pair = piece.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, pair[0].drop(while: { $0 == " " }) == Self.cookieName else { continue }
            return TokenDigest(pair[1].utf8)
        }
        return nil
    }

    static let cookieName = "progressd_session"
}

extension Route {
    /// Whether it makes a progress that has no parent yet.
    fileprivate func isCreate(_ method: Method) -> Bool {
        switch self {
        case .progressList: method == .post
        case .progress: method == .put
        default: false
        }
    }
}
