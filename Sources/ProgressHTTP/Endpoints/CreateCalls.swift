import ProgressCore
import ProgressRegistry
import ProgressWire

/// Roots, children, and roots that become children.
struct CreateCalls {
    let service: ServiceContext
    let reactor: Int
    let replies: ReplyWriter

    private var registry: ProgressRegistry { service.registry }
    private var reader: CreateReader { CreateReader(service: service) }

    /// `POST /v1/progress`: a root, or the child that a reservation waits for.
    func create(_ request: APIRequest, _ answer: Answer) throws(RequestError) {
        let value = try request.requiredJSON(depthLimit: service.createDepthLimit)
        let creation = try reader.creation(value, isChild: false, request)
        let claimant = reader.claimant(request)
        let (snapshot, isNew) = try service.enter(request, from: reactor) { registry throws(RegistryRefusal) in
            try creation.post(into: registry, by: claimant)
        }
        answerCreate(snapshot, answer)
        replies.answerWrite(snapshot, request.head, status: isNew ? 201 : 200, links: true, answer)
    }

    /// `PUT /v1/progress/{name}`: creates once; the same body again finds what it has become, until that has ended.
    func put(_ request: APIRequest, _ answer: Answer) throws(RequestError) {
        let name = try reader.name(in: request)
        let value = try request.requiredJSON(depthLimit: service.createDepthLimit)
        let creation = try reader.creation(of: name, value, request)
        let claimant = reader.claimant(request)
        let beginsRun = try request.head.query.beginsRun
        let caller = service.caller(of: request)
        let (snapshot, isNew) = try service.enter(request, from: reactor) { registry throws(RegistryRefusal) in
            if beginsRun {
                return (try creation.beginRun(of: name, in: registry, by: claimant, as: caller), true)
            }
            return try creation.put(name: name, into: registry, by: claimant)
        }
        if isNew { answerCreate(snapshot, answer) }
        replies.answerWrite(snapshot, request.head, status: isNew ? 201 : 200, links: true, answer)
    }

    /// `PATCH /v1/progress/{name}?create=true`: patches what the name means, ended or not; if it means nothing, creates it
    /// as PUT does, with an unknown total unless the patch has one.
    func patchOrCreate(_ request: APIRequest, _ answer: Answer, by writes: WriteCalls) throws(RequestError) {
        if case .id = request.node {
            if request.mustClaim { throw onlyClaims(request) }
            return try writes.patch(request, answer)
        }
        let name = try reader.name(in: request)
        // Most often there is something to patch, and no part of a create is needed.
        if !request.mustClaim {
            do throws(RequestError) { return try writes.patch(request, answer) } catch {
                guard case .tree(.notFound) = error else { throw error }
            }
        }
        try createOrPatch(name, request, answer, by: writes)
    }

    /// Prepares for both, then patches or creates in one entry of the registry.
    private func createOrPatch(
        _ name: String,
        _ request: APIRequest,
        _ answer: Answer,
        by writes: WriteCalls
    ) throws(RequestError) {
        let value = try request.requiredJSON()
        let patch = try request.body(as: PatchBody.init)
        let creation = creationToTry(name, value, request)
        let claimant = reader.claimant(request)
        let (snapshot, isNew) = try registry.enter(from: reactor) { registry throws(RequestError) in
            if (try? registry.tree.find(name: name)) != nil {
                if request.mustClaim { throw onlyClaims(request) }
                return (registry.snapshot(try writes.apply(patch, to: .name(name), request, registry)), false)
            }
            let creation = try creation.get()
            return try RequestError.ofRefusal(isAnonymous: request.permit == nil) { () throws(RegistryRefusal) in
                try creation.put(name: name, into: registry, by: claimant)
            }
        }
        if isNew {
            answer.kind.operation = .put
            answerCreate(snapshot, answer)
        }
        replies.answerWrite(snapshot, request.head, status: isNew ? 201 : 200, links: isNew, answer)
    }

    /// The creation, or its refusal, which does not matter where there is something to patch.
    private func creationToTry(
        _ name: String,
        _ value: JSONValue,
        _ request: APIRequest
    ) -> Result<Creation, RequestError> {
        do throws(RequestError) {
            return .success(try reader.creation(of: name, value.withTotalUnitCount, request))
        } catch {
            return .failure(error)
        }
    }

    /// The refusal of a change by a caller who may only claim a reservation.
    private func onlyClaims(_ request: APIRequest) -> RequestError {
        request.permit == nil ? .unauthorized : .outsideScope
    }

    /// `POST …/children`: creates a child, or takes an existing root as one.
    func addChild(_ request: APIRequest, _ answer: Answer) throws(RequestError) {
        let value = try request.requiredJSON(depthLimit: service.createDepthLimit)
        let attach: AttachBody?
        do { attach = try AttachBody(value) } catch { throw .body(error) }
        if let attach { return try self.attach(attach, request, answer) }
        let creation = try reader.creation(value, isChild: true, request)
        let parent = request.node
        let (snapshot, isNew) = try service.enter(request, from: reactor) { registry throws(RegistryRefusal) in
            try creation.post(into: registry, under: parent)
        }
        answerCreate(snapshot, answer)
        replies.answerWrite(snapshot, request.head, status: isNew ? 201 : 200, links: true, answer)
    }

    private func attach(_ body: AttachBody, _ request: APIRequest, _ answer: Answer) throws(RequestError) {
        answer.kind.operation = .attach
        let attachment = Attachment(
            of: Array(body.childID.utf8).withUnsafeBufferPointer { NodeReference($0[...]) },
            writtenAs: body.childID,
            to: request.node,
            pendingUnitCount: body.pendingUnitCount,
            scope: request.permit?.scope,
            if: request.head.precondition,
            at: request.now
        )
        let snapshot: ProgressSnapshot
        do throws(RequestError) {
            snapshot = try service.enter(request, from: reactor) { registry throws(RegistryRefusal) in
                try attachment.apply(to: registry)
            }
        } catch {
            throw error.ofCount("/pendingUnitCount")
        }
        replies.answerWrite(snapshot, request.head, answer)
    }

    private func answerCreate(_ snapshot: ProgressSnapshot, _ answer: Answer) {
        service.prefix.append(to: &answer.location)
        answer.location.append("/v1/progress/")
        snapshot.id.append(to: &answer.location)
    }
}

extension JSONValue {
    /// The value with an unknown total, unless it has a total.
    fileprivate var withTotalUnitCount: JSONValue {
        guard case .object(var members) = self, members["totalUnitCount" as StaticString] == nil else { return self }
        members["totalUnitCount"] = .number(-1)
        return .object(members)
    }
}
