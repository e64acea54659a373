import TestKit
import Testing

/// docs/contract.md, section 4: the call that says that the work is done.
struct FinishTests {
    private let server: LiveServer
    private let client: HTTPClient

    init() throws {
        server = try LiveServer()
        client = HTTPClient(server)
    }

    @Test func `finish answers with the finished snapshot, and once more with the same`() {
        let id = client.create(#"{"totalUnitCount":8,"completedUnitCount":3}"#)

        let reply = client.post("/v1/progress/\(id)/finish")
        let again = client.post("/v1/progress/\(id)/finish", "{}", ["If-Match": reply["etag"] ?? ""])

        #expect(reply.status == 200 && reply.directive == "run")
        #expect(reply.json.completedUnitCount.int == 8)
        #expect(reply.json.state.string == "finished")
        #expect(again.status == 200 && again.json.version == reply.json.version)
    }

    @Test func `what works below is cancelled and credited`() {
        let id = client.create(#"{"totalUnitCount":8}"#)
        let child = client.create(#"{"pendingUnitCount":8,"totalUnitCount":2}"#, under: id)

        _ = client.post("/v1/progress/\(id)/finish")

        let control = client.snapshot(child).control
        #expect(client.snapshot(child).state.string == "cancelled")
        #expect(control.action.string == "cancel" && control.reason.isNull)
        #expect(client.snapshot(id).completedUnitCount.int == 8)
    }

    @Test func `a failed or cancelled one is 409, members are refused, and If-Match counts`() {
        let failed = client.create()
        _ = client.post("/v1/progress/\(failed)/fail", #"{"message":"no"}"#)
        let cancelled = client.create()
        _ = client.post("/v1/progress/\(cancelled)/cancel")
        let id = client.create()

        #expect(client.post("/v1/progress/\(failed)/finish").problem == "already-failed")
        #expect(client.post("/v1/progress/\(cancelled)/finish").problem == "already-cancelled")
        #expect(client.post("/v1/progress/\(id)/finish", #"{"reason":"so"}"#).problem == "unknown-field")
        #expect(client.post("/v1/progress/\(id)/finish", nil, ["If-Match": "\"old\""]).status == 412)
        #expect(client.snapshot(id).state.string == "indeterminate")
    }
}
