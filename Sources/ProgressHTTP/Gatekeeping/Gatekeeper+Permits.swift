import MicroHTTPD
import ProgressCore
import ProgressRegistry

/// From a credential to the permit that it brings.
extension Gatekeeper {
    /// The permit of the call's credential; nil without a credential.
    /// - Throws: `.unauthorized` for an invalid or expired credential, `.tooManyWrongTokens` after too many of them.
    func permit(_ request: APIRequest, _ rights: KnownRights) throws(RequestError) -> Permit? {
        // A line of a batch inherits the batch's, as long as that lasts.
        if case .none = request.head.credential {
            if request.permit?.isOver(at: request.now) == true { throw .unauthorized }
            return request.permit
        }
        // Elsewhere it may be known, and be counted if it is not.
        if rights == .some && request.head.credential.mayBeValid { return try permit(ofCredentialOf: request) }
        return try counted(request) { () throws(RequestError) in try permit(ofCredentialOf: request) }
    }

    /// The permit that `find` returns, unless the caller's client has sent too many wrong tokens; nil is one more.
    func counted(
        _ request: APIRequest,
        _ find: () throws(RequestError) -> Permit?
    ) throws(RequestError) -> Permit {
        try refuseGuesser(request)
        if let permit = try find() { return permit }
        noteWrongToken(request)
        throw .unauthorized
    }

    /// Refuses every token of a client that has sent too many wrong ones.
    func refuseGuesser(_ request: APIRequest) throws(RequestError) {
        let wrongTokens = service.wrongTokens
        if wrongTokens.refusesSomebody(at: request.now),
            let client = service.client(of: request),
            wrongTokens.refuses(client, at: request.now)
        {
            throw .tooManyWrongTokens(limit: wrongTokens.limit)
        }
    }

    func noteWrongToken(_ request: APIRequest) {
        let wrongTokens = service.wrongTokens
        if let client = service.client(of: request), wrongTokens.add(client, at: request.now) {
            service.log.refusesTokens(of: client, limit: wrongTokens.limit)
        }
    }

    private func permit(ofCredentialOf request: APIRequest) throws(RequestError) -> Permit? {
        switch request.head.credential {
        case .none, .unreadable: return nil
        case .bearer(let token): return self.permit(of: token, for: request)
        case .grant(let digest):
            if forwardedStanding(of: request) == .asleep { return nil }
            return registry.enter(from: reactor) { $0.access.grantPermit(digest, $0.tree.forest, at: request.now) }
        case .session(let cookie, let isSameOrigin):
            if forwardedStanding(of: request) == .asleep { return nil }
            let permit = registry.enter(from: reactor) {
                $0.access.sessionPermit(cookie, $0.tree.forest, at: request.now)
            }
            if permit != nil && !request.isRead && !isSameOrigin {
                throw .crossSite("A write by cookie needs an Origin or Sec-Fetch-Site that names this service.")
            }
            return permit
        }
    }

    /// The permit of a token of the settings, of a grant, or of a claimed reservation; nil if the token is invalid. Where
    /// another replica forwards the request, its list counts.
    func permit(of token: BearerToken, for request: APIRequest) -> Permit? {
        switch forwardedStanding(of: request) {
        case nil: if let permit = tokens.permit(token.digest) { return permit }
        case .listed(let role):
            if let own = tokens.permit(token.digest), own.role == role { return own }
            return registry.enter(from: reactor) { $0.access.visitor(token.digest, role) }
        case .unlisted: break
        case .asleep: return nil
        }
        return registry.enter(from: reactor) { registry in
            registry.access.grantPermit(token.digest, registry.tree.forest, at: request.now)
                ?? token.reservation.flatMap {
                    registry.access.claimPermit($0, registry.tree.forest, at: request.now)
                }
        }
    }

    /// The view that the forwarding replica has of the right that the request brings; nil if no replica forwards it.
    func forwardedStanding(of request: APIRequest) -> TokenStanding? {
        guard let replica = service.replica, case .exchange(let exchange) = request.headers,
            let forwarded = ForwardedStanding(exchange), replica.isKey(forwarded.key)
        else { return nil }
        return forwarded.standing
    }
}
