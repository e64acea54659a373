import TestKit
import TestSupport
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
        let id = client.post("/v1/progress", #"{"totalUnitCount":9}"#, bearer("o")).json.id.string ?? ""
        let grant = client.post("/v1/progress/\(id)/grants", #"{"role":"viewer"}"#, bearer("o")).json.token.string ?? ""
        let reservations = (1...2).map { count in
            client.post("/v1/progress/\(id)/reservations", "{\"pendingUnitCount\":\(count)}", bearer("r"))
        }
        let tokens = reservations.map { $0.json.token.string ?? "" }
        _ = client.post("/v1/progress", "{}", ["Progress-Reservation": tokens[0]])
        world.server.stop()

        for token in [grant] + tokens { #expect(!token.isEmpty && !world.folder.holds(token: token)) }
        #expect(world.folder.holds(token: id))
    }

    @Test func `tokens of reservations that lie in an older directory go at the next start`() throws {
        let id = client.post("/v1/progress", #"{"totalUnitCount":9}"#, bearer("o")).json.id.string ?? ""
        world.server.stop()
        let (open, claimed) = ("885eb595-3cdf-4dda-bb2f-f9ac1e6cec8f", "35bdcfac-1283-46f1-b283-f7c25dbe0a67")
        try world.folder.append(reservation: open, of: id, worth: 4, isClaimed: false)
        try world.folder.append(reservation: claimed, of: id, worth: 2, isClaimed: true)
        #expect(world.folder.holds(token: open) && world.folder.holds(token: claimed))
        let export = String(decoding: try Moving.export(world.folder), as: UTF8.self)

        let next = try DurableWorld(world.folder, tokens: Self.tokens)

        #expect(!export.contains(open) && !export.contains(claimed))
        // They are in no record from the first group on, and in no file after the compaction that follows it.
        #expect(eventually { !world.folder.holds(token: open) && !world.folder.holds(token: claimed) })
        try next.restart()
        let child = next.client.post("/v1/progress", "{}", ["Progress-Reservation": open])
        #expect(child.json.pendingUnitCount.int == 4)
        #expect(next.client.post("/v1/progress/\(child.id)/heartbeat", nil, bearer(open)).status == 200)
        #expect(next.client.delete("/v1/reservations/\(claimed)", bearer("r")).status == 204)
        #expect(next.client.delete("/v1/reservations/\(claimed)", bearer("r")).status == 404)
    }
}
