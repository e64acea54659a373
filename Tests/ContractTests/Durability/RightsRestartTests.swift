import TestKit
import Testing

/// Rights that were given while the service ran outlive it like the trees; never the tokens, which no file holds.
struct RightsRestartTests {
    private static let tokens = "operator:o\nreporter:r\nviewer:v"
    private let world: DurableWorld
    private var client: HTTPClient { world.client }

    init() throws { world = try DurableWorld(DataFolder(), tokens: Self.tokens) }

    private func bearer(_ token: String) -> [String: String] { ["Authorization": "Bearer \(token)"] }

    @Test func `grants, claims and sessions are good after a restart, and revoked ones are not`() throws {
        let id = client.post("/v1/progress", #"{"totalUnitCount":10}"#, bearer("o")).json.id.string ?? ""
        let kept = client.post("/v1/progress/\(id)/grants", #"{"role":"reporter"}"#, bearer("o")).json
        let ended = client.post("/v1/progress/\(id)/grants", #"{"role":"reporter"}"#, bearer("o")).json
        _ = client.delete("/v1/grants/\(ended.grantID.string ?? "")", bearer("o"))
        let reservation = client.post("/v1/progress/\(id)/reservations", #"{"pendingUnitCount":1}"#, bearer("r"))
        let token = reservation.json.token.string ?? ""
        let child = client.post("/v1/progress", "{}", ["Progress-Reservation": token]).json.id.string ?? ""
        let cookie = client.post("/v1/session", #"{"token":"v"}"#)["set-cookie"]?.split(separator: ";").first ?? ""

        try world.restart()

        #expect(client.get("/v1/progress/\(id)", bearer(kept.token.string ?? "")).status == 200)
        #expect(client.post("/v1/progress/\(id)/cancel", nil, bearer(kept.token.string ?? "")).status == 403)
        #expect(client.get("/v1/progress/\(id)", bearer(ended.token.string ?? "")).status == 401)
        #expect(client.post("/v1/progress/\(child)/heartbeat", nil, bearer(token)).status == 200)
        #expect(client.get("/v1/progress", ["Cookie": String(cookie)]).status == 200)
        #expect(client.delete("/v1/grants/\(kept.grantID.string ?? "")", bearer("o")).status == 204)
    }

    @Test func `no token lies in the data directory`() throws {
        let id = client.post("/v1/progress", "{}", bearer("o")).json.id.string ?? ""
        let token = client.post("/v1/progress/\(id)/grants", #"{"role":"viewer"}"#, bearer("o")).json.token.string ?? ""
        world.server.stop()

        let text = world.folder.files.map { String(decoding: world.folder.bytes(of: $0), as: UTF8.self) }.joined()

        #expect(!token.isEmpty && !text.contains(token))
    }
}
