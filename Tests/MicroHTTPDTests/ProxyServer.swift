import Glibc
import Platform
import TestSupport

@testable import MicroHTTPD

/// A reactor with a `ProxyApplication` on a thread of its own.
final class ProxyServer: Sendable {
    let reactor: Reactor
    private let commands = Lock<[@Sendable (ProxyApplication) -> Void]>([])
    private let thread = Lock<Thread?>(nil)

    init(to port: UInt16, _ change: (inout UpstreamConfiguration) -> Void = { _ in }) throws {
        var configuration = UpstreamConfiguration()
        change(&configuration)
        let reactor = try Reactor(ReactorConfiguration())
        self.reactor = reactor
        let (settings, commands) = (configuration, commands)
        thread.withLock { thread in
            thread = Thread { reactor.run { ProxyApplication($0, port, settings, commands) } }
        }
    }

    /// Runs `body` on the reactor's thread, in its next turn, and waits for it.
    @discardableResult
    func perform<Value: Sendable>(_ body: @escaping @Sendable (ProxyApplication) -> Value) -> Value {
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

    /// Connections to the upstream.
    var upstreamCount: Int { perform { $0.upstream?.connectionCount ?? 0 } }

    func eventually(_ condition: @escaping @Sendable (ProxyApplication) -> Bool) -> Bool {
        TestSupport.eventually(within: 20) { perform(condition) }
    }

    func stop(within seconds: Double = 4) {
        reactor.stop(within: seconds)
        let thread = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        thread?.join()
    }
}
