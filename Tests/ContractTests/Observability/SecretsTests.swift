import ProgressRegistry
import ProgressTelemetry
import TestKit
import Testing

/// Whatever is called, and however it fails: no secret and no text of a client reaches the log, even at its most
/// talkative; but for the reason of a control call, or of a failure.
struct SecretsTests {
    private static let mark = "SECRET0mark"

    /// Calls of every kind, with a mark in each place that may hold something private; `tokens` and `grants` that the
    /// service makes are marks as well.
    private static func callEverything(_ server: LiveServer, _ secrets: inout [String]) {
        let client = HTTPClient(server)
        let bearer = ["Authorization": "Bearer \(mark)-operator"]
        let body = """
            {"name":"root","totalUnitCount":9,"userInfo":{"\(mark)":"\(mark)"},"labels":{"\(mark)":"\(mark)"},
            "localizedDescription":"\(mark)","fileURL":"file:///\(mark)"}
            """
        _ = client.post("/v1/progress", body, bearer)
        let reservation = client.post("/v1/progress/root/reservations", #"{"pendingUnitCount":1}"#, bearer)
        let grant = client.post("/v1/progress/root/grants", #"{"role":"operator"}"#, bearer)
        let token = grant.json.token.string ?? ""
        let place = reservation.json.token.string ?? ""
        let session = client.post("/v1/session", "{\"token\":\"\(mark)-viewer\"}")
        let cookie = String((session["set-cookie"] ?? "").prefix { $0 != ";" })
        secrets += [mark, token, place, String(cookie.drop { $0 != "=" }.dropFirst())]
        let credentials: [[String: String]] = [
            [:], bearer, ["Authorization": "Bearer \(token)"], ["Authorization": "Basic \(mark)"], ["Cookie": cookie],
            ["Authorization": "Bearer \(place)"], ["Authorization": mark, "Cookie": "progressd_session=\(mark)"],
        ]
        let more = [
            "Progress-Reservation": place, "baggage": "progress-reservation=\(place),x=\(mark)", "tracestate": mark,
            "X-Custom": mark, "If-Match": "\"\(mark)\"", "Prefer": mark, "Last-Event-ID": mark,
        ]
        let paths = [
            "/v1/progress", "/v1/progress/root", "/v1/progress/root/tree", "/v1/progress/root/children",
            "/v1/progress/root/completed-units", "/v1/progress/root/heartbeat", "/v1/progress/root/pause",
            "/v1/progress/root/fail", "/v1/progress/root/grants", "/v1/reservations/\(place)", "/v1/grants/\(token)",
            "/v1/session", "/v1/batch", "/metrics", "/", "/progress/root", "/progress/root.svg", "/problems/\(mark)",
            "/v1/progress/\(token)", "/v1/progress/\(mark)", "/\(mark)", "/v1/events?id=\(mark)", "/readyz",
            "/readyz/writes",
        ]
        let bodies = [nil, "{\"\(mark)\":\"\(mark)\"}", "{\"message\":\"told\",\"code\":\"\(mark)\"}", "\(mark){"]
        for headers in credentials {
            for path in paths {
                let separator = path.contains("?") ? "&" : "?"
                for target in [path, "\(path)\(separator)grant=\(token)", "\(path)\(separator)\(mark)=\(mark)"] {
                    call(target, headers, more, bodies, on: server)
                }
            }
        }
    }

    private static func call(
        _ target: String,
        _ headers: [String: String],
        _ more: [String: String],
        _ bodies: [String?],
        on server: LiveServer
    ) {
        let client = HTTPClient(server)
        // Streams end with the connection; everything else is answered on it.
        for (method, body) in [("HEAD", nil), ("POST", bodies[1]), ("PATCH", bodies[3]), ("POST", bodies[2])] {
            _ = client.call(method, target, headers.merging(more) { $1 }, body)
            _ = client.call(method, target, headers, body)
        }
        let line = "{\"method\":\"GET\",\"path\":\"\(target)\",\"headers\":{\"Authorization\":\"Bearer \(mark)\"}}"
        _ = client.post("/v1/batch", line, headers.merging(["Content-Type": "application/x-ndjson"]) { $1 })
    }

    @Test(arguments: LogFormat.allCases)
    func `no secret and no text of a client reaches the log`(_ format: LogFormat) throws {
        let log = LogRecorder(level: .trace, format: format)
        let tokens = try AccessToken.list("viewer:\(Self.mark)-viewer\noperator:\(Self.mark)-operator")
        let server = try LiveServer(log: log) { $0.tokens = tokens }
        var secrets: [String] = []

        Self.callEverything(server, &secrets)

        let lines = log.lines
        #expect(lines.count > 3_000)
        #expect(secrets.count == 4 && secrets.allSatisfy { !$0.isEmpty })
        for secret in secrets { #expect(lines.first { $0.contains(secret) } == nil, "\(secret)") }
    }
}
