// Those that change a progress return it as it is after the call. All throw `ServiceError`.
extension ProgressService {
    /// Adds to `completedUnitCount`; `count` may be negative.
    ///
    /// Not safe to repeat after an error that does not show whether the call had its effect.
    public func complete(_ reference: String, by count: Int64) async throws(ServiceError) -> ProgressSnapshot {
        try await post(reference, "completed-units", ["count": .integer(count)])
    }

    /// Replaces both counts at once; nil leaves one as it is.
    public func setCounts(
        _ reference: String,
        completed: Int64? = nil,
        total: Int64? = nil
    ) async throws(ServiceError) -> ProgressSnapshot {
        var changes: [String: JSONValue] = [:]
        if let completed { changes["completedUnitCount"] = .integer(completed) }
        if let total { changes["totalUnitCount"] = .integer(total) }
        return try await change(reference, changes)
    }

    /// Sets any settable members, by their JSON names; null resets one to its default.
    ///
    /// - Parameter creates: whether to create a progress with these members if the name does not exist yet.
    public func change(
        _ reference: String,
        _ changes: [String: JSONValue],
        creates: Bool = false
    ) async throws(ServiceError) -> ProgressSnapshot {
        let type = [(name: "Content-Type", value: "application/merge-patch+json")]
        let query = creates ? [(name: "create", value: "true")] : []
        return try await send("PATCH", path(reference), query: query, headers: type, body: changes)
    }

    /// Stops the progress, and everything unfinished below it, for good.
    public func cancel(_ reference: String, reason: String? = nil) async throws(ServiceError) -> ProgressSnapshot {
        try await post(reference, "cancel", reason.map { ["reason": .string($0)] })
    }

    /// Asks its worker, and those of everything below it, to pause.
    public func pause(_ reference: String, reason: String? = nil) async throws(ServiceError) -> ProgressSnapshot {
        try await post(reference, "pause", reason.map { ["reason": .string($0)] })
    }

    public func resume(_ reference: String, reason: String? = nil) async throws(ServiceError) -> ProgressSnapshot {
        try await post(reference, "resume", reason.map { ["reason": .string($0)] })
    }

    /// Fails the progress: the work has ended without finishing.
    /// - Parameter result: members to change in the same call, by their JSON names; not counts, `name`, `leaseSeconds`
    ///   or `removeWhenFinished`.
    public func fail(
        _ reference: String,
        message: String,
        code: String? = nil,
        setting result: [String: JSONValue] = [:]
    ) async throws(ServiceError) -> ProgressSnapshot {
        var failure = result
        failure["message"] = .string(message)
        failure["code"] = code.map { .string($0) }
        return try await post(reference, "fail", failure)
    }

    /// Finishes the progress: the work is done, whatever the counts say.
    /// - Parameter result: members to change in the same call, as for `fail`.
    public func finish(
        _ reference: String,
        setting result: [String: JSONValue] = [:]
    ) async throws(ServiceError) -> ProgressSnapshot {
        try await post(reference, "finish", result.isEmpty ? nil : result)
    }

    /// Waits until the directive of a progress is not `present`, at most half a minute; returns the directive.
    package func directive(of reference: String, after present: Directive) async throws(ServiceError) -> Directive {
        let headers = [(name: "Prefer", value: "wait=30"), (name: "Progress-Directive", value: present.rawValue)]
        let path = path(reference, "heartbeat")
        let snapshot: ProgressSnapshot = try await send("POST", path, headers: headers, timeout: .seconds(40))
        return snapshot.directive
    }

    /// The directive of a progress, at once.
    package func directive(of reference: String) async throws(ServiceError) -> Directive {
        let snapshot: ProgressSnapshot = try await send("POST", path(reference, "heartbeat"))
        return snapshot.directive
    }

    /// Opens one subtree to someone without a token.
    ///
    /// - Parameter role: `viewer`, `reporter` or `operator`.
    public func grant(
        _ reference: String,
        role: String = "viewer",
        expiresIn seconds: Double? = nil
    ) async throws(ServiceError) -> ProgressGrant {
        var body: [String: JSONValue] = ["role": .string(role)]
        if let seconds { body["expiresIn"] = .number(seconds) }
        return try await post(reference, "grants", body)
    }

    /// Sets units aside for a child that another program creates.
    public func reserve(
        _ units: Int64,
        of reference: String,
        expiresIn seconds: Double? = nil
    ) async throws(ServiceError) -> ProgressReservation {
        var body: [String: JSONValue] = ["pendingUnitCount": .integer(units)]
        if let seconds { body["expiresIn"] = .number(seconds) }
        return try await post(reference, "reservations", body)
    }

    /// Ends a reservation; unclaimed units are credited to the parent.
    public func resign(_ token: String) async throws(ServiceError) {
        _ = try await data("DELETE", "/v1/reservations/" + ServiceAddress.encoded(token))
    }

    /// Ends a grant, or the right of a claimed reservation, with all that came of it; or an unclaimed reservation.
    package func revoke(_ id: String) async throws(ServiceError) {
        do {
            _ = try await data("DELETE", "/v1/grants/" + ServiceAddress.encoded(id))
        } catch {
            guard case .problem(let problem) = error, problem.status == 404 else { throw error }
            _ = try await data("DELETE", "/v1/reservations/" + ServiceAddress.encoded(id), query: [("revoke", "true")])
        }
    }

    private func post<Value: Decodable>(
        _ reference: String,
        _ call: String,
        _ members: [String: JSONValue]? = nil
    ) async throws(ServiceError) -> Value {
        let body = leavesOutEmptyTexts ? members?.filter { $0.value != "" } : members
        return try await send("POST", path(reference, call), body: body)
    }
}
