import ProgressLog
import ProgressRecords
import ProgressServer
import ProgressTelemetry
import TestKit
import TestLogs
import Testing

/// A log that a newer version has written.
struct NewerLogTests {
    @Test func `a replica that does not read the log's form does not start, and changes nothing`() throws {
        let engine = MemoryEngine()
        let log = engine.connect()
        var source = SystemRandomNumberGenerator()
        let bid = ElectionBid.draw(for: "newer:80", from: &source)
        #expect(try log.claim(bid, seen: log.look(by: .max), by: .max))
        #expect(try log.raise(to: RecordForm(rawValue: 9), as: bid.holder(after: 0), by: .max))
        let before = engine.row

        let error = #expect(throws: ServerError.self) { try LiveServer(groupLog: engine.connect()) }

        #expect(error?.exitStatus == 78)
        let known = "it has the form 9, and this one, \(Release.version), reads forms up to \(RecordForm.newest)"
        #expect(error?.description.contains("the log was written by a newer progressd") == true)
        #expect(error?.description.hasSuffix(known) == true)
        #expect(engine.row == before)
        #expect(try log.roster(by: .max).lines.isEmpty)
    }
}
