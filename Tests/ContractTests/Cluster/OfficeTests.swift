import Foundation
import ProgressLog
import ProgressRegistry
import ProgressStore
import TestKit
import TestSupport
import Testing

/// What clients see while the writer changes, or nobody is.
struct OfficeTests {
    @Test func `a write waits for a writer, and then nothing was changed`() throws {
        let cluster = try LiveCluster(2) { $0.cluster.forwardWaitSeconds = 0.2 }
        let heir = HTTPClient(cluster.heir)
        let id = heir.create(#"{"totalUnitCount":10}"#)
        cluster.engine.setOutage(.notDone)
        cluster.writer.stop()

        let reply = heir.complete(id, 1)

        #expect(reply.status == 503)
        #expect(reply.problem == "no-writer")
        #expect(reply["retry-after"] == "1")
        #expect(heir.snapshot(id).completedUnitCount.int == 0)
    }

    @Test func `a write that the log does not confirm has an unknown outcome`() throws {
        let cluster = try LiveCluster(1) { configuration in
            configuration.cluster.forwardWaitSeconds = 0.2
            configuration.cluster.leaseSeconds = 1
        }
        let client = HTTPClient(cluster.writer)
        let id = client.create(#"{"totalUnitCount":10}"#)
        cluster.logs[0].setOutage(.lostAfter)

        let reply = client.complete(id, 1)

        #expect(reply.status == 503)
        #expect(reply.problem == "outcome-unknown")
        #expect(reply["retry-after"] == "1")
    }

    @Test func `time works in the trees of the new writer`() throws {
        let cluster = try LiveCluster(2)
        let heir = HTTPClient(cluster.heir)
        let id = heir.create(#"{"totalUnitCount":100,"leaseSeconds":30}"#)
        cluster.writer.stop()
        #expect(eventually { cluster.heir.rules })

        #expect(cluster.heir.advance(seconds: 100) { heir.snapshot(id).state.string == "stalled" })
    }

    @Test func `a replica that has not loaded is not ready, and asks the writer for everything`() throws {
        let cluster = try LiveCluster(1)
        let id = HTTPClient(cluster.writer).create(#"{"totalUnitCount":10}"#)
        let log = cluster.engine.connect()
        log.setOutage(.notDone)
        let replica = try LiveServer(clock: cluster.clock, groupLog: log)
        let client = HTTPClient(replica)

        #expect(client.get("/readyz").problem == "not-ready")
        #expect(client.get("/healthz").status == 200)
        log.setOutage(nil)
        #expect(client.snapshot(id).totalUnitCount.int == 10)
        #expect(eventually { client.get("/readyz").status == 200 })
    }

    @Test func `a log that refuses stops the start with one line`() throws {
        let cluster = try LiveCluster(1)
        let log = cluster.engine.connect()
        log.setOutage(.refused)

        #expect(throws: (any Error).self) { try LiveServer(clock: cluster.clock, groupLog: log) }
    }
}
