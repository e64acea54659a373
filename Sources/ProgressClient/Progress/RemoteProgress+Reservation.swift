extension RemoteProgress {
    /// Sets units aside for a progress that somebody else begins while `body` runs, in this process or in another: as
    /// `becomeCurrent(withPendingUnitCount:)`.
    ///
    /// The first root that is begun in `body`, or by a service that is called with `reservationHeaders`, becomes a child
    /// worth these units. Units that nobody claimed are completed when `body` returns.
    ///
    /// Waits for the service to grant the reservation, at most two seconds; without one `body` runs all the same.
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

    /// Runs `body` for a caller who sent a reservation: middleware of a server gives it the request's header
    /// `Progress-Reservation`.
    public static func withReservation<Value>(
        of caller: String?,
        _ body: () async throws -> Value
    ) async rethrows -> Value {
        try await $reservation.withValue(caller) { try await body() }
    }

    /// For a request to another service, made in `withReservation`; empty elsewhere.
    public static var reservationHeaders: [String: String] {
        reservation.map { ["Progress-Reservation": $0] } ?? [:]
    }

    private func reserve(_ units: Int64) async -> String? {
        guard let reporter = node.reporter else { return nil }
        // The progress has to be there before its units can be set aside.
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
