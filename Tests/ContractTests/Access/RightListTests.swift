import ProgressRegistry
import TestKit
import TestSupport
import Testing

/// docs/contract.md, section 10: operators see which rights were given out, without a secret.
struct RightListTests {
    private let world: AccessWorld
    private var server: LiveServer { world.server }
    private var client: HTTPClient { world.client }

    init() throws { world = try AccessWorld() }

    private func list(_ path: String = "/v1/grants", by token: String = "o") -> [JSON] {
        client.get(path, world.bearer(token)).json.items.list
    }

    private func reserve(_ parent: String, by token: String) -> JSON {
        client.post("/v1/progress/\(parent)/reservations", #"{"pendingUnitCount":2}"#, world.bearer(token)).json
    }

    private func claim(_ reservation: JSON) -> String {
        client.post("/v1/progress", "{}", ["Progress-Reservation": reservation.token.string ?? ""]).id
    }

    @Test func `grants and claims are listed, newest first, with who made them and without a token`() {
        let top = world.create(#"{"totalUnitCount":10,"name":"import"}"#)
        let grant = world.grant(top, #"{"role":"reporter","expiresIn":60}"#).json
        server.clock.advance(seconds: 1)
        let maker = grant.token.string ?? ""
        let made = reserve(top, by: maker)
        let child = claim(made)

        let reply = client.get("/v1/grants", world.bearer("o"))

        let items = reply.json.items.list
        #expect(reply.status == 200 && reply["cache-control"] == "no-store" && items.count == 2)
        #expect(items[0].grantID == made.reservationID && items[0].kind.string == "claim")
        #expect(items[0].role.string == "reporter" && items[0].nodeID.string == child && items[0].nodeName.isNull)
        #expect(items[0].createdAt.string == "2026-03-01T02:00:01.000Z" && items[0].expiresAt == grant.expiresAt)
        #expect(items[0].by.role.string == "grant" && items[0].by.grantID == grant.grantID)
        #expect(items[1].grantID == grant.grantID && items[1].kind.string == "grant")
        #expect(items[1].nodeID.string == top && items[1].nodeName.string == "import")
        #expect(items[1].by == JSON(text: #"{"role":"operator","user":null,"grantID":null}"#))
        for secret in [grant.token, made.token] { #expect(!reply.text.contains(secret.string ?? "-")) }
        #expect(reply.json.nextCursor.isNull)
    }

    @Test func `the list is for operators, and with a grant shows what came of it`() {
        let top = world.create(#"{"totalUnitCount":10}"#)
        let other = world.create(#"{"name":"other"}"#)
        let outer = world.grant(top, #"{"role":"operator"}"#).json
        _ = world.grant(top, #"{"role":"viewer"}"#)
        let token = outer.token.string ?? ""
        let inner = world.grant(top, #"{"role":"operator"}"#, by: token).json
        server.clock.advance(seconds: 1)
        let made = reserve(top, by: inner.token.string ?? "")
        _ = claim(made)
        let open = reserve(top, by: token)
        _ = reserve(top, by: "r")

        for path in ["/v1/grants", "/v1/reservations"] {
            #expect(["r", "v", "x"].map { client.get(path, world.bearer($0)).status } == [403, 403, 401])
        }
        #expect(list(by: token).map(\.grantID.string) == [made.reservationID.string, inner.grantID.string])
        #expect(list("/v1/reservations", by: token).map(\.reservationID.string) == [open.reservationID.string])
        #expect(list().count == 4 && list("/v1/reservations").count == 2)
        // It shows nothing from elsewhere.
        for node in [other, "other", "nothing"] {
            #expect(client.get("/v1/grants?node=\(node)", world.bearer(token)).status == 404)
        }
        #expect(list("/v1/grants?node=other").isEmpty)
        #expect(client.get("/v1/grants?node=nothing", world.bearer("o")).status == 404)
    }

    @Test func `what ended is not listed`() {
        let top = world.create(#"{"totalUnitCount":10}"#)
        let gone = world.create()
        let grants = [
            world.grant(top, #"{"role":"viewer"}"#), world.grant(top, #"{"role":"viewer","expiresIn":5}"#),
            world.grant(gone, #"{"role":"viewer"}"#), world.grant(top, #"{"role":"viewer"}"#),
        ]
        let reservations = (0..<3).map { _ in reserve(top, by: "r") }
        _ = claim(reservations[0])

        _ = client.delete("/v1/grants/\(grants[0].json.grantID.string ?? "")", world.bearer("o"))
        _ = client.delete("/v1/progress/\(gone)", world.bearer("o"))
        _ = client.delete("/v1/reservations/\(reservations[1].token.string ?? "")", world.bearer("r"))
        server.clock.advance(seconds: 6)

        let left = [reservations[0].reservationID.string, grants[3].json.grantID.string]
        #expect(Set(list().map(\.grantID.string)) == Set(left))
        #expect(list("/v1/reservations").map(\.reservationID.string) == [reservations[2].reservationID.string])
    }

    @Test(arguments: ["/v1/grants", "/v1/reservations"])
    func `pages follow each other without a gap`(path: String) {
        let top = world.create(#"{"totalUnitCount":100}"#)
        for _ in 0..<12 {
            server.clock.advance(seconds: 1)
            _ = world.grant(top, #"{"role":"viewer"}"#)
            _ = reserve(top, by: "r")
        }
        let all = list(path).map(\.createdAt.string)

        var found: [String?] = []
        var target: String? = "\(path)?limit=5"
        while let next = target {
            let reply = client.get(next, world.bearer("o"))
            found += reply.json.items.list.map(\.createdAt.string)
            target = reply["link"].map { String($0.dropFirst().prefix { $0 != ">" }) }
            #expect((target == nil) == reply.json.nextCursor.isNull)
        }

        #expect(all.count == 12 && found == all && all == all.sorted { $0 ?? "" > $1 ?? "" })
        for query in ["limit=0", "limit=501", "cursor=x"] {
            #expect(client.get("\(path)?\(query)", world.bearer("o")).problem == "invalid-parameter")
        }
        #expect(client.get("\(path)?state=x", world.bearer("o")).problem == "unknown-parameter")
    }

    @Test func `the user whom a proxy named is told to operators, not to grants`() throws {
        let world = try AccessWorld { $0.trustedProxies = ["127.0.0.1"] }
        let top = world.create(#"{"totalUnitCount":10}"#)
        let named = world.bearer("o", ["X-Forwarded-User": "anna", "Content-Type": "application/json"])
        let path = "/v1/progress/\(top)/grants"
        let outer = world.client.post(path, #"{"role":"operator"}"#, named).json.token.string ?? ""
        let inner = world.bearer(outer, ["X-Forwarded-User": "bert", "Content-Type": "application/json"])
        _ = world.client.post(path, #"{"role":"viewer"}"#, inner)

        let users = { (token: String) in
            world.client.get("/v1/grants", world.bearer(token)).json.items.list.map(\.by.user.string)
        }

        #expect(Set(users("o")) == ["anna", "bert"])
        #expect(users(outer) == [nil])
    }

    @Test func `without tokens everybody sees them`() throws {
        let client = HTTPClient(try LiveServer())
        let top = client.create(#"{"totalUnitCount":10}"#)
        let grant = client.post("/v1/progress/\(top)/grants", #"{"role":"viewer"}"#).json
        let made = (0..<2).map { _ in
            client.post("/v1/progress/\(top)/reservations", #"{"pendingUnitCount":2}"#).json
        }
        _ = client.post("/v1/progress", "{}", ["Progress-Reservation": made[0].token.string ?? ""])

        #expect(client.get("/v1/grants").json.items.list.map(\.grantID) == [grant.grantID])
        let open = client.get("/v1/reservations").json.items.list
        #expect(open.map(\.reservationID) == [made[1].reservationID])
        #expect(open.first?.by.role.string == "operator" && open.first?.createdAt.string != nil)
    }

    @Test func `who made what, and when, is known after a restart, unless the older form is kept`() throws {
        for form in [nil, 1] {
            let world = try DurableWorld(DataFolder(), tokens: "operator:o", recordForm: form)
            let bearer = ["Authorization": "Bearer o"]
            let top = world.client.post("/v1/progress", #"{"totalUnitCount":10}"#, bearer).id
            let path = "/v1/progress/\(top)"
            let grant = world.client.post("\(path)/grants", #"{"role":"reporter"}"#, bearer).json.token.string ?? ""
            let made = (0..<2).map { _ in
                world.client.post(
                    "\(path)/reservations",
                    #"{"pendingUnitCount":2}"#,
                    ["Authorization": "Bearer \(grant)"]
                ).json
            }
            _ = world.client.post("/v1/progress", "{}", ["Progress-Reservation": made[0].token.string ?? ""])
            let lists = { (world: DurableWorld) in
                ["/v1/grants", "/v1/reservations"].flatMap {
                    world.client.get($0, bearer).json.items.list
                }
            }
            let before = lists(world)

            try world.restart()

            let after = lists(world)
            #expect(before.count == 3 && after.count == 3)
            if form == nil {
                #expect(after == before)
            } else {
                #expect(after.allSatisfy { $0.by.isNull && $0.createdAt.isNull })
            }
        }
    }
}
