import ProgressCore
import ProgressRegistry
import ProgressWire

/// Calls about grants and sessions.
struct AccessCalls {
    let service: ServiceContext
    let reactor: Int
    let gatekeeper: Gatekeeper

    private var registry: ProgressRegistry { service.registry }

    /// `POST …/grants`: opens the subtree to bearers of the returned token.
    func grant(_ request: APIRequest, _ answer: Answer) throws(RequestError) {
        let body = try request.body(as: GrantBody.init)
        guard let role = Role(name: body.role) else {
            throw .body(.outOfRange(pointer: "/role", value: body.role, range: "viewer, reporter, operator"))
        }
        let maker = request.permit?.lasting
        let (id, token) = (service.makeID(), service.makeID())
        let asked = body.expiresIn.map { request.now + Int64($0 * 1_000) }
        // A grant does not outlive the right that makes it.
        let expiresAt = [asked, maker?.expiresAt].compactMap(\.self).min()
        let limit = service.configuration.maximumGrants
        let nodeID = try registry.enter(from: reactor) { registry throws(RequestError) in
            let index = try RequestError.ofRefusal { () throws(RegistryRefusal) in
                try registry.find(request.node, if: request.head.precondition)
            }
            let nodeID = registry.tree.forest.id(of: index)
            if maker?.isOver(at: request.now) == true { throw .unauthorized }
            if registry.access.grantCount >= limit {
                registry.access.sweepGrants(registry.tree.forest, at: request.now)
            }
            if registry.access.grantCount >= limit { throw .tooManyGrants(limit: limit) }
            registry.access.insert(
                AccessTable.Grant(
                    id: id,
                    permit: Permit(
                        role: min(role, maker?.role ?? .operator),
                        digest: TokenDigest(token.description.utf8),
                        scope: nodeID,
                        expiresAt: expiresAt,
                        grant: id
                    ),
                    node: nodeID,
                    maker: maker?.grant,
                    origin: maker?.digest,
                    service.provenance(of: request)
                )
            )
            return nodeID
        }
        answer.status = 201
        service.prefix.append(to: &answer.location)
        answer.location.append("/v1/grants/")
        id.append(to: &answer.location)
        answer.body.append("{\"grantID\":")
        answer.body.appendID(id)
        answer.body.append(",\"token\":")
        answer.body.appendID(token)
        answer.body.append(",\"role\":\"")
        answer.body.append(role.name)
        answer.body.append("\",\"nodeID\":")
        answer.body.appendID(nodeID)
        answer.body.append(",\"expiresAt\":")
        answer.body.appendMoment(expiresAt)
        answer.body.append("}")
    }

    /// `DELETE /v1/grants/{grantID}`: ends a grant's right, or a claim's, and all that derives from it.
    func revoke(_ request: APIRequest, _ answer: Answer) throws(RequestError) {
        let wasThere = registry.enter(from: reactor) { registry in
            guard case .id(let id?) = request.head.route.subject, let right = registry.access.right(id) else {
                return false
            }
            // With a grant, no other right is visible.
            if let maker = request.permit?.lasting, maker.scope != nil, !registry.access.came(right.origin, of: maker) {
                return false
            }
            right.permit.endIfGone(registry.tree.forest)
            defer { registry.revoke(id, at: request.now) }
            return !right.permit.isOver(at: request.now)
        }
        if !wasThere { throw .noSuchPath }
        answer.status = 204
    }

    /// `GET /v1/session`: the caller's right, so that a page shows only what may be done.
    func session(_ request: APIRequest, _ answer: Answer) {
        answer.cacheControl = "no-store"
        answer.body.append("{\"role\":\"")
        answer.body.append((request.permit?.role ?? .operator).name)
        answer.body.append("\",\"nodeID\":")
        answer.body.appendID(request.permit?.scope)
        answer.body.append(",\"expiresAt\":")
        answer.body.appendMoment(request.permit?.expiresAt)
        answer.body.append("}")
    }

    /// `POST /v1/session`: exchanges a token for a cookie, so that pages need not keep the token.
    func openSession(_ request: APIRequest, _ answer: Answer) throws(RequestError) {
        let body = try request.body(as: SessionBody.init)
        if !AccessToken.isPossible(body.token) {
            if service.requiresTokens { throw .unauthorized }
            throw .body(.outOfRange(pointer: "/token", value: "no token", range: "1 to 1024 visible ASCII characters"))
        }
        answer.status = 204
        answer.cacheControl = "no-store"
        if !service.requiresTokens { return }
        // A listed origin may write, but not sign this browser in.
        if SameOrigin.isDenied(request.headers, allowed: []) {
            throw .crossSite("The browser reports that a page of another site makes this call.")
        }
        let permit = try gatekeeper.counted(request) {
            gatekeeper.permit(of: BearerToken(body.token[...]), for: request)
        }
        let secret = service.makeID().description
        registry.enter(from: reactor) { $0.access.openSession(TokenDigest(secret.utf8), permit, at: request.now) }
        answer.setCookie = SessionCookie.set(secret, path: service.prefix.cookiePath)
    }

    /// `DELETE /v1/session`: invalidates the cookie and ends its streams.
    func closeSession(_ request: APIRequest, _ answer: Answer) throws(RequestError) {
        answer.status = 204
        answer.cacheControl = "no-store"
        guard let cookie = request.headers.cookies.flatMap(SessionCookie.digest) else { return }
        if !SameOrigin.isProven(request.headers) {
            throw .crossSite("A write by cookie needs an Origin or Sec-Fetch-Site that names this service.")
        }
        registry.enter(from: reactor) { $0.access.closeSession(cookie) }
        answer.setCookie = SessionCookie.clear(path: service.prefix.cookiePath)
    }
}
