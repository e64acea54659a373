/// Runs `body` with a progress that finishes when `body` returns, and fails when it throws, unless it was cancelled.
///
/// - Parameters: those of `RemoteProgress.init`.
public func withProgress<Value>(
    totalUnitCount: Int64,
    name: String? = nil,
    service: ProgressService? = nil,
    _ body: (RemoteProgress) async throws -> Value
) async rethrows -> Value {
    try await RemoteProgress(totalUnitCount: totalUnitCount, name: name, service: service).end(after: body)
}

extension RemoteProgress {
    /// Runs `body` with a child, which ends like the progress of `withProgress`.
    public func withChild<Value>(
        totalUnitCount: Int64,
        pendingUnitCount: Int64,
        name: String? = nil,
        _ body: (RemoteProgress) async throws -> Value
    ) async rethrows -> Value {
        let child = child(totalUnitCount: totalUnitCount, pendingUnitCount: pendingUnitCount, name: name)
        return try await child.end(after: body)
    }

    package func end<Value>(after body: (RemoteProgress) async throws -> Value) async rethrows -> Value {
        begin()
        do {
            let value = try await body(self)
            finish()
            return value
        } catch {
            if !isCancelled { fail(error) }
            throw error
        }
    }

    private func fail(_ error: any Error) {
        if error is CancellationError { return fail("The task was cancelled.", code: "cancelled") }
        fail("\(error)", code: "\(type(of: error))")
    }
}
