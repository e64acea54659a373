import Synchronization

extension ServiceRequest {
    /// Sends it and waits for the reply, whatever its status.
    ///
    /// - Throws: `.unreachable`, `.timedOut`, or `.cancelled` when the task is.
    package func reply() async throws(ServiceError) -> ServiceReply {
        let reply = AwaitedReply()
        let result = await withTaskCancellationHandler {
            await reply.perform(self)
        } onCancel: {
            reply.cancel()
        }
        return try result.get()
    }
}

/// A request that a task waits for.
final class AwaitedReply: Sendable {
    private enum State {
        case waiting
        case started(UInt64)
        case cancelled
    }

    private let state = Mutex(State.waiting)

    func perform(_ request: ServiceRequest) async -> Result<ServiceReply, ServiceError> {
        await withCheckedContinuation { continuation in
            let isCancelled = state.withLock { state in
                if case .cancelled = state { return true }
                // The thread that transfers calls `end` after this, because it has to take the order first.
                let receiver = TransferReceiver { continuation.resume(returning: $0) }
                state = .started(Transfers.shared.start(request, receiver))
                return false
            }
            if isCancelled { continuation.resume(returning: .failure(.cancelled)) }
        }
    }

    func cancel() {
        let id: UInt64? = state.withLock { state in
            defer { state = .cancelled }
            if case .started(let id) = state { return id }
            return nil
        }
        if let id { Transfers.shared.cancel(id) }
    }
}
