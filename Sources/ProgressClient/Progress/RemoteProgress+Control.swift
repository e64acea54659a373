import Synchronization

extension RemoteProgress {
    /// The present directive for the worker.
    public var directive: Directive { node.directive }

    /// Whether the directive is `cancel`, because it was cancelled, or failed elsewhere; permanent.
    public var isCancelled: Bool { node.directive == .cancel }

    public var isPaused: Bool { node.directive == .pause }

    /// Cancels this progress and its unfinished children, here at once, and at the service with the next report.
    public func cancel() { node.give(.cancel) }

    /// Pauses this progress and its unfinished children, at the same times as `cancel`.
    public func pause() { node.give(.pause) }

    /// Ends a pause, at the same times as `cancel`.
    public func resume() { node.give(.resume) }

    /// Returns at once while the work may continue. While it is paused, the task is suspended; no thread is blocked.
    ///
    /// - Throws: `CancellationError` when the progress, or the task, is cancelled.
    public func checkpoint() async throws(CancellationError) {
        node.begin()
        while true {
            if Task.isCancelled { throw CancellationError() }
            switch node.directive {
            case .run: return
            case .cancel: throw CancellationError()
            case .pause: await node.waitWhilePaused()
            }
        }
    }

    /// Called once when the progress is cancelled; at once if it already was.
    ///
    /// All handlers are called on the thread that transfers, or the one that calls `cancel`, so they must be short.
    public var cancellationHandler: (@Sendable () -> Void)? {
        get { handlers.withLock(\.cancellation) }
        set {
            handlers.withLock { $0.cancellation = newValue }
            if isCancelled { hear(.cancel) }
        }
    }

    /// Called when the progress is paused.
    public var pausingHandler: (@Sendable () -> Void)? {
        get { handlers.withLock(\.pausing) }
        set { handlers.withLock { $0.pausing = newValue } }
    }

    /// Called when a pause ends.
    public var resumingHandler: (@Sendable () -> Void)? {
        get { handlers.withLock(\.resuming) }
        set { handlers.withLock { $0.resuming = newValue } }
    }

    func hear(_ directive: Directive) {
        let handler = handlers.withLock { handlers in
            defer { if directive == .cancel { handlers.cancellation = nil } }
            return handlers.handler(of: directive)
        }
        handler?()
    }
}
