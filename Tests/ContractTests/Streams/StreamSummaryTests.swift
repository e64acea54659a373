import ProgressRegistry
import TestKit
import Testing

/// docs/contract.md, section 9: the final events of streams that carry summaries.
struct StreamSummaryTests {
    @Test func `the last change below a large tree is shown, though its summary is made now and then only`() throws {
        let server = try LiveServer { $0.streamRate = 0 }
        let client = HTTPClient(server)
        let children = Array(repeating: #"{"pendingUnitCount":0}"#, count: 10_001).joined(separator: ",")
        let id = client.create(#"{"totalUnitCount":1,"children":[\#(children)]}"#)
        let child = client.create(#"{"pendingUnitCount":0,"totalUnitCount":9}"#, under: id)
        let stream = EventStream(server, "/v1/progress/\(id)/events?summary=true")
        let first = stream.next()

        _ = client.post("/v1/progress/\(child)/pause")
        _ = client.post("/v1/progress/\(child)/resume")
        _ = client.post("/v1/progress/\(child)/cancel")
        let last = stream.events { $0.data.summary.nodeCounts.cancelled.int == 1 }.last

        #expect(first?.data.summary.nodeCounts.cancelled.int == 0)
        #expect(last?.data.summary == client.get("/v1/progress/\(id)?summary=true").json.summary)
    }
}
