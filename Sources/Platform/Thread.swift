package import Glibc

/// A POSIX thread that runs one closure.
package struct Thread {
    private final class Body {
        let run: () -> Void

        init(_ run: @escaping () -> Void) { self.run = run }
    }

    private let body: Body

    package init(_ run: @escaping @Sendable () -> Void) { body = Body(run) }

    /// Starts the thread; the caller joins it.
    package func start() -> pthread_t {
        var thread = pthread_t()
        // 1. The new thread takes this reference over. If there is no thread, the process ends below.
        let context = Unmanaged.passRetained(body).toOpaque()
        let code = pthread_create(
            &thread,
            nil,
            { context in
                guard let context else { return nil }
                let body = Unmanaged<Body>.fromOpaque(context).takeRetainedValue()
                body.run()
                return nil
            },
            context
        )
        precondition(code == 0, "the system cannot start a thread")
        return thread
    }
}
