import Platform

/// How the cluster thread calls the reactors: nothing before `set`, and nothing after `clear`. Any thread.
package final class ReactorCalls: Sendable {
    /// A struct, because a lock of a bare function wraps it in one more closure at each access, for ever: the value is
    /// generic there, and is converted in and out.
    private struct Calls {
        var wake: (@Sendable () -> Void)?
        var refuse: (@Sendable (String) -> Void)?
    }

    private let calls = Lock(Calls())

    package init() {}

    package func set(wake: @escaping @Sendable () -> Void, refuse: @escaping @Sendable (String) -> Void) {
        calls.withLock { $0 = Calls(wake: wake, refuse: refuse) }
    }

    package func clear() { calls.withLock { $0 = Calls() } }

    /// Something has changed that they may wait for.
    package func wake() { calls.withLock { $0.wake }?() }

    /// - Parameter reason: one line.
    package func refuse(_ reason: String) { calls.withLock { $0.refuse }?(reason) }
}
