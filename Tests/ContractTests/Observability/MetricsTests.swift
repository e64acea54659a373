import ProgressRegistry
import ProgressServer
import ProgressTelemetry
import TestKit
import TestSupport
import Testing

/// The counts of `/metrics`. Tests/observability shows that Prometheus reads them.
struct MetricsTests {
    private let server: LiveServer
    private let client: HTTPClient

    init() throws {
        server = try LiveServer()
        client = HTTPClient(server)
    }

    private func writes(_ operation: String, _ result: String = "ok") -> Int {
        MetricsReply(client).int("progressd_writes_total{operation=\"\(operation)\",result=\"\(result)\"}")
    }

    @Test func `every write counts under what it does`() {
        let root = client.create(#"{"totalUnitCount":100}"#)
        let other = client.create()
        _ = client.put("/v1/progress/named", "{}")
        let child = client.create(#"{"pendingUnitCount":5}"#, under: root)
        _ = client.post("/v1/progress/\(root)/children", "{\"childID\":\"\(other)\",\"pendingUnitCount\":1}")
        for _ in 0..<3 { client.complete(child, 1) }
        _ = client.patch("/v1/progress/\(root)", #"{"completedUnitCount":2}"#)
        let token = client.post("/v1/progress/\(root)/reservations", #"{"pendingUnitCount":1}"#).json.token.string ?? ""
        _ = client.delete("/v1/reservations/\(token)")
        let grant = client.post("/v1/progress/\(root)/grants", #"{"role":"viewer"}"#).json.grantID.string ?? ""
        _ = client.delete("/v1/grants/\(grant)")
        for verb in ["heartbeat", "pause", "resume", "cancel"] { _ = client.post("/v1/progress/\(root)/\(verb)") }
        _ = client.post("/v1/progress/named/fail", #"{"message":"no"}"#)
        _ = client.delete("/v1/progress/named/runs")
        _ = client.post("/v1/progress/\(client.create())/finish")
        _ = client.delete("/v1/progress/\(root)")
        _ = client.post("/v1/session", #"{"token":"t"}"#)
        _ = client.delete("/v1/session")

        let metrics = MetricsReply(client)

        let once = [
            "put", "create_child", "attach", "patch", "reserve", "resign", "grant", "revoke", "heartbeat", "pause",
            "resume", "cancel", "fail", "finish", "forget_runs", "remove", "open_session", "close_session",
        ]
        for operation in once {
            #expect(metrics.sum("progressd_writes_total", "\"\(operation)\"", "\"ok\"") == 1, "\(operation)")
        }
        #expect(writes("create") == 3)
        #expect(writes("completed_units") == 3)
        #expect(metrics.sum("progressd_writes_total") == 24)
    }

    @Test func `what was refused counts under why`() {
        let id = client.create()
        _ = client.post("/v1/progress/\(id)/completed-units", "{")
        _ = client.post("/v1/progress/nobody/completed-units", #"{"count":1}"#)
        _ = client.patch("/v1/progress/\(id)", "{}", ["If-Match": "\"old\""])
        _ = client.patch("/v1/progress/\(id)", #"{"state":"running"}"#)

        let metrics = MetricsReply(client)

        #expect(writes("completed_units", "invalid") == 1)
        #expect(writes("completed_units", "not_found") == 1)
        #expect(writes("patch", "conflict") == 1)
        #expect(writes("patch", "invalid") == 1)
        for type in ["malformed-json", "not-found", "precondition-failed", "read-only-field"] {
            #expect(metrics.int("progressd_problems_total{type=\"\(type)\"}") == 1, "\(type)")
        }
        #expect(metrics.int("progressd_requests_total{class=\"write\",code=\"4xx\"}") == 4)
    }

    @Test func `a call that is known by its head counts like the others`() {
        let id = client.create()

        for _ in 0..<50 { client.complete(id, 1) }
        _ = client.post("/v1/progress/\(id)/completed-units", "{\"count\":x}")

        #expect(writes("completed_units") == 50)
        #expect(writes("completed_units", "invalid") == 1)
        #expect(MetricsReply(client).sum("progressd_request_duration_seconds_count", "\"write\"") == 52)
    }

    @Test func `a line of a batch counts as its call, and as a line`() {
        let id = client.create()
        let line = "{\"method\":\"POST\",\"path\":\"/v1/progress/\(id)/completed-units\",\"body\":{\"count\":1}}\n"
        let lines = line + line + "nonsense\n"

        _ = client.post("/v1/batch", lines, ["Content-Type": "application/x-ndjson"])

        let metrics = MetricsReply(client)
        #expect(writes("completed_units") == 2)
        #expect(metrics.int("progressd_batch_lines_total{result=\"ok\"}") == 2)
        #expect(metrics.int("progressd_batch_lines_total{result=\"invalid\"}") == 1)
        #expect(metrics.int("progressd_requests_total{class=\"batch\",code=\"2xx\"}") == 1)
    }

    @Test func `nodes are counted by state, and not when they are gone`() {
        let ids = (0..<6).map { _ in client.create(#"{"totalUnitCount":2}"#) }
        client.complete(ids[0], 2)
        for (place, verb) in [(1, "pause"), (2, "cancel")] { _ = client.post("/v1/progress/\(ids[place])/\(verb)") }
        _ = client.post("/v1/progress/\(ids[3])/fail", #"{"message":"no"}"#)
        _ = client.delete("/v1/progress/\(ids[4])")
        _ = client.create()

        let metrics = MetricsReply(client)

        for state in ["finished", "paused", "cancelled", "failed", "running", "indeterminate"] {
            #expect(metrics.int("progressd_nodes{state=\"\(state)\"}") == 1, "\(state)")
        }
        #expect(metrics.int("progressd_nodes{state=\"stalled\"}") == 0)
        #expect(metrics.int("progressd_roots") == 6)
    }

    @Test func `what several reactors count is one number`() throws {
        let server = try LiveServer { $0.threads = 3 }
        let clients = (0..<12).map { _ in HTTPClient(server) }

        for client in clients + clients { #expect(client.post("/v1/progress", "{}").status == 201) }

        let metrics = MetricsReply(HTTPClient(server))
        #expect(metrics.sum("progressd_writes_total", "\"create\"", "\"ok\"") == 24)
        #expect(metrics.sum("progressd_request_duration_seconds_count", "\"write\"") == 24)
        #expect(eventually { MetricsReply(clients[0]).int("progressd_connections_accepted_total") >= 13 })
    }

    @Test func `a worker is counted as told once, after the time that passed since the call`() {
        let id = client.create(#"{"totalUnitCount":100}"#)
        let name = "progressd_directive_latency_seconds"
        _ = client.post("/v1/progress/\(id)/pause")
        server.clock.advance(seconds: 1.5)
        _ = client.get("/v1/progress/\(id)")
        for _ in 0..<3 { client.complete(id, 1) }
        _ = client.post("/v1/progress/\(id)/cancel")
        server.clock.advance(seconds: 0.25)
        _ = client.post("/v1/progress/\(id)/heartbeat")

        let metrics = MetricsReply(client)

        #expect(metrics.int("\(name)_count{directive=\"pause\"}") == 1)
        #expect(metrics["\(name)_sum{directive=\"pause\"}"] == "1.5")
        #expect(metrics.int("\(name)_bucket{directive=\"pause\",le=\"1\"}") == 0)
        #expect(metrics.int("\(name)_bucket{directive=\"pause\",le=\"2.5\"}") == 1)
        #expect(metrics.int("\(name)_count{directive=\"cancel\"}") == 1)
        #expect(metrics["\(name)_sum{directive=\"cancel\"}"] == "0.25")
    }

    @Test func `who is resumed before it reports was never told`() {
        let id = client.create(#"{"totalUnitCount":100}"#)
        _ = client.post("/v1/progress/\(id)/pause")
        _ = client.post("/v1/progress/\(id)/resume")

        client.complete(id, 1)

        #expect(MetricsReply(client).sum("progressd_directive_latency_seconds_count") == 0)
    }

    @Test func `use stands beside its limit, and versions are told`() throws {
        let server = try LiveServer {
            $0.maximumNodes = 77
            $0.maximumGrants = 5
        }

        let metrics = MetricsReply(HTTPClient(server))

        #expect(metrics.int("progressd_nodes_limit") == 77)
        #expect(metrics.int("progressd_grants_limit") == 5)
        #expect(metrics.text.contains("progressd_build_info{version=\"\(Release.version)\",libmicrohttpd=\"0.9"))
        #expect(metrics.int("progressd_ready") == 1)
        #expect(metrics.int("progressd_ready_for_writes") == 1)
        #expect(metrics.int("process_open_fds") > 3)
        #expect(metrics.int("process_resident_memory_bytes") > 1 << 20)
    }
}
