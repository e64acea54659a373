import Synchronization

extension ReportedNode {
    /// Whether a task waits for the end of a pause.
    package var isWaitedFor: Bool { state.withLock { !$0.waiters.isEmpty } }

    /// Waits until the directive is not `pause`, or the task is cancelled. No thread is blocked.
    package func waitWhilePaused() async {
        let key = state.withLock { $0.waiters.makeKey() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let waits = state.withLock { state in
                    state.report.directive == .pause && state.waiters.add(waiter, key)
                }
                if waits { reporter?.listen() } else { waiter.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.cancel(key) }?.resume()
        }
        state.withLock { $0.waiters.end(key) }
    }
}
