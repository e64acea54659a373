import Glibc
import Logging
import Platform
package import ProgressLog
package import ProgressRegistry
import ProgressServer
package import ProgressStore
import ProgressTelemetry
import TestLogs
import TestSupport

/// The whole service inside the test's process, on its own port; it stops with its last reference.
///
/// With `PROGRESSD_TESTS_THROUGH_HEIR` in the environment it is two replicas, and the port is that of the heir: every
/// test of the service must pass there, too.
package final class LiveServer: @unchecked Sendable {
    // @unchecked: 1. clock and port never change; 2. it is stopped by the test's own thread, or by the last owner.
    package let clock: ManualClock
    package let port: UInt16
    /// The place in its cluster; nil without one.
    package let clusterStatus: ClusterStatus?
    private let server: Server
    package var headCount: Int { server.headCount }
    /// The writer behind this server, if it exists only for that.
    private var writer: LiveServer?
    /// Through which it and that writer are a cluster.
    private let engine: MemoryEngine?
    private var isStopped = false

    private static let isThroughHeir = getenv("PROGRESSD_TESTS_THROUGH_HEIR") != nil

    /// - Parameters:
    ///   - configure: changes the settings; the port is picked, and one reactor runs, unless it says otherwise.
    ///   - groupLog: makes it a replica of those that share this log.
    package init(
        log recorder: LogRecorder? = nil,
        clock: ManualClock = ManualClock(),
        groupLog: (any GroupLog)? = nil,
        _ configure: (inout Configuration) -> Void = { _ in }
    ) throws {
        var configuration = Configuration()
        configuration.port = 0
        configuration.threads = 1
        configure(&configuration)
        var groupLog = groupLog
        var engine: MemoryEngine?
        if Self.isThroughHeir, groupLog == nil, configuration.dataDirectory == nil {
            let made = MemoryEngine()
            let writer = try LiveServer(clock: clock, groupLog: made.connect(), configure)
            guard eventually({ writer.rules }) else { throw NoWriter() }
            self.writer = writer
            groupLog = made.connect()
            engine = made
        }
        if groupLog != nil { Self.joinCluster(&configuration) }
        let log = recorder?.logger ?? Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        server = try Server(
            configuration: configuration,
            clock: clock.serviceClock,
            log: ServiceLog(log),
            groupLog: groupLog
        )
        try server.start()
        self.clock = clock
        self.engine = engine
        port = server.port
        clusterStatus = server.clusterStatus
        if let engine, !follows(engine) { throw NoWriter() }
    }

    private struct NoWriter: Error {}
    private struct NotAnnounced: Error {}

    /// Nothing takes over by itself where the machine is busy, unless a test asks for that.
    private static func joinCluster(_ configuration: inout Configuration) {
        if configuration.cluster.url != nil { return }
        configuration.cluster.url = "postgres://memory"
        configuration.cluster.leaseSeconds = 60
    }

    deinit { stop(takesLeave: false) }

    /// Waits until it has the trees, and knows the writer by a renewal, which the long leases of tests delay.
    func follows(_ engine: MemoryEngine) -> Bool {
        guard eventually({ clusterStatus?.role == .heir }) else { return false }
        engine.beat()
        return eventually { clusterStatus?.writer != nil }
    }

    /// Replaces the tokens, as SIGHUP does after the token file was rewritten.
    package func replaceTokens(_ text: String) throws {
        let tokens = try AccessToken.list(text)
        server.replaceTokens(with: tokens)
        guard let writer, let engine else { return }
        // The writer ends what no replica lists as it announces itself, and again after the long lease of tests.
        let announced = TokenSet(tokens).announcement
        guard eventually({ engine.memberTokens.contains(announced) }) else { throw NotAnnounced() }
        writer.server.replaceTokens(with: tokens)
    }

    /// Whether it is the writer of its cluster, within its lease.
    package var rules: Bool { clusterStatus?.rules(now: MonotonicClock.now()) ?? false }

    /// - Parameter takesLeave: whether a replica gives its clients time to turn to others; takes up to 1.5 s.
    package func stop(takesLeave: Bool = true) {
        if isStopped { return }
        isStopped = true
        server.stop(takesLeave: takesLeave)
        writer?.stop(takesLeave: false)
    }

    /// Lets `seconds` pass in the trees, and asks until that has shown.
    package func advance(seconds: Double, until condition: () -> Bool) -> Bool {
        clock.advance(seconds: seconds)
        return eventually {
            _ = HTTPClient(writer ?? self).get("/healthz")
            return condition()
        }
    }
}
