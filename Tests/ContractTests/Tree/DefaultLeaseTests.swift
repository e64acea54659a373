import ProgressRegistry
import TestKit
import Testing

/// docs/contract.md, section 8: `--default-lease-seconds`.
struct DefaultLeaseTests {
    private let server: LiveServer
    private let client: HTTPClient

    init() throws {
        server = try LiveServer { $0.defaultLeaseSeconds = 10 }
        client = HTTPClient(server)
    }

    private func state(_ id: String) -> String? { client.snapshot(id).state.string }

    @Test func `a create without a lease gets it, and with an explicit null none`() {
        let given = client.create(#"{"totalUnitCount":8}"#)
        let own = client.create(#"{"totalUnitCount":8,"leaseSeconds":60}"#)
        let none = client.create(#"{"totalUnitCount":8,"leaseSeconds":null}"#)

        #expect(server.advance(seconds: 11) { state(given) == "stalled" })

        #expect([own, none].map { state($0) } == ["running", "running"])
        #expect([given, own].map { client.snapshot($0).leaseSeconds.double } == [10, 60])
        #expect(client.snapshot(none).leaseSeconds.double == nil)
    }

    @Test func `null in a patch means none`() {
        let id = client.create(#"{"totalUnitCount":8}"#)
        let other = client.create(#"{"totalUnitCount":8}"#)

        let reply = client.patch("/v1/progress/\(id)", #"{"leaseSeconds":null}"#)

        #expect(server.advance(seconds: 11) { state(other) == "stalled" })
        #expect(reply.json.leaseSeconds.double == nil)
        #expect(state(id) == "running")
    }

    @Test func `a first child ends the stall of its parent, and streams hear of it`() throws {
        let id = client.create(#"{"totalUnitCount":8}"#)
        let stream = EventStream(server, "/v1/progress/\(id)/events")
        #expect(server.advance(seconds: 11) { state(id) == "stalled" })
        _ = stream.next("state")

        _ = client.create(#"{"pendingUnitCount":1,"totalUnitCount":8}"#, under: id)

        #expect(try #require(stream.next("state")).data.state.string == "running")
    }
}
