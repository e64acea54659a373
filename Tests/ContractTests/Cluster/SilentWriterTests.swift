import ProgressRegistry
import ProgressStore
import TestKit
import TestLogs
import TestSupport
import Testing

/// A writer that takes connections and answers nothing, like a frozen one, and one whose lease is over.
struct SilentWriterTests {
    /// Limit for waits that must end with a lease, rather than after the half minute that a reply may take.
    private static let seconds = 12.0

    /// The others reach the first replica at `place`.
    private static func cluster(_ place: RawUpstream, leaseSeconds: Double = 2) throws -> LiveCluster {
        var count = 0
        return try LiveCluster(2) { configuration in
            configuration.cluster.leaseSeconds = leaseSeconds
            if count == 0 { configuration.cluster.advertise = "127.0.0.1:\(place.port)" }
            count += 1
        }
    }

    @Test func `a write that cannot be repeated ends after a lease, and so do pings tell where the writer is not`()
        throws
    {
        let place = RawUpstream()
        let cluster = try Self.cluster(place)
        let (client, probe) = (HTTPClient(cluster.heir), HTTPClient(cluster.heir))

        let began = Moment.now()
        let reply = client.post("/v1/progress", "{}")

        #expect(reply.problem == "outcome-unknown")
        #expect(Moment.now() - began < Self.seconds)
        let ready = probe.get("/readyz")
        #expect(ready.status == 200)
        #expect(ready.text == "ready\nrole: heir\nterm: 1\nunreachable-writer: 127.0.0.1:\(place.port)\n")
        // New requests are not sent there, so no outcome is in doubt.
        #expect(client.post("/v1/progress", "{}").problem == "no-writer")
        let refused = MetricsReply(probe).sum("progressd_requests_total", #"class="write""#, #"code="5xx""#)
        #expect(refused == 2)
    }

    @Test func `the log names a writer that cannot be reached, once`() throws {
        let place = RawUpstream()
        let cluster = try Self.cluster(place)
        let recorder = LogRecorder()
        let replica = try cluster.add(log: recorder)

        #expect(eventually { replica.clusterStatus?.contact.unreachable != nil })
        #expect(HTTPClient(replica).post("/v1/progress", "{}").problem == "no-writer")

        let lines = recorder.lines.filter { $0.contains("cannot reach the writer") }
        #expect(lines.count == 1)
        #expect(lines.first?.contains("127.0.0.1:\(place.port)") == true)
    }

    @Test func `a write that may be repeated is made by the next writer, which is the replica that sent it on`() throws
    {
        let place = RawUpstream()
        let cluster = try Self.cluster(place)
        let client = HTTPClient(cluster.heir)
        client.send("PUT", "/v1/progress/nightly", bytes: Array(#"{"totalUnitCount":3}"#.utf8))
        let began = Moment.now()

        cluster.logs[0].setOutage(.notDone)
        let reply = client.reply()

        #expect(reply.status == 201)
        #expect(Moment.now() - began < Self.seconds)
        #expect(cluster.heir.rules)
    }

    @Test func `a create with an Idempotency-Key is made by the next writer, too`() throws {
        let place = RawUpstream()
        let cluster = try Self.cluster(place)
        let client = HTTPClient(cluster.heir)
        let key = ["Idempotency-Key": "once"]
        client.send("POST", "/v1/progress", key, bytes: Array(#"{"totalUnitCount":3}"#.utf8))

        cluster.logs[0].setOutage(.notDone)
        let reply = client.reply()

        #expect(reply.status == 201)
        #expect(client.post("/v1/progress", #"{"totalUnitCount":3}"#, key).id == reply.id)
    }

    // MARK: After a lease

    /// A writer whose log went silent, in a cluster whose other replica took office, or could not.
    private static func lapsed(othersRule: Bool) throws -> (LiveCluster, node: String) {
        let cluster = try LiveCluster(2) { $0.cluster.leaseSeconds = 1 }
        let node = HTTPClient(cluster.writer).create(#"{"totalUnitCount":10}"#)
        #expect(HTTPClient(cluster.heir).snapshot(node).totalUnitCount.int == 10)
        #expect(eventually { cluster.writer.clusterStatus?.census?.peers.count == 1 })
        if othersRule { cluster.logs[0].setOutage(.notDone) } else { cluster.engine.setOutage(.notDone) }
        #expect(eventually { othersRule ? cluster.heir.rules : !cluster.writer.rules })
        return (cluster, node)
    }

    @Test func `a writer that does not know of the next one calls itself none, and asks it what it is asked`() throws {
        let (cluster, node) = try Self.lapsed(othersRule: true)
        let (old, new) = (HTTPClient(cluster.writer), HTTPClient(cluster.heir))

        for count in 1...10 {
            new.complete(node, 1)
            #expect(old.snapshot(node).completedUnitCount.int == Int64(count))
        }

        let metrics = MetricsReply(old)
        #expect(metrics.int(#"progressd_cluster_role{role="writer"}"#) == 0)
        #expect(metrics.int(#"progressd_cluster_role{role="heir"}"#) == 1)
        #expect(old.get("/readyz").text.contains("role: heir\nterm: 1\n"))
    }

    @Test func `where nobody knows more it shows what it has, and who is asked by it refuses`() throws {
        let (cluster, node) = try Self.lapsed(othersRule: false)
        let (old, heir) = (HTTPClient(cluster.writer), HTTPClient(cluster.heir))

        #expect(old.snapshot(node).totalUnitCount.int == 10)
        #expect(heir.snapshot(node).totalUnitCount.int == 10)
        let asked = heir.get("/v1/progress/\(node)", ["Progress-Asked": "1"])

        #expect(asked.status == 503)
        #expect(asked["progress-not-writer"] == "1")
    }
}
