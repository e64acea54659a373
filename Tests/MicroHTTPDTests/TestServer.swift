import Glibc
import Platform
import TestSupport

@testable import MicroHTTPD

/// A reactor with an `EchoApplication` on a thread of its own.
final class TestServer: @unchecked Sendable {
    // 1. `thread` is set once, by the one who makes the server; all else is constant or behind locks.
    let reactor: Reactor
    private let commands = Lock<[@Sendable (EchoApplication) -> Void]>([])
    private var thread: pthread_t?

    init(_ change: (inout ReactorConfiguration) -> Void = { _ in }) throws {
        var configuration = ReactorConfiguration()
        change(&configuration)
        reactor = try Reactor(configuration)
        let context = Unmanaged.passRetained(self).toOpaque()
        var thread = pthread_t()
        pthread_create(&thread, nil, runTestServer, context)
        self.thread = thread
    }

    fileprivate func run() {
        reactor.run { EchoApplication($0, self.commands) }
    }

    var port: UInt16 { reactor.port }

    /// Runs `body` on the reactor's thread, in its next turn, and waits for it.
    @discardableResult
    func perform<Value: Sendable>(_ body: @escaping @Sendable (EchoApplication) -> Value) -> Value {
        let answer = Lock<Value?>(nil)
        let done = Signal()
        commands.withLock { commands in
            commands.append { application in
                let value = body(application)
                answer.withLock { $0 = value }
                done.post()
            }
        }
        reactor.wake()
        done.wait()
        guard let value = answer.withLock({ $0 }) else { fatalError("the reactor did not answer") }
        return value
    }

    /// Turns the loop until `condition` holds; false after twenty seconds.
    func eventually(_ condition: @escaping @Sendable (EchoApplication) -> Bool) -> Bool {
        TestSupport.eventually(within: 20) { perform(condition) }
    }

    /// Stops and waits for the thread.
    func stop(within seconds: Double = 4) {
        reactor.stop(within: seconds)
        guard let thread else { return }
        self.thread = nil
        pthread_join(thread, nil)
    }
}

private func runTestServer(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    Unmanaged<TestServer>.fromOpaque(context).takeRetainedValue().run()
    return nil
}
