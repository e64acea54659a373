import ProgressRegistry
import TestKit

/// A service with one token for each role: `v`, `r` and `o`.
struct AccessWorld {
    let server: LiveServer
    let client: HTTPClient

    init(
        log: LogRecorder? = nil,
        clock: ManualClock = ManualClock(),
        _ configure: (inout Configuration) -> Void = { _ in }
    ) throws {
        let tokens = try AccessToken.list("viewer:v\nreporter:r\n# a comment\noperator:o")
        server = try LiveServer(log: log, clock: clock) {
            $0.tokens = tokens
            configure(&$0)
        }
        client = HTTPClient(server)
    }

    func bearer(_ token: String, _ more: [String: String] = [:]) -> [String: String] {
        more.merging(["Authorization": "Bearer \(token)"]) { $1 }
    }

    func create(_ body: String = "{}", under parent: String? = nil) -> String {
        client.post(parent.map { "/v1/progress/\($0)/children" } ?? "/v1/progress", body, bearer("r")).id
    }

    func grant(_ node: String, _ body: String, by token: String = "o") -> Reply {
        client.post("/v1/progress/\(node)/grants", body, bearer(token))
    }

    /// Units of `parent` set aside; the token.
    func reserve(_ parent: String) -> String {
        client.post("/v1/progress/\(parent)/reservations", #"{"pendingUnitCount":5}"#, bearer("r")).json.token.string
            ?? ""
    }
}
