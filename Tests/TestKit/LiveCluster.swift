package import ProgressRegistry
import ProgressStore
package import TestLogs
import TestSupport

/// Several replicas in the test's process, which share a log in memory.
package final class LiveCluster {
    package let engine = MemoryEngine()
    package let clock = ManualClock()
    /// The connections of the replicas to the log, in order.
    package private(set) var logs: [MemoryLog] = []
    package private(set) var replicas: [LiveServer] = []
    private let configure: (inout Configuration) -> Void

    /// The first replica is the writer; all others follow it.
    /// - Parameter configure: changes the settings of each replica. By default a replica takes over only if it is
    ///   handed the office.
    package init(_ count: Int = 2, _ configure: @escaping (inout Configuration) -> Void = { _ in }) throws {
        self.configure = configure
        for _ in 0..<count { try add() }
    }

    /// Starts another replica, and waits until it has its place.
    @discardableResult
    package func add(log recorder: LogRecorder? = nil) throws -> LiveServer {
        let log = engine.connect()
        let replica = try LiveServer(log: recorder, clock: clock, groupLog: log) { [configure] configuration in
            configuration.cluster.url = "postgres://memory"
            configuration.cluster.leaseSeconds = 60
            configure(&configuration)
        }
        logs.append(log)
        replicas.append(replica)
        let isFirst = replicas.count == 1
        guard isFirst ? eventually({ replica.rules }) : replica.follows(engine) else { throw NoPlace() }
        return replica
    }

    private struct NoPlace: Error {}

    package var writer: LiveServer { replicas[0] }
    package var heir: LiveServer { replicas[1] }

    package subscript(place: Int) -> LiveServer { replicas[place] }
}
