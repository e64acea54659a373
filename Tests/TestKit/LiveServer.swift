import Logging
package import ProgressRegistry
import ProgressServer
import ProgressTelemetry
import TestSupport

/// The whole service inside the test's process, on a port of its own; it stops when nobody holds it any more.
package final class LiveServer: @unchecked Sendable {
    // @unchecked: 1. clock and port never change; 2. it is stopped by the test's own thread, or by the last owner.
    package let clock = ManualClock()
    package let port: UInt16
    private let server: Server
    private var isStopped = false

    /// - Parameter configure: changes the settings; the port is picked, and one reactor runs, unless it says otherwise.
    package init(
        log recorder: LogRecorder? = nil,
        _ configure: (inout Configuration) -> Void = { _ in }
    ) throws {
        var configuration = Configuration()
        configuration.port = 0
        configuration.threads = 1
        configure(&configuration)
        let log = recorder?.logger ?? Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        server = try Server(configuration: configuration, clock: clock.serviceClock, log: ServiceLog(log))
        try server.start()
        port = server.port
    }

    deinit { stop() }

    package func stop() {
        if isStopped { return }
        isStopped = true
        server.stop()
    }

    /// Lets `seconds` pass in the trees, and asks until that has shown.
    package func advance(seconds: Double, until condition: () -> Bool) -> Bool {
        clock.advance(seconds: seconds)
        return eventually {
            _ = HTTPClient(self).get("/healthz")
            return condition()
        }
    }
}
