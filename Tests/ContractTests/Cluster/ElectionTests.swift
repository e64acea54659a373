import Foundation
import ProgressRegistry
import ProgressStore
import TestKit
import TestLogs
import TestSupport
import Testing

/// A cluster as its clients see it while the writer changes, or while there is no writer.
struct ElectionTests {
    @Test func `a write waits for a writer, and then nothing was changed`() throws {
        let cluster = try LiveCluster(2) { $0.cluster.forwardWaitSeconds = 0.2 }
        let heir = HTTPClient(cluster.heir)
        let id = heir.create(#"{"totalUnitCount":10}"#)
        // The heir has it from the log before that is away.
        #expect(heir.snapshot(id).completedUnitCount.int == 0)
        cluster.engine.setOutage(.notDone)
        cluster.writer.stop()

        let reply = heir.complete(id, 1)

        #expect(reply.status == 503)
        #expect(reply.problem == "no-writer")
        #expect(reply["retry-after"] == "1")
        #expect(heir.snapshot(id).completedUnitCount.int == 0)
    }

    @Test func `while a write waits for a writer, the log is looked at again and again`() throws {
        let cluster = try LiveCluster(1)
        cluster.logs[0].setOutage(.notDone)
        let log = cluster.engine.connect()
        let replica = try LiveServer(clock: cluster.clock, groupLog: log) { $0.cluster.forwardWaitSeconds = 2 }
        #expect(eventually { replica.clusterStatus?.role == .heir })
        let before = log.callCount

        // No renewal comes: the replica does not know yet whether the writer is alive.
        let reply = HTTPClient(replica).put("/v1/progress/waits", #"{"totalUnitCount":1}"#)

        #expect(reply.problem == "no-writer")
        #expect(log.callCount - before >= 8)
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

    @Test func `a writer that stops hands over: no request fails, no stream loses anything, ids go on`() throws {
        let cluster = try LiveCluster(2) { $0.streamRate = 0 }
        let (heir, heirReader) = (HTTPClient(cluster.heir), HTTPClient(cluster.heir))
        let id = heir.create(#"{"totalUnitCount":100000}"#)
        let stream = EventStream(cluster.heir, "/v1/progress/\(id)/events")
        #expect(stream.next() != nil)

        let stopping = cluster.writer
        Thread.detachNewThread { stopping.stop() }
        var count: Int64 = 0
        let isDone = eventually {
            count += 1
            #expect(heir.complete(id, 1).status == 200)
            return cluster.heir.rules && count >= 50
        }

        #expect(isDone)
        #expect(heirReader.snapshot(id).completedUnitCount.int == count)
        #expect(stream.reaches(count))
        #expect(!stream.isFinished)
        #expect(heir.get("/readyz").text == "ready\nrole: writer\nterm: 2\n")
        let resumed = EventStream(cluster.heir, "/v1/progress/\(id)/events", ["Last-Event-ID": stream.lastID])
        heir.complete(id, 1)
        let events = resumed.events { $0.data.completedUnitCount.int == count + 1 }
        #expect(!events.isEmpty && !events.contains { $0.name == "reset" })
    }

    @Test func `a writer without its log is replaced after its lease, and acknowledged writes are there`() throws {
        let cluster = try LiveCluster(2) { $0.cluster.leaseSeconds = 1 }
        let (old, new) = (HTTPClient(cluster.writer), HTTPClient(cluster.heir))
        let id = old.create(#"{"totalUnitCount":100}"#)
        let version = old.complete(id, 42).json.version.int ?? 0
        let stream = EventStream(cluster.heir, "/v1/progress/\(id)/events")
        #expect(stream.next() != nil)

        cluster.logs[0].setOutage(.notDone)

        #expect(eventually { cluster.heir.rules })
        let now = new.snapshot(id)
        #expect(now.completedUnitCount.int == 42)
        #expect(new.complete(id, 1).status == 200)
        #expect((new.snapshot(id).version.int ?? 0) > version)
        // Readers begin again, because the old writer may have shown them changes that are lost.
        _ = stream.rest()
        #expect(stream.isFinished)
        let again = EventStream(cluster.heir, "/v1/progress/\(id)/events", ["Last-Event-ID": stream.lastID])
        #expect(again.next()?.name == "reset")
        // The old one follows once it can, and forwards its requests.
        cluster.logs[0].setOutage(nil)
        #expect(eventually { cluster.writer.clusterStatus?.role == .heir })
        #expect(old.complete(id, 1).status == 200)
        #expect(old.snapshot(id).completedUnitCount.int == 44)
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
