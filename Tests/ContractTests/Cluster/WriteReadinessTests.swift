import ProgressRegistry
import TestKit
import TestLogs
import TestSupport
import Testing

/// `/readyz` says whether a replica answers reads, `/readyz/writes` whether a write that arrives there is executed.
struct WriteReadinessTests {
    @Test func `every replica of a cluster that is well takes writes`() throws {
        let cluster = try LiveCluster(2) { $0.cluster.leaseSeconds = 1 }
        let (writer, heir) = (HTTPClient(cluster.writer), HTTPClient(cluster.heir))

        #expect(writer.get("/readyz/writes").text == "ready\nrole: writer\nterm: 1\n")
        #expect(eventually { heir.get("/readyz/writes").status == 200 })
        #expect(heir.get("/readyz/writes").text == "ready\nrole: heir\nterm: 1\n")
    }

    @Test(arguments: [
        (MemoryFault.notDone, "The log does not answer"), (.refused, "The log refuses"),
    ])
    func `a replica whose log does not do what it is asked answers reads, and says so`(
        fault: MemoryFault,
        sentence: String
    ) throws {
        let cluster = try LiveCluster(2) { $0.cluster.leaseSeconds = 1 }
        let heir = HTTPClient(cluster.heir)
        let id = HTTPClient(cluster.writer).create(#"{"totalUnitCount":10}"#)
        #expect(eventually { heir.get("/readyz/writes").status == 200 })

        cluster.engine.setOutage(fault)

        #expect(eventually { heir.get("/readyz/writes").status == 503 })
        let reply = heir.get("/readyz/writes")
        #expect(reply.problem == "not-ready")
        #expect(reply.json.detail.string?.hasPrefix(sentence) == true)
        #expect(heir.get("/readyz").text.hasPrefix("ready\nrole: heir\nterm: 1\ntrouble: \(sentence)"))
        #expect(heir.snapshot(id).totalUnitCount.int == 10)
        #expect(MetricsReply(heir).int("progressd_ready") == 1)
        #expect(MetricsReply(heir).int("progressd_ready_for_writes") == 0)
        cluster.engine.setOutage(nil)
        #expect(eventually { heir.get("/readyz/writes").status == 200 })
    }

    @Test func `a heir takes no writes for a writer that executes none, and says why`() throws {
        // Long enough that the heir hears it before it finds out itself.
        let cluster = try LiveCluster(2) { $0.cluster.leaseSeconds = 15 }
        let heir = HTTPClient(cluster.heir)
        #expect(eventually { heir.get("/readyz/writes").status == 200 })

        cluster.engine.setOutage(.fullForChanges)

        let said = "The writer says: The log has no room"
        #expect(eventually { heir.get("/readyz/writes").json.detail.string?.hasPrefix(said) == true })
        #expect(heir.get("/readyz").status == 200)
        cluster.engine.setOutage(nil)
        #expect(eventually { heir.get("/readyz/writes").status == 200 })
    }

    @Test func `a writer whose log is full answers reads, and takes writes again once there is room`() throws {
        let cluster = try LiveCluster(1) { $0.cluster.leaseSeconds = 1 }
        let client = HTTPClient(cluster.writer)

        cluster.engine.setOutage(.full)

        #expect(eventually { client.get("/readyz/writes").status == 503 })
        #expect(client.get("/readyz/writes").json.detail.string?.hasPrefix("The log has no room") == true)
        #expect(client.get("/readyz").status == 200)
        cluster.engine.setOutage(nil)
        #expect(eventually { client.get("/readyz/writes").status == 200 })
    }
}
