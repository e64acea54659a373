import Platform

/// Work that a test wants done on the thread of its application, which calls `run` in each turn.
final class Commands<App: AnyObject>: Sendable {
    private let waiting = Lock<[@Sendable (App) -> Void]>([])

    func add(_ command: @escaping @Sendable (App) -> Void) {
        waiting.withLock { $0.append(command) }
    }

    func run(on application: App) {
        let pending = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        for command in pending { command(application) }
    }
}
