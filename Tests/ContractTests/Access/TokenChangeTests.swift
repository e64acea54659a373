import TestKit
import TestSupport
import Testing

/// docs/contract.md, section 11: the tokens are read again while the service runs.
struct TokenChangeTests {
    private let world: AccessWorld
    private var server: LiveServer { world.server }
    private var client: HTTPClient { world.client }

    init() throws { world = try AccessWorld() }

    @Test func `a new token is good at once, and one that stays keeps its streams`() throws {
        let id = world.create(#"{"totalUnitCount":5}"#)
        let stream = EventStream(server, "/v1/progress/\(id)/events", world.bearer("v"))
        _ = stream.next("snapshot")

        try server.replaceTokens("viewer:v\nreporter:new")

        #expect(client.post("/v1/progress/\(id)/completed-units", #"{"count":1}"#, world.bearer("new")).status == 200)
        #expect(stream.next("progress") != nil)
        #expect(client.get("/v1/progress", world.bearer("o")).status == 401)
    }

    @Test func `what a removed token made ends with it`() throws {
        let top = world.create(#"{"totalUnitCount":10}"#)
        let link = world.grant(top, #"{"role":"operator"}"#).json.token.string ?? ""
        let inner = world.grant(top, #"{"role":"viewer"}"#, by: link).json.token.string ?? ""
        let kept = world.reserve(top)
        let reserve = { (token: String) in
            client.post("/v1/progress/\(top)/reservations", #"{"pendingUnitCount":1}"#, world.bearer(token)).json.token
                .string ?? ""
        }
        let (open, claimed) = (reserve("o"), reserve(link))
        let child = client.post("/v1/progress", "{}", ["Progress-Reservation": claimed]).id
        let cookie = (client.post("/v1/session", #"{"token":"o"}"#)["set-cookie"] ?? "").prefix { $0 != ";" }
        let streams = [
            EventStream(server, "/v1/progress/\(top)/events?grant=\(inner)"),
            EventStream(server, "/v1/events", world.bearer("o")),
            EventStream(server, "/v1/events", ["Cookie": String(cookie)]),
            EventStream(server, "/v1/progress/\(child)/events", world.bearer(claimed)),
        ]
        for stream in streams { _ = stream.next("snapshot") }

        try server.replaceTokens("reporter:r\nviewer:v")

        for stream in streams {
            _ = stream.rest()
            #expect(stream.isFinished)
        }
        for token in [link, inner, claimed] {
            #expect(client.get("/v1/progress/\(top)", world.bearer(token)).status == 401)
        }
        #expect(client.get("/v1/progress", ["Cookie": String(cookie)]).status == 401)
        #expect(client.post("/v1/progress", "{}", ["Progress-Reservation": open]).status == 401)
        #expect(client.post("/v1/progress", "{}", ["Progress-Reservation": kept]).json.parentID.string == top)
        // The units of the unclaimed reservation. A cluster ends it once no replica lists the token.
        #expect(eventually { client.get("/v1/progress/\(top)", world.bearer("v")).json.completedUnitCount.int == 1 })
    }

    @Test func `a role that changes counts from then on`() throws {
        let id = world.create()

        try server.replaceTokens("reporter:o\noperator:r\nviewer:v")

        #expect(client.post("/v1/progress/\(id)/pause", nil, world.bearer("o")).status == 403)
        #expect(client.post("/v1/progress/\(id)/pause", nil, world.bearer("r")).status == 200)
    }

    @Test func `who made a claim or a reservation is known after a restart`() throws {
        let world = try DurableWorld(DataFolder(), tokens: "operator:o\nreporter:r")
        let bearer = ["Authorization": "Bearer r"]
        let top = world.client.post("/v1/progress", #"{"totalUnitCount":10}"#, bearer).id
        let tokens = (0..<2).map { _ in
            world.client.post("/v1/progress/\(top)/reservations", #"{"pendingUnitCount":3}"#, bearer).json.token.string
                ?? ""
        }
        let child = world.client.post("/v1/progress", "{}", ["Progress-Reservation": tokens[0]]).id
        try world.restart()
        let claim = ["Authorization": "Bearer \(tokens[0])"]
        #expect(world.client.get("/v1/progress/\(child)", claim).status == 200)
        world.server.stop()

        let next = try DurableWorld(world.folder, tokens: "operator:o")

        let reader = ["Authorization": "Bearer o"]
        #expect(next.client.get("/v1/progress/\(child)", claim).status == 401)
        #expect(next.client.post("/v1/progress", "{}", ["Progress-Reservation": tokens[1]]).status == 401)
        #expect(next.client.get("/v1/progress/\(top)", reader).json.completedUnitCount.int == 3)
        try next.restart()
        #expect(next.client.get("/v1/progress/\(top)", reader).json.completedUnitCount.int == 3)
    }
}
