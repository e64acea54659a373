#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// All return the progress as it is after the call, and throw `ServiceError`.
extension ProgressService {
    /// Adds to `completedUnitCount`; `count` may be negative.
    ///
    /// Not safe to repeat after an error that leaves open whether the call had its effect.
    public func complete(_ reference: String, by count: Int64) async throws(ServiceError) -> ProgressSnapshot {
        try await snapshot("POST", path(reference, "completed-units"), body: ["count": count])
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

    /// Sets any settable members, by their JSON names; null puts one back to its default.
    public func change(
        _ reference: String,
        _ changes: [String: JSONValue]
    ) async throws(ServiceError) -> ProgressSnapshot {
        let type = [(name: "Content-Type", value: "application/merge-patch+json")]
        return try await snapshot("PATCH", path(reference), headers: type, body: changes)
    }

    /// Stops the progress, and everything unfinished below it, for good.
    public func cancel(_ reference: String, reason: String? = nil) async throws(ServiceError) -> ProgressSnapshot {
        try await control(reference, "cancel", reason)
    }

    /// Asks the worker, and those below, to stand still.
    public func pause(_ reference: String, reason: String? = nil) async throws(ServiceError) -> ProgressSnapshot {
        try await control(reference, "pause", reason)
    }

    public func resume(_ reference: String, reason: String? = nil) async throws(ServiceError) -> ProgressSnapshot {
        try await control(reference, "resume", reason)
    }

    /// The work has ended without finishing.
    public func fail(
        _ reference: String,
        message: String,
        code: String? = nil
    ) async throws(ServiceError) -> ProgressSnapshot {
        var failure = ["message": message]
        failure["code"] = code
        return try await snapshot("POST", path(reference, "fail"), body: failure)
    }

    /// The work is done, whatever the counts say.
    public func finish(_ reference: String) async throws(ServiceError) -> ProgressSnapshot {
        try await snapshot("POST", path(reference, "finish"))
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
        let reply = try await call("POST", path(reference, "grants"), body: ServiceCoding.encode(body))
        return try ServiceCoding.decode(ProgressGrant.self, from: success(reply).body)
    }

    /// Sets units aside for a child that somebody else creates.
    public func reserve(
        _ units: Int64,
        of reference: String,
        expiresIn seconds: Double? = nil
    ) async throws(ServiceError) -> ProgressReservation {
        var body: [String: JSONValue] = ["pendingUnitCount": .integer(units)]
        if let seconds { body["expiresIn"] = .number(seconds) }
        let reply = try await call("POST", path(reference, "reservations"), body: ServiceCoding.encode(body))
        return try ServiceCoding.decode(ProgressReservation.self, from: success(reply).body)
    }

    /// Ends a reservation; units that nobody claimed are credited to the parent.
    public func resign(_ token: String) async throws(ServiceError) {
        _ = try await success(call("DELETE", "/v1/reservations/" + ServiceAddress.encoded(token)))
    }

    private func control(
        _ reference: String,
        _ action: String,
        _ reason: String?
    ) async throws(ServiceError) -> ProgressSnapshot {
        let body = reason.map { ["reason": $0] }
        return try await snapshot("POST", path(reference, action), body: body)
    }
}
