import ProgressCore
import ProgressRegistry
import ProgressWire

/// Roots, children, and roots that become children.
struct CreateCalls {
    private let service: ServiceContext
    private let reactor: Int
    private let replies: ReplyWriter

    init(_ service: ServiceContext, reactor: Int, _ replies: ReplyWriter) {
        self.service = service
        self.reactor = reactor
        self.replies = replies
    }

    private var registry: ProgressRegistry { service.registry }

    /// Levels of JSON that a create may have: an array and an object for each level of the tree, and some for userInfo.
    private var createDepthLimit: Int { 2 * service.configuration.maximumDepth + 64 }

    /// `POST /v1/progress`: a root, or the child that a reservation waits for.
    func create(_ request: APIRequest, _ answer: Answer) throws(RequestError) {
        let value = try request.requiredJSON(depthLimit: createDepthLimit)
        let new = try newProgress(value, isChild: false)
        let reservation = reservationDigest(request)
        let digest = new[0].details?.name == nil ? nil : BodyDigest.digest(value)
        let snapshot = try registry.enter(from: reactor) { registry throws(RequestError) in
            try registry.create(new, claiming: reservation, digest: digest, request)
        }
        answerCreate(snapshot, answer)
        replies.answerWrite(snapshot, request.head, status: 201, links: true, answer)
    }

    /// `PUT /v1/progress/{name}`: creates once; the same body again finds what it has become.
    func put(_ request: APIRequest, _ answer: Answer) throws(RequestError) {
        guard case .name(let name) = request.node else {
            throw .nameIsID(String(decoding: lastPart(request.path), as: UTF8.self))
        }
        let value = try request.requiredJSON(depthLimit: createDepthLimit)
        var new = try newProgress(value, isChild: false)
        if let inside = new[0].details?.name, !inside.hasSameBytes(as: name) {
            throw .nameMismatch(path: name, body: inside)
        }
        new[0].apply(name: name)
        let reservation = reservationDigest(request)
        let digest = BodyDigest.digest(value)
        let (created, precondition) = (new, request.head.precondition)
        let (snapshot, isNew) = try registry.enter(from: reactor) { registry throws(RequestError) in
            try registry.put(created, name: name, claiming: reservation, digest: digest, if: precondition, request)
        }
        if isNew { answerCreate(snapshot, answer) }
        replies.answerWrite(snapshot, request.head, status: isNew ? 201 : 200, links: true, answer)
    }

    /// `POST …/children`: creates a child, or takes an existing root as one.
    func addChild(_ request: APIRequest, _ answer: Answer) throws(RequestError) {
        let value = try request.requiredJSON(depthLimit: createDepthLimit)
        let attach: AttachBody?
        do { attach = try AttachBody(value) } catch { throw .body(error) }
        let precondition = request.head.precondition
        if let attach {
            answer.kind.operation = .attach
            let snapshot = try registry.enter(from: reactor) { registry throws(RequestError) in
                try registry.attach(attach, if: precondition, request)
            }
            replies.answerWrite(snapshot, request.head, answer)
            return
        }
        let new = try newProgress(value, isChild: true)
        let digest = new[0].details?.name == nil ? nil : BodyDigest.digest(value)
        let snapshot = try registry.enter(from: reactor) { registry throws(RequestError) in
            let snapshot = try registry.write(request.node, if: precondition) { parent throws(ProgressError) in
                registry.snapshot(try registry.tree.insert(new, under: parent, at: request.now))
            }
            registry.remember(digest, of: new[0].id)
            return snapshot
        }
        answerCreate(snapshot, answer)
        replies.answerWrite(snapshot, request.head, status: 201, links: true, answer)
    }

    private func newProgress(_ value: JSONValue, isChild: Bool) throws(RequestError) -> [NewProgress] {
        do {
            return try CreateBody.parse(value, isChild: isChild, makeID: service.makeID)
        } catch {
            throw .body(error)
        }
    }

    private func answerCreate(_ snapshot: ProgressSnapshot, _ answer: Answer) {
        answer.location.append("/v1/progress/")
        snapshot.id.append(to: &answer.location)
    }

    /// That of the token of `Progress-Reservation`, or of the same member in W3C `baggage`.
    private func reservationDigest(_ request: APIRequest) -> TokenDigest? {
        reservationToken(request).map { TokenDigest(reservation: $0) }
    }

    private func reservationToken(_ request: APIRequest) -> ProgressID? {
        let direct = request.headers.withValue("progress-reservation") { value in value.flatMap { ProgressID($0) } }
        if let direct { return direct }
        return request.headers.withList("baggage") { value in
            guard let value else { return nil }
            for member in value.split(separator: UInt8(ascii: ",")) {
                let text = member.prefix { $0 != UInt8(ascii: ";") }.filter { $0 != 32 && $0 != 9 }
                guard text.starts(with: "progress-reservation=".utf8) else { continue }
                if let decoded = PercentEncoding.decode(text.dropFirst(21)), let token = ProgressID(decoded) {
                    return token
                }
            }
            return nil
        }
    }

    private func lastPart(_ path: UnsafeBufferPointer<UInt8>) -> Slice<UnsafeBufferPointer<UInt8>> {
        path[(path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0)...]
    }
}

extension NewProgress {
    fileprivate mutating func apply(name: String) {
        var details = self.details ?? ProgressDetails()
        details.name = name
        self.details = details
    }
}

// MARK: Inside the gate

extension RegistryState {
    fileprivate func create(
        _ new: [NewProgress],
        claiming reservation: TokenDigest?,
        digest: BodyDigest?,
        _ request: APIRequest
    ) throws(RequestError) -> ProgressSnapshot {
        let place = reservation.flatMap { tree.openReservation($0.reservationKey, at: request.now) }
        if place == nil && request.mustClaim { throw request.permit == nil ? .unauthorized : .outsideScope }
        do {
            if let reservation, let place {
                var new = new
                new[0].pendingUnitCount = place.pendingUnitCount
                let written = try tree.insert(new, under: place.parent, at: request.now)
                tree.claim(reservation.reservationKey)
                if request.isWithTokens { access.claim(reservation, by: new[0].id, tree) }
                remember(digest, of: new[0].id)
                return snapshot(written)
            }
            let written = try tree.insert(new, at: request.now)
            remember(digest, of: new[0].id)
            return snapshot(written)
        } catch {
            throw .tree(error)
        }
    }

    fileprivate func put(
        _ new: [NewProgress],
        name: String,
        claiming reservation: TokenDigest?,
        digest: BodyDigest,
        if precondition: Precondition,
        _ request: APIRequest
    ) throws(RequestError) -> (ProgressSnapshot, isNew: Bool) {
        guard let index = try? tree.find(name: name) else {
            if precondition.isGiven { throw .preconditionWithoutNode(name) }
            return (try create(new, claiming: reservation, digest: digest, request), true)
        }
        if request.mustClaim { try checkRepetition(of: index, claiming: reservation, request) }
        try check(precondition, on: index)
        guard digests[tree.id(of: index)] == digest else { throw .nameTakenByAnotherBody(name) }
        return (tree.snapshot(of: index), false)
    }

    fileprivate func attach(
        _ body: AttachBody,
        if precondition: Precondition,
        _ request: APIRequest
    ) throws(RequestError) -> ProgressSnapshot {
        let parent = try find(request.node)
        try check(precondition, on: parent)
        let reference = Array(body.childID.utf8).withUnsafeBufferPointer { NodeReference($0[...]) }
        let child = try? tree.find(reference)
        // As for the paths of others' names: whether there is one is not for a grant to learn.
        if let scope = request.permit?.scope, !(child.map { tree.isWithin($0, scope) } ?? false) { throw .outsideScope }
        guard let child else { throw .unknownChild(body.childID) }
        do {
            return snapshot(
                try tree.attach(child, to: parent, pendingUnitCount: body.pendingUnitCount, at: request.now)
            )
        } catch {
            throw .tree(error)
        }
    }

    /// A PUT that may only claim finds its name taken: that is no harm where the same token, or a right on the subtree,
    /// stands behind both.
    private func checkRepetition(
        of index: NodeIndex,
        claiming reservation: TokenDigest?,
        _ request: APIRequest
    ) throws(RequestError) {
        if let scope = request.permit?.scope, tree.isWithin(index, scope) { return }
        let claimed = reservation.flatMap { access.claimPermit($0, tree) }
        if let scope = claimed?.scope, scope == tree.id(of: index) { return }
        throw request.permit == nil ? .unauthorized : .outsideScope
    }

    /// What a named node was created with, so that a repeated PUT is recognized.
    fileprivate func remember(_ digest: BodyDigest?, of id: ProgressID) {
        guard let digest, tree.holds(id) else { return }
        digests.insert(digest, of: id, in: tree)
    }
}
