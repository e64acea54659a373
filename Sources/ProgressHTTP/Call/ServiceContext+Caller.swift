import Platform
import ProgressCore
import ProgressRegistry

extension ServiceContext {
    /// Enters the registry with values alone, and makes a problem of its refusal.
    func enter<Value>(
        _ request: APIRequest,
        from reactor: Int,
        _ body: (RegistryState) throws(RegistryRefusal) -> Value
    ) throws(RequestError) -> Value {
        do { return try registry.enter(from: reactor, body) } catch {
            throw RequestError(error, isAnonymous: request.permit == nil)
        }
    }
}

/// The caller of a request, as readers of its changes see it.
extension ServiceContext {
    func caller(of request: APIRequest) -> Caller { Caller(role: role(of: request), user: user(of: request)) }

    /// The provenance of a right that a call makes.
    func provenance(of request: APIRequest) -> Provenance {
        let maker = request.permit?.lasting
        let claim = maker.flatMap { $0.scope == nil ? nil : $0.digest.reservationKey }
        return Provenance(createdAt: request.now, by: caller(of: request), grant: maker?.grant ?? claim)
    }

    private func role(of request: APIRequest) -> Caller.Role {
        guard let permit = request.permit else { return .operator }
        if permit.scope != nil { return .grant }
        return permit.role == .operator ? .operator : .reporter
    }

    /// The user that a trusted proxy named; a line of a batch has the user of the batch.
    func user(of request: APIRequest) -> String? {
        guard case .exchange(let exchange) = request.headers else { return request.userOfBatch }
        return proxies.user(of: exchange)
    }

    /// The address from which the call comes.
    func client(of request: APIRequest) -> PeerAddress? {
        guard case .exchange(let exchange) = request.headers else { return request.clientOfBatch }
        return proxies.client(of: exchange)
    }
}
