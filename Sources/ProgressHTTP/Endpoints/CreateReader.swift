import ProgressCore
import ProgressRegistry
import ProgressWire

/// Reads what a request wants to create, before the registry is entered.
struct CreateReader {
    let service: ServiceContext

    /// A create by `POST`: a root, or a child whose parent has to meet the request's precondition.
    func creation(_ value: JSONValue, isChild: Bool, _ request: APIRequest) throws(RequestError) -> Creation {
        let new = try newProgress(value, isChild: isChild, request)
        let isNamed = new[0].details?.name != nil
        let key = isNamed ? nil : request.head.idempotencyKey
        return Creation(
            new,
            digest: isNamed || key != nil ? digest(value, request) : nil,
            key: key,
            if: isChild ? request.head.precondition : .none,
            names: request.nameRights,
            at: request.now
        )
    }

    /// A create under the name of the path.
    func creation(of name: String, _ value: JSONValue, _ request: APIRequest) throws(RequestError) -> Creation {
        var new = try newProgress(value, isChild: false, request)
        if let inside = new[0].details?.name, !inside.hasSameBytes(as: name) {
            throw .nameMismatch(path: name, body: inside)
        }
        new[0].apply(name: name)
        return Creation(
            new,
            digest: digest(value, request),
            if: request.head.precondition,
            names: request.nameRights,
            at: request.now
        )
    }

    /// The name in the path; an id names nothing that could be created.
    func name(in request: APIRequest) throws(RequestError) -> String {
        if case .name(let name)? = request.head.route.node { return name }
        let path = request.path
        let last = path[(path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0)...]
        throw .nameIsID(PathSegment.shown(last))
    }

    func claimant(_ request: APIRequest) -> Claimant {
        Claimant(
            reservation: request.headers.reservation.map { TokenDigest(reservation: $0) },
            scope: request.permit?.scope,
            mustClaim: request.mustClaim,
            isWithTokens: request.isWithTokens
        )
    }

    /// The digest by which a PUT of the same name, or a POST with the same key, recognizes this create.
    private func digest(_ value: JSONValue, _ request: APIRequest) -> BodyDigest {
        request.reading?.digest ?? BodyDigest.digest(value)
    }

    private func newProgress(
        _ value: JSONValue,
        isChild: Bool,
        _ request: APIRequest
    ) throws(RequestError) -> [NewProgress] {
        do {
            if let new = request.reading?.new { return try new.get() }
            return try CreateBody.parse(value, isChild: isChild, makeID: service.makeID)
        } catch {
            throw .body(error)
        }
    }
}

extension NewProgress {
    fileprivate mutating func apply(name: String) {
        var details = self.details ?? ProgressDetails()
        details.name = name
        self.details = details
    }
}
