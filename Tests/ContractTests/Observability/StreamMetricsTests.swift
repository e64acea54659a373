import ProgressRegistry
import TestKit
import TestSupport
import Testing

/// The metrics of streams.
struct StreamMetricsTests {
    private let server: LiveServer
    private let client: HTTPClient

    init() throws {
        server = try LiveServer()
        client = HTTPClient(server)
    }

    private func events(_ type: String) -> Int {
        MetricsReply(client).int("progressd_events_sent_total{type=\"\(type)\"}")
    }

    @Test func `events are counted by type, streams while they are open`() {
        let id = client.create(#"{"totalUnitCount":2}"#)
        let stream = EventStream(server, "/v1/progress/\(id)/events")
        #expect(stream.next()?.name == "snapshot")
        #expect(MetricsReply(client).int("progressd_streams") == 1)

        client.complete(id, 2)
        while let event = stream.next(), event.name != "end" {}

        #expect(eventually { MetricsReply(client).int("progressd_streams") == 0 })
        for type in ["snapshot", "synced", "progress", "state", "end"] { #expect(events(type) == 1, "\(type)") }
        #expect(events("removed") == 0)
        #expect(MetricsReply(client).int("progressd_requests_total{class=\"stream\",code=\"2xx\"}") == 1)
    }

    @Test func `updates between two sends are merged, and counted as that`() throws {
        let server = try LiveServer { $0.streamRate = 0.01 }
        let client = HTTPClient(server)
        let id = client.create(#"{"totalUnitCount":100}"#)
        let stream = EventStream(server, "/v1/progress/\(id)/events")
        _ = stream.next()
        client.complete(id, 1)
        #expect(stream.next()?.name == "progress")

        for _ in 0..<5 { client.complete(id, 1) }

        #expect(eventually { MetricsReply(client).int("progressd_updates_merged_total") == 4 })
        #expect(MetricsReply(client).int("progressd_events_sent_total{type=\"progress\"}") == 1)
    }

    @Test func `a reader that comes with an id of another life is reset`() {
        let id = client.create()

        let stream = EventStream(server, "/v1/progress/\(id)/events", ["Last-Event-ID": "ffffffff-1"])
        #expect(stream.next()?.name == "reset")

        #expect(MetricsReply(client).int("progressd_resets_total") == 1)
        #expect(events("reset") == 1)
    }
}
