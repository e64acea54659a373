import ProgressRegistry
import TestKit
import TestLogs
import TestSupport
import Testing

/// Readers who come to a replica with an id of another one.
struct ReturningStreamTests {
    private static func cluster(_ durability: Durability) throws -> LiveCluster {
        try LiveCluster(2) { configuration in
            configuration.durability = durability
            configuration.streamRate = 0
        }
    }

    @Test func `the first writer of all gives ids that every replica knows`() throws {
        let cluster = try Self.cluster(.commit)
        let writer = HTTPClient(cluster.writer)
        let id = writer.create(#"{"totalUnitCount":10}"#)
        let path = "/v1/progress/\(id)/events"
        let stream = EventStream(cluster.writer, path)
        #expect(stream.next()?.name == "snapshot")

        let returning = EventStream(cluster.heir, path, ["Last-Event-ID": stream.lastID])
        writer.complete(id, 1)
        let events = returning.events { $0.data.completedUnitCount.int == 1 }

        #expect(events.last?.data.completedUnitCount.int == 1)
        #expect(!events.contains { $0.name == "reset" })
    }

    @Test(arguments: [Durability.commit, .interval])
    func `who was told more than the log holds gets no reset at another replica`(durability: Durability) throws {
        let cluster = try Self.cluster(durability)
        let (writer, waiting) = (HTTPClient(cluster.writer), HTTPClient(cluster.writer))
        let id = writer.create(#"{"totalUnitCount":10}"#)
        #expect(eventually { HTTPClient(cluster.heir).get("/v1/progress/\(id)").status == 200 })
        let path = "/v1/progress/\(id)/events"
        let stream = EventStream(cluster.writer, path)
        cluster.logs[0].setOutage(.notDone)
        waiting.send("POST", "/v1/progress/\(id)/completed-units", bytes: Array(#"{"count":7}"#.utf8))
        #expect(stream.reaches(7))

        let returning = EventStream(cluster.heir, path, ["Last-Event-ID": stream.lastID])
        cluster.logs[0].setOutage(nil)
        writer.complete(id, 1)
        let events = returning.events { $0.data.completedUnitCount.int == 8 }

        #expect(events.last?.data.completedUnitCount.int == 8)
        #expect(!events.contains { $0.name == "reset" })
    }

    @Test(arguments: [Durability.commit, .interval])
    func `an id that no replica can have given gets a reset`(durability: Durability) throws {
        let cluster = try Self.cluster(durability)
        let id = HTTPClient(cluster.writer).create(#"{"totalUnitCount":10}"#)
        #expect(eventually { HTTPClient(cluster.heir).get("/v1/progress/\(id)").status == 200 })
        let path = "/v1/progress/\(id)/events"
        let first = EventStream(cluster.writer, path)
        #expect(first.next()?.name == "snapshot")

        let later = EventStream(cluster.heir, path, ["Last-Event-ID": first.lastID + "000"])

        #expect(later.take(2).map(\.name) == ["reset", "snapshot"])
    }
}
