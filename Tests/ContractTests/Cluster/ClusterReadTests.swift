import ProgressLog
import TestKit
import TestSupport
import Testing

/// Several replicas, one service: what is read, wherever it is read.
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

}
