import Platform
import TestSupport

@testable import MicroHTTPD

/// A reactor with an application of the tests, on its own thread.
final class TestReactor<App: Application & SendableMetatype>: Sendable {
    let reactor: Reactor
    private let commands = Commands<App>()
    private let thread = Lock<Thread?>(nil)

    /// - Parameter make: makes the application, on the thread.
    init(
        _ configuration: ReactorConfiguration = ReactorConfiguration(),
        _ make: @escaping @Sendable (Reactor, Commands<App>) -> App
    ) throws {
        let reactor = try Reactor(configuration)
        self.reactor = reactor
        let commands = commands
        thread.withLock { thread in
            thread = Thread { reactor.run { make($0, commands) } }
        }
    }

    var port: UInt16 { reactor.port }

    /// Runs `body` on the reactor's thread, in its next turn, and waits for it.
    @discardableResult
    func perform<Value: Sendable>(_ body: @escaping @Sendable (App) -> Value) -> Value {
        let answer = Lock<Value?>(nil)
        let done = Signal()
        commands.add { application in
            let value = body(application)
            answer.withLock { $0 = value }
            done.post()
        }
        reactor.wake()
        done.wait()
        guard let value = answer.withLock({ $0 }) else { fatalError("the reactor did not answer") }
        return value
    }

    /// Turns the loop until `condition` holds; false after twenty seconds.
    func eventually(_ condition: @escaping @Sendable (App) -> Bool) -> Bool {
        TestSupport.eventually(within: 20) { perform(condition) }
    }

    /// Stops and waits for the thread.
    func stop(within seconds: Double = 4) {
        reactor.stop(within: seconds)
        let thread = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        thread?.join()
    }
}
