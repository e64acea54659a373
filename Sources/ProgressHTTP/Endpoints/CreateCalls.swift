import ProgressCore
import ProgressRegistry
import ProgressWire

/// Roots, children, and roots that become children.
struct CreateCalls {
    let service: ServiceContext
    let reactor: Int
    let replies: ReplyWriter

    private var registry: ProgressRegistry { service.registry }

    /// `POST /v1/progress`: a root, or the child that a reservation waits for.
    func create(_ request: APIRequest, _ answer: Answer) throws(RequestError) {
        let value = try request.requiredJSON(depthLimit: service.createDepthLimit)
        let new = try newProgress(value, isChild: false, request)
        let creation = Creation(
            new,
            digest: nameDigest(new, value, request),
            names: request.nameRights,
            at: request.now
        )
        let claimant = claimant(request)
        let snapshot = try enter(request) { registry throws(RegistryRefusal) in
            try creation.insert(into: registry, by: claimant)
        }
        answerCreate(snapshot, answer)
        replies.answerWrite(snapshot, request.head, status: 201, links: true, answer)
    }

    /// `PUT /v1/progress/{name}`: creates once; the same body again finds what it has become, until that has ended.
    func put(_ request: APIRequest, _ answer: Answer) throws(RequestError) {
        let name = try name(in: request)
        let value = try request.requiredJSON(depthLimit: service.createDepthLimit)
        let creation = try creation(of: name, value, request)
        let claimant = claimant(request)
        let beginsRun = try beginsRun(request)
        let caller = service.caller(of: request)
        let (snapshot, isNew) = try enter(request) { registry throws(RegistryRefusal) in
            if beginsRun {
                return (try creation.beginRun(of: name, in: registry, by: claimant, as: caller), true)
            }
            return try creation.put(name: name, into: registry, by: claimant)
        }
        if isNew { answerCreate(snapshot, answer) }
        replies.answerWrite(snapshot, request.head, status: isNew ? 201 : 200, links: true, answer)
    }

    /// Whether `?run=new` asks for a run that begins in any case.
    private func beginsRun(_ request: APIRequest) throws(RequestError) -> Bool {
        switch request.head.query["run"] {
        case nil: return false
        case "new": return true
        case let other?: throw .invalidParameter("The parameter run must be new, not \(Excerpt(other)).")
        }
    }

    /// `PATCH /v1/progress/{name}?create=true`: patches what the name means, ended or not; if it means nothing, creates it
    /// as PUT does, with an unknown total unless the patch has one.
    func patchOrCreate(_ request: APIRequest, _ answer: Answer, by writes: WriteCalls) throws(RequestError) {
        if case .id = request.node {
            if request.mustClaim { throw request.permit == nil ? .unauthorized : .outsideScope }
            return try writes.patch(request, answer)
        }
        let name = try name(in: request)
        // Most often there is something to patch, and nothing of a create is needed.
        if !request.mustClaim {
            do throws(RequestError) { return try writes.patch(request, answer) } catch {
                guard case .tree(.notFound) = error else { throw error }
            }
        }
        let value = try request.requiredJSON()
        let patch = try request.body(as: PatchBody.init)
        // What only a create refuses does not matter where there is something to patch.
        let creation: Result<Creation, RequestError>
        do throws(RequestError) {
            creation = .success(try self.creation(of: name, value.withTotalUnitCount, request))
        } catch {
            creation = .failure(error)
        }
        let claimant = claimant(request)
        let (snapshot, isNew) = try registry.enter(from: reactor) { registry throws(RequestError) in
            if let index = try? registry.tree.find(name: name) {
                if request.mustClaim { throw request.permit == nil ? .unauthorized : .outsideScope }
                return (registry.snapshot(try writes.apply(patch, to: index, request, registry)), false)
            }
            let creation = try creation.get()
            do throws(RegistryRefusal) { return try creation.put(name: name, into: registry, by: claimant) } catch {
                throw RequestError(error, isAnonymous: request.permit == nil)
            }
        }
        if isNew {
            answer.kind.operation = .put
            answerCreate(snapshot, answer)
        }
        replies.answerWrite(snapshot, request.head, status: isNew ? 201 : 200, links: isNew, answer)
    }

    /// `POST …/children`: creates a child, or takes an existing root as one.
    func addChild(_ request: APIRequest, _ answer: Answer) throws(RequestError) {
        let value = try request.requiredJSON(depthLimit: service.createDepthLimit)
        let attach: AttachBody?
        do { attach = try AttachBody(value) } catch { throw .body(error) }
        if let attach {
            answer.kind.operation = .attach
            let attachment = Attachment(
                of: Array(attach.childID.utf8).withUnsafeBufferPointer { NodeReference($0[...]) },
                writtenAs: attach.childID,
                to: request.node,
                pendingUnitCount: attach.pendingUnitCount,
                scope: request.permit?.scope,
                if: request.head.precondition,
                at: request.now
            )
            let snapshot = try enter(request) { registry throws(RegistryRefusal) in try attachment.apply(to: registry) }
            replies.answerWrite(snapshot, request.head, answer)
            return
        }
        let new = try newProgress(value, isChild: true, request)
        let creation = Creation(
            new,
            digest: nameDigest(new, value, request),
            if: request.head.precondition,
            names: request.nameRights,
            at: request.now
        )
        let parent = request.node
        let snapshot = try enter(request) { registry throws(RegistryRefusal) in
            try creation.insert(into: registry, under: parent)
        }
        answerCreate(snapshot, answer)
        replies.answerWrite(snapshot, request.head, status: 201, links: true, answer)
    }

    private func name(in request: APIRequest) throws(RequestError) -> String {
        if case .name(let name)? = request.head.route.node { return name }
        throw .nameIsID(PathSegment.shown(lastPart(request.path)))
    }

    /// A create under the name of the path.
    private func creation(
        of name: String,
        _ value: JSONValue,
        _ request: APIRequest
    ) throws(RequestError) -> Creation {
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

    /// Enters the registry with values alone, and makes a problem of its refusal.
    private func enter<Value>(
        _ request: APIRequest,
        _ body: (RegistryState) throws(RegistryRefusal) -> Value
    ) throws(RequestError) -> Value {
        do {
            return try registry.enter(from: reactor, body)
        } catch {
            throw RequestError(error, isAnonymous: request.permit == nil)
        }
    }

    private func claimant(_ request: APIRequest) -> Claimant {
        Claimant(
            reservation: reservationToken(request).map { TokenDigest(reservation: $0) },
            scope: request.permit?.scope,
            mustClaim: request.mustClaim,
            isWithTokens: request.isWithTokens
        )
    }

    /// The digest by which a PUT of the same name recognizes this create.
    private func nameDigest(_ new: [NewProgress], _ value: JSONValue, _ request: APIRequest) -> BodyDigest? {
        new[0].details?.name == nil ? nil : digest(value, request)
    }

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

    private func answerCreate(_ snapshot: ProgressSnapshot, _ answer: Answer) {
        answer.location.append("/v1/progress/")
        snapshot.id.append(to: &answer.location)
    }

    /// The token in `Progress-Reservation`, or in the same member of W3C `baggage`.
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

extension JSONValue {
    /// With a total that is not known, unless there is one.
    fileprivate var withTotalUnitCount: JSONValue {
        guard case .object(var members) = self, members["totalUnitCount" as StaticString] == nil else { return self }
        members["totalUnitCount"] = .number(-1)
        return .object(members)
    }
}

extension NewProgress {
    fileprivate mutating func apply(name: String) {
        var details = self.details ?? ProgressDetails()
        details.name = name
        self.details = details
    }
}
