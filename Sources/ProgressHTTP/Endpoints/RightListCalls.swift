import ProgressCore
import ProgressRegistry
import ProgressWire

/// Lists of the rights that were given out, for operators. No secret is in the lists.
struct RightListCalls {
    let service: ServiceContext
    let reactor: Int

    private var registry: ProgressRegistry { service.registry }

    /// `GET /v1/grants`: grants and the rights of claims, newest first; with a grant, those that derive from it.
    func grants(_ request: APIRequest, _ answer: Answer) throws(RequestError) {
        let range = try PlaceRange(request.head.query)
        let asked = request.head.query["node"]
        let scope = request.permit?.scope
        let page = try registry.enter(from: reactor) { registry throws(RequestError) in
            var node: ProgressID?
            if let asked {
                // With a grant, nothing must reveal whether a name is taken elsewhere.
                guard let index = try? registry.tree.find(Self.reference(asked)),
                    scope.map({ registry.tree.forest.isWithin(index, $0) }) ?? true
                else { throw .unknownID(asked) }
                node = registry.tree.forest.id(of: index)
            }
            return registry.rights(
                before: range.end,
                most: range.limit,
                on: node,
                of: maker(of: request),
                at: request.now
            )
        }
        answer.body.append("{\"items\":[")
        for item in page.items {
            answer.body.appendSeparator()
            append(item, to: answer)
        }
        finish(answer, "/v1/grants", request.head.query, next: page.next)
    }

    /// `GET /v1/reservations`: the unclaimed ones, newest first.
    func reservations(_ request: APIRequest, _ answer: Answer) throws(RequestError) {
        let range = try PlaceRange(request.head.query)
        let page = registry.enter(from: reactor) { registry in
            registry.reservations(before: range.end, most: range.limit, of: maker(of: request), at: request.now)
        }
        answer.body.append("{\"items\":[")
        for item in page.items {
            answer.body.appendSeparator()
            answer.body.append("{\"reservationID\":")
            answer.body.appendID(item.reservation.key)
            answer.body.append(",\"parentID\":")
            answer.body.appendID(item.reservation.parentID)
            answer.body.append(",\"pendingUnitCount\":")
            answer.body.appendJSON(item.reservation.pendingUnitCount)
            appendEnd(item.provenance, expiresAt: item.reservation.expiresAt, to: answer)
        }
        finish(answer, "/v1/reservations", request.head.query, next: page.next)
    }

    private static func reference(_ text: String) -> NodeReference {
        Array(text.utf8).withUnsafeBufferPointer { NodeReference($0[...]) }
    }

    /// The right from which everything listed must derive; nil: everything is listed.
    private func maker(of request: APIRequest) -> Permit? {
        request.permit.flatMap { $0.scope == nil ? nil : $0.lasting }
    }

    private func append(_ item: ListedRight, to answer: Answer) {
        answer.body.append("{\"grantID\":")
        answer.body.appendID(item.place.id)
        answer.body.append(",\"kind\":\"")
        answer.body.append((item.isClaim ? "claim" : "grant") as StaticString)
        answer.body.append("\",\"role\":\"")
        answer.body.append(item.role.name)
        answer.body.append("\",\"nodeID\":")
        answer.body.appendID(item.node)
        answer.body.append(",\"nodeName\":")
        if let name = item.nodeName { answer.body.appendJSON(name) } else { answer.body.append("null") }
        appendEnd(item.provenance, expiresAt: item.expiresAt, to: answer)
    }

    private func appendEnd(_ provenance: Provenance?, expiresAt: Int64?, to answer: Answer) {
        answer.body.append(",\"createdAt\":")
        answer.body.appendMoment(provenance?.createdAt)
        answer.body.append(",\"expiresAt\":")
        answer.body.appendMoment(expiresAt)
        answer.body.append(",\"by\":")
        if let provenance {
            answer.body.append(maker: provenance.by, grant: provenance.grant, hidesUser: answer.hidesUsers)
        } else {
            answer.body.append("null")
        }
        answer.body.append("}")
    }

    private func finish(_ answer: Answer, _ path: String, _ query: QueryParameters, next: RightPlace?) {
        answer.cacheControl = "no-store"
        answer.body.append("],\"nextCursor\":")
        guard let cursor = next.map({ ListCursor.item(ordinal: UInt64(clamping: $0.createdAt), id: $0.id).text }) else {
            answer.body.append("null}")
            return
        }
        answer.body.appendJSON(cursor)
        answer.body.append("}")
        answer.link = Array(
            "<\(service.prefix.text)\(path)?\(query.text(replacing: "cursor", by: cursor))>; rel=\"next\"".utf8
        )
    }
}

/// The requested page of a list of rights.
private struct PlaceRange {
    let limit: Int
    var end: RightPlace?

    init(_ query: QueryParameters) throws(RequestError) {
        limit = try query.integer("limit", in: 1...500) ?? 50
        guard let text = query["cursor"] else { return }
        guard case .item(let ordinal, let id)? = ListCursor(text) else {
            throw .invalidParameter("The parameter cursor must be a nextCursor of this list, not \(Excerpt(text)).")
        }
        end = RightPlace(createdAt: Int64(clamping: ordinal), id: id)
    }
}
