import ProgressCore
import ProgressRegistry
import ProgressWire

/// Units that a parent sets aside for a child that another program creates.
struct ReservationCalls: NodeCalls {
    let service: ServiceContext
    let reactor: Int
    let replies: ReplyWriter

    func reserve(_ request: APIRequest, _ answer: Answer) throws(RequestError) {
        let body = try request.body(as: ReservationBody.init)
        let token = service.makeID()
        let digest = TokenDigest(reservation: token)
        let asked = body.expiresIn.map { request.now + Int64($0 * 1_000) }
        // It does not outlive the right that makes it.
        let expiresAt = [asked, request.permit?.expiresAt].compactMap(\.self).min()
        let (reservation, directive, isPermitted) = try write(request) { registry, parent throws(ProgressError) in
            let reservation = try registry.tree.reserve(
                parent,
                pendingUnitCount: body.pendingUnitCount,
                key: digest.reservationKey,
                expiresAt: expiresAt,
                at: request.now
            )
            let isPermitted = registry.access.reserve(
                digest,
                by: request.permit,
                registry.tree,
                at: request.now,
                service.provenance(of: request)
            )
            if !isPermitted { registry.tree.expire(reservation.key, at: request.now) }
            return (reservation, registry.tree.forest.directive(of: parent), isPermitted)
        }
        if !isPermitted { throw .unauthorized }
        answer.status = 201
        answer.directive = directive
        if directive != .run { replies.noteDirective(directive, of: reservation.parentID, answer.kind) }
        answerReserve(reservation, token, answer)
    }

    /// `DELETE /v1/reservations/{token}`, or by its `reservationID`: a claim that was made continues, unless
    /// `?revoke=true` ends its right, too.
    func resign(_ request: APIRequest, _ answer: Answer) throws(RequestError) {
        let revokes = try request.head.query.bool("revoke")
        guard case .id(let id?) = request.head.route.subject else { throw .tree(.notFound) }
        let key = TokenDigest(reservation: id).reservationKey
        try registry.enter(from: reactor) { registry throws(RequestError) in
            if registry.knows(reservation: key) { return try Self.end(key, revokes: revokes, request, registry) }
            guard registry.knows(reservation: id), Self.reaches(id, request.permit?.lasting, registry) else {
                throw .tree(.notFound)
            }
            if let permit = request.permit, permit.role < .operator {
                throw .forbidden("Only an operator ends a reservation by its reservationID; others need its token.")
            }
            try Self.end(id, revokes: revokes, request, registry)
        }
        answer.status = 204
    }

    /// Whether a caller who does not have the token may know of a reservation: with a grant, only of one that derives
    /// from it.
    private static func reaches(_ key: ProgressID, _ permit: Permit?, _ registry: RegistryState) -> Bool {
        guard let permit, permit.scope != nil else { return true }
        return registry.access.came(registry.access.origin(ofReservation: key), of: permit)
    }

    private static func end(
        _ key: ProgressID,
        revokes: Bool,
        _ request: APIRequest,
        _ registry: RegistryState
    ) throws(RequestError) {
        var wasThere = registry.tree.reservationParent(key) != nil
        if wasThere {
            do { try registry.tree.resign(key, at: request.now) } catch { throw .tree(error) }
            registry.access.forgetMaker(key)
        }
        if revokes, registry.holdsClaim(key, at: request.now) {
            registry.revoke(key, at: request.now)
            wasThere = true
        }
        if !wasThere { throw .tree(.notFound) }
    }

    private func answerReserve(_ reservation: Reservation, _ token: ProgressID, _ answer: Answer) {
        service.prefix.append(to: &answer.location)
        answer.location.append("/v1/reservations/")
        token.append(to: &answer.location)
        answer.body.append("{\"token\":")
        answer.body.appendID(token)
        answer.body.append(",\"reservationID\":")
        answer.body.appendID(reservation.key)
        answer.body.append(",\"parentID\":")
        answer.body.appendID(reservation.parentID)
        answer.body.append(",\"pendingUnitCount\":")
        answer.body.appendJSON(reservation.pendingUnitCount)
        answer.body.append(",\"expiresAt\":")
        answer.body.appendMoment(reservation.expiresAt)
        answer.body.append("}")
    }
}
