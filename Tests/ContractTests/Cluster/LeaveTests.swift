import Dispatch
import Foundation
import ProgressRegistry
import TestKit
import TestLogs
import TestSupport
import Testing

/// Clients notice nothing when a replica is told to stop.
struct LeaveTests {
    /// A worker that writes all the time, on a connection that it keeps until a reply ends it.
    private final class Worker: @unchecked Sendable {
        // 1. The test's thread reads the results only after `isDone` was signaled.
        private let servers: [LiveServer]
        private let node: String
        private let end: Signal
        private let isDone = DispatchSemaphore(value: 0)
        private(set) var count: Int64 = 0
        private(set) var failures: [String] = []
        /// Reads the node after each write, and finds it as it left it or newer.
        private let reads: Bool
        /// After each write, in microseconds: meanwhile its connection is idle.
        private let pause: UInt32

        /// Set by one thread, read by others.
        final class Signal: @unchecked Sendable {
            // 1. `isSet` is used only under the lock.
            private let lock = NSLock()
            private var isSet = false

            var isRaised: Bool { lock.withLock { isSet } }
            func raise() { lock.withLock { isSet = true } }
        }

        init(_ servers: [LiveServer], _ node: String, reads: Bool, pause: UInt32, until end: Signal) {
            self.servers = servers
            self.node = node
            self.reads = reads
            self.pause = pause
            self.end = end
            Thread.detachNewThread { [self] in
                work()
                isDone.signal()
            }
        }

        func finish() { isDone.wait() }

        /// The first server, until it ends the connection with a reply; then the next one.
        private func work() {
            var place = 0
            var client = HTTPClient(servers[place])
            while !end.isRaised && failures.isEmpty {
                let reply = client.complete(node, 1)
                if reply.status != 200 { failures.append("\(reply.status) \(reply.text)") } else { count += 1 }
                var isOver = reply["connection"] == "close"
                if reads, !isOver {
                    let seen = client.get("/v1/progress/\(node)")
                    let completed = seen.json.completedUnitCount.int ?? -1
                    if completed < count { failures.append("saw \(completed) after \(count): \(seen.text)") }
                    isOver = seen["connection"] == "close"
                }
                usleep(pause)
                if isOver {
                    place = min(place + 1, servers.count - 1)
                    client = HTTPClient(servers[place])
                }
            }
        }
    }

    /// Workers at all replicas write while `leaver` stops; then each of their units is there once.
    private func expectNoFailure(_ cluster: LiveCluster, leaver: Int) throws {
        let rest = cluster.replicas.indices.filter { $0 != leaver }
        let client = HTTPClient(cluster[rest[0]])
        let end = Worker.Signal()
        let nodes = (0..<12).map { _ in client.create(#"{"totalUnitCount":10000000}"#) }
        let workers = nodes.enumerated().map { number, node in
            let servers = number % 2 == 0 ? [cluster[leaver], cluster[rest[0]]] : rest.map { cluster[$0] }
            return Worker(servers, node, reads: number % 3 == 0, pause: number < 6 ? 0 : 10_000, until: end)
        }
        #expect(eventually { nodes.allSatisfy { client.snapshot($0).completedUnitCount.int ?? 0 > 5 } })

        let began = Moment.now()
        cluster[leaver].stop()
        let duration = Moment.now() - began
        let counts = nodes.map { client.snapshot($0).completedUnitCount.int ?? 0 }
        #expect(eventually { zip(nodes, counts).allSatisfy { client.snapshot($0).completedUnitCount.int ?? 0 > $1 } })
        end.raise()
        for worker in workers { worker.finish() }

        #expect(workers.flatMap(\.failures) == [])
        #expect(duration < 5)
        for (node, worker) in zip(nodes, workers) {
            #expect(client.snapshot(node).completedUnitCount.int == worker.count)
        }
    }

    @Test func `no request fails and none counts twice while the writer stops`() throws {
        let cluster = try LiveCluster(3) { $0.cluster.forwardWaitSeconds = 30 }

        try expectNoFailure(cluster, leaver: 0)
    }

    @Test func `no request fails and none counts twice while another replica stops`() throws {
        let cluster = try LiveCluster(3) { $0.cluster.forwardWaitSeconds = 30 }

        try expectNoFailure(cluster, leaver: 2)
    }

    @Test func `a replica that leaves is not ready, answers, and ends connections with its replies`() throws {
        let cluster = try LiveCluster(2)
        let leaver = cluster.writer
        let (client, probe) = (HTTPClient(leaver), HTTPClient(leaver))
        let id = client.create(#"{"totalUnitCount":1000000}"#)
        #expect(probe.get("/readyz").status == 200)
        Thread.detachNewThread { leaver.stop() }

        var reply = client.complete(id, 1)
        while reply.status == 200, reply["connection"] != "close" { reply = client.complete(id, 1) }

        #expect(reply.status == 200)
        #expect(client.isEnded())
        #expect(probe.get("/readyz").problem == "shutting-down")
        #expect(probe.isEnded())
    }

    @Test func `a stream that a replica relays ends in good order when that replica stops`() throws {
        let cluster = try LiveCluster(2)
        let id = HTTPClient(cluster.writer).create(#"{"totalUnitCount":10}"#)
        cluster.logs[1].setOutage(.notDone)
        let stream = EventStream(cluster.heir, "/v1/progress/\(id)/events")
        #expect(stream.next() != nil)
        #expect(eventually { MetricsReply(HTTPClient(cluster.writer)).int("progressd_streams") == 1 })

        cluster.heir.stop()

        #expect(stream.rest().isEmpty)
        #expect(stream.isFinished)
        #expect(stream.retries.count == 1)
    }

    /// - Returns: a client whose heartbeat waits at the writer.
    private func waiting(at replica: LiveServer, _ cluster: LiveCluster, _ node: String) -> HTTPClient {
        let client = HTTPClient(replica)
        client.send("POST", "/v1/progress/\(node)/heartbeat", ["Prefer": "wait=60, return=minimal"], bytes: [])
        #expect(eventually { MetricsReply(HTTPClient(cluster.writer)).int("progressd_waiting_requests") == 1 })
        return client
    }

    @Test func `a heartbeat that waits at a writer that stops is answered by the next one`() throws {
        let cluster = try LiveCluster(2)
        let id = HTTPClient(cluster.writer).create(#"{"leaseSeconds":600}"#)
        let worker = waiting(at: cluster.writer, cluster, id)

        cluster.writer.stop()
        let reply = worker.reply()

        #expect(reply.status == 204)
        #expect(reply["progress-directive"] == "run")
    }

    @Test func `a heartbeat that waits through another replica goes on waiting at the next writer`() throws {
        let cluster = try LiveCluster(2)
        let id = HTTPClient(cluster.writer).create(#"{"leaseSeconds":600}"#)
        let worker = waiting(at: cluster.heir, cluster, id)

        cluster.writer.stop()
        #expect(HTTPClient(cluster.heir).post("/v1/progress/\(id)/cancel").status == 200)
        let reply = worker.reply()

        #expect(reply.status == 204)
        #expect(reply["progress-directive"] == "cancel")
    }

    @Test func `a heartbeat that waits through a replica that stops is answered by the writer`() throws {
        let cluster = try LiveCluster(2)
        let id = HTTPClient(cluster.writer).create(#"{"leaseSeconds":600}"#)
        let worker = waiting(at: cluster.heir, cluster, id)

        cluster.heir.stop()
        let reply = worker.reply()

        #expect(reply.status == 204)
        #expect(reply["progress-directive"] == "run")
    }

    @Test func `the only replica stops, too`() throws {
        let cluster = try LiveCluster(1)
        let id = HTTPClient(cluster.writer).create(#"{"totalUnitCount":10}"#)

        let began = Moment.now()
        cluster.writer.stop()

        #expect(Moment.now() - began < 5)
        let next = try LiveServer(clock: cluster.clock, groupLog: cluster.engine.connect())
        #expect(eventually { next.rules })
        #expect(HTTPClient(next).snapshot(id).totalUnitCount.int == 10)
    }
}
