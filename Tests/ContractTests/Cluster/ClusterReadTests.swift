import TestKit
import TestLogs
import TestSupport
import Testing

/// Several replicas, one service: reads at any of them.
struct ClusterReadTests {
    private let cluster: LiveCluster

    init() throws { cluster = try LiveCluster(2) }

    @Test func `what one replica has acknowledged another shows at once`() {
        let (writer, heir) = (HTTPClient(cluster.writer), HTTPClient(cluster.heir))
        let id = writer.create(#"{"totalUnitCount":1000}"#)

        for count in 1...200 {
            writer.complete(id, 1)
            #expect(heir.snapshot(id).completedUnitCount.int == Int64(count))
        }
    }

    @Test func `replies and their ETags are the same everywhere`() {
        let (writer, heir) = (HTTPClient(cluster.writer), HTTPClient(cluster.heir))
        let root = writer.create(#"{"totalUnitCount":10,"kind":"file"}"#)
        let child = writer.create(#"{"totalUnitCount":4,"pendingUnitCount":5}"#, under: root)
        writer.complete(child, 3)

        for path in ["", "/tree", "/children", "?summary=true"] {
            let (there, here) = (writer.get("/v1/progress/\(root)\(path)"), heir.get("/v1/progress/\(root)\(path)"))
            #expect(there.text == here.text)
            #expect(there["etag"] == here["etag"])
        }
        #expect(writer.get("/v1/progress").text == heir.get("/v1/progress").text)
    }

    @Test func `a write through any replica is the same as through the writer`() {
        let (writer, heir) = (HTTPClient(cluster.writer), HTTPClient(cluster.heir))

        let made = heir.post("/v1/progress", #"{"totalUnitCount":10}"#)
        let completed = heir.complete(made.id, 4)

        #expect(made.status == 201)
        #expect(completed.json.completedUnitCount.int == 4)
        #expect(writer.snapshot(made.id).completedUnitCount.int == 4)
        #expect(heir.snapshot(made.id).completedUnitCount.int == 4)
    }

    @Test func `a stream of each replica tells what happens anywhere`() {
        let (writer, heir) = (HTTPClient(cluster.writer), HTTPClient(cluster.heir))
        let id = writer.create(#"{"totalUnitCount":10}"#)
        let streams = cluster.replicas.map { EventStream($0, "/v1/progress/\(id)/events") }

        writer.complete(id, 4)
        heir.complete(id, 6)

        for stream in streams {
            #expect(stream.reaches(10))
        }
    }

    @Test func `who waits at one replica hears of a write at another`() {
        let (writer, heir) = (HTTPClient(cluster.writer), HTTPClient(cluster.heir))
        let id = writer.create(#"{"totalUnitCount":10}"#)
        let etag = heir.get("/v1/progress/\(id)")["etag"] ?? ""
        heir.send("GET", "/v1/progress/\(id)", ["If-None-Match": etag, "Prefer": "wait=30"])
        #expect(eventually { MetricsReply(HTTPClient(cluster.heir)).int("progressd_waiting_requests") == 1 })

        writer.complete(id, 7)

        #expect(heir.reply().json.completedUnitCount.int == 7)
    }

    @Test func `while the log is silent a replica asks the writer`() {
        let (writer, heir) = (HTTPClient(cluster.writer), HTTPClient(cluster.heir))
        let id = writer.create(#"{"totalUnitCount":10}"#)
        cluster.logs[1].setOutage(.notDone)

        writer.complete(id, 3)

        #expect(heir.snapshot(id).completedUnitCount.int == 3)
        #expect(MetricsReply(heir).int(#"progressd_forwarded_requests_total{result="answered"}"#) > 0)
    }

    @Test func `each replica tells its role, and only the writer counts the trees`() {
        let (writer, heir) = (HTTPClient(cluster.writer), HTTPClient(cluster.heir))
        _ = writer.create()

        #expect(writer.get("/readyz").text == "ready\nrole: writer\nterm: 1\n")
        #expect(heir.get("/readyz").text == "ready\nrole: heir\nterm: 1\n")
        let (there, here) = (MetricsReply(writer), MetricsReply(heir))
        #expect(there.int(#"progressd_cluster_role{role="writer"}"#) == 1)
        #expect(here.int(#"progressd_cluster_role{role="heir"}"#) == 1)
        #expect(there.int("progressd_roots") == 1)
        #expect(!heir.get("/metrics").text.contains("progressd_roots"))
    }
}
