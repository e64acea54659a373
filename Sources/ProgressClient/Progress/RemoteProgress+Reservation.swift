extension RemoteProgress {
    /// Sets units aside for a progress that other code begins while `body` runs, in this process or in another, like
    /// `becomeCurrent(withPendingUnitCount:)`.
    ///
    /// The first root that is begun in `body`, or by a service that is called with `reservationHeaders`, becomes a child
    /// worth these units. Unclaimed units are completed when `body` returns.
    ///
    /// Waits for the service to grant the reservation, at most two seconds; without one, `body` runs all the same.
    public func withReservation<Value>(units: Int64, _ body: () async throws -> Value) async rethrows -> Value {
        guard let token = await reserve(units) else {
            let value = try await body()
            complete(by: units)
            return value
        }
        defer { node.resign(token) }
        let value = try await Self.$reservation.withValue(token) { try await body() }
        node.acceptCredit(units)
        return value
    }

    /// Runs `body` for a caller that sent a reservation: the middleware of a server passes the request's header
    /// `Progress-Reservation` as `caller`.
    public static func withReservation<Value>(
        of caller: String?,
        _ body: () async throws -> Value
    ) async rethrows -> Value {
        try await $reservation.withValue(caller) { try await body() }
    }

    /// The headers for a request to another service from within `withReservation`; empty elsewhere.
    public static var reservationHeaders: [String: String] {
        reservation.map { ["Progress-Reservation": $0] } ?? [:]
    }

    private func reserve(_ units: Int64) async -> String? {
        guard let reporter = node.reporter else { return nil }
        // The service has to know the progress before units of it can be set aside.
        if node.id == nil { await reporter.flush(within: .seconds(2)) }
        guard let id = node.id else { return nil }
        do {
            var service = reporter.service
            service.token = service.token ?? node.claimedToken
            return try await service.reserve(units, of: id).token
        } catch {
            reporter.warn(of: error)
            return nil
        }
    }
}
