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
        let expiresAt = body.expiresIn.map { request.now + Int64($0 * 1_000) }
        let (reservation, directive) = try write(request) { registry, parent throws(ProgressError) in
            let reservation = try registry.tree.reserve(
                parent,
                pendingUnitCount: body.pendingUnitCount,
                key: digest.reservationKey,
                expiresAt: expiresAt,
                at: request.now
            )
            registry.access.reserve(digest, by: request.permit, registry.tree)
            return (reservation, registry.tree.forest.directive(of: parent))
        }
        answer.status = 201
        answer.directive = directive
        if directive != .run { replies.noteDirective(directive, of: reservation.parentID, answer.kind) }
        answerReserve(reservation, token, answer)
    }

    func resign(_ request: APIRequest, _ answer: Answer) throws(RequestError) {
        guard case .id(let token?) = request.head.route.subject else { throw .tree(.notFound) }
        let digest = TokenDigest(reservation: token)
        try service.enter(request, from: reactor) { registry throws(RegistryRefusal) in
            do throws(ProgressError) {
                try registry.tree.resign(digest.reservationKey, at: request.now)
            } catch { throw .tree(error) }
            registry.access.forgetReserver(digest)
        }
        answer.status = 204
    }

    private func answerReserve(_ reservation: Reservation, _ token: ProgressID, _ answer: Answer) {
        answer.location.append("/v1/reservations/")
        token.append(to: &answer.location)
        answer.body.append("{\"token\":")
        answer.body.appendID(token)
        answer.body.append(",\"parentID\":")
        answer.body.appendID(reservation.parentID)
        answer.body.append(",\"pendingUnitCount\":")
        answer.body.appendJSON(reservation.pendingUnitCount)
        answer.body.append(",\"expiresAt\":")
        answer.body.appendMoment(reservation.expiresAt)
        answer.body.append("}")
    }
}
