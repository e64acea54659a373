import FoundationEssentials
import Synchronization

/// Wakes the one task that waits for it; if none does, the next wait is over at once.
final class Wakeup: Sendable {
    private struct State {
        var hasRung = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    func ring() {
        let waiter = state.withLock { state in
            if state.waiter == nil { state.hasRung = true }
            return state.waiter.take()
        }
        waiter?.resume()
    }

    /// Until it rings, or that time has come, or a little earlier.
    ///
    /// - Throws: when the task is cancelled.
    func wait(until due: Date?) async throws {
        let alarm = due.map { due in
            Task {
                try await Task.sleep(for: .seconds(max(0, due.timeIntervalSinceNow)))
                ring()
            }
        }
        defer { alarm?.cancel() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.hasRung {
                        state.hasRung = false
                        return true
                    }
                    state.waiter = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            ring()
        }
        try Task.checkCancellation()
    }
}
