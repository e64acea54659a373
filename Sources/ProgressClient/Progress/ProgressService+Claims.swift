// The calls that may claim a reservation. They throw the same errors as the other calls.
extension ProgressService {
    /// Creates a root, or a child of the progress that has reserved units for it (`RemoteProgress.reservation`, else
    /// `reservation`).
    ///
    /// - Parameter idempotencyKey: equal for this call and its repetitions, which then find what the first one made,
    ///   unless it has a name; nil for a new key, so that a cluster may repeat the call.
    public func create(
        _ new: NewProgress,
        idempotencyKey: String? = nil
    ) async throws(ServiceError) -> ProgressSnapshot {
        let headers = [IdempotencyKey.header(idempotencyKey)]
        return try await claim("POST", "/v1/progress", headers: headers, body: labelled(new))
    }

    /// Creates a progress under its own name; a repetition of the same call returns what is there.
    ///
    /// - Parameter beginningRun: whether to begin a new run in any case, which fails one of that name that still works.
    public func put(_ new: NewProgress, beginningRun: Bool = false) async throws(ServiceError) -> ProgressSnapshot {
        guard let name = new.name else { throw .invalidSetting("a progress that is put needs a name") }
        var body = labelled(new)
        body.name = nil
        let query = beginningRun ? [(name: "run", value: "new")] : []
        return try await claim("PUT", path(name), query: query, body: body)
    }

    /// Creates a root, or the child that the reservation is for.
    private func claim(
        _ method: String,
        _ path: String,
        query: [(name: String, value: String)] = [],
        headers: [(name: String, value: String)] = [],
        body: NewProgress
    ) async throws(ServiceError) -> ProgressSnapshot {
        guard let token = RemoteProgress.reservation ?? reservation else {
            return try await send(method, path, query: query, headers: headers, body: body)
        }
        let headers = headers + [(name: "Progress-Reservation", value: token)]
        let created: ProgressSnapshot = try await send(method, path, query: query, headers: headers, body: body)
        if token == reservation { claimed.token = token }
        return created
    }

    private func labelled(_ new: NewProgress) -> NewProgress {
        if labels.isEmpty { return new }
        var new = new
        new.labels = labels.merging(new.labels ?? [:]) { _, own in own }
        return new
    }
}
