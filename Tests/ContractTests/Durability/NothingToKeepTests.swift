import ProgressRegistry
import TestKit
import TestSupport
import Testing

/// A write is answered, however little of it there is to keep on disk.
struct NothingToKeepTests {
    private static let finished = #"{"totalUnitCount":1,"completedUnitCount":1,"removeWhenFinished":true}"#
    private static let tokens = "operator:o\nreporter:r"
    private let operatorToken = ["Authorization": "Bearer o"]

    private func world(_ durability: Durability) throws -> DurableWorld {
        let world = try DurableWorld(DataFolder(), durability, tokens: Self.tokens)
        // Nothing else is under way that a later sync could be for.
        _ = world.client.post("/v1/progress", #"{"name":"job","totalUnitCount":100}"#, operatorToken)
        world.client.patience = 15
        return world
    }

    @Test(arguments: Durability.allCases)
    func `a create that vanishes at once is answered`(durability: Durability) throws {
        let client = try world(durability).client

        #expect(client.post("/v1/progress", Self.finished, operatorToken).status == 201)
        #expect(client.put("/v1/progress/gone", Self.finished, operatorToken).status == 201)
        #expect(client.get("/v1/progress/gone", operatorToken).status == 404)
    }

    @Test(arguments: Durability.allCases)
    func `a tree that vanishes at once is answered`(durability: Durability) throws {
        let client = try world(durability).client
        let child = #"{"pendingUnitCount":1,"totalUnitCount":1,"completedUnitCount":1}"#
        let tree = #"{"totalUnitCount":1,"removeWhenFinished":true,"children":[\#(child)]}"#

        #expect(client.post("/v1/progress", tree, operatorToken).status == 201)
    }

    @Test(arguments: Durability.allCases)
    func `a batch that takes back what it did is answered`(durability: Durability) throws {
        let client = try world(durability).client
        let lines = #"""
            {"method":"POST","path":"/v1/progress","body":{"name":"a"}}
            {"method":"POST","path":"/v1/progress/a/children","body":{"pendingUnitCount":1}}
            {"method":"DELETE","path":"/v1/progress/a"}

            """#

        let reply = client.call(
            "POST",
            "/v1/batch",
            operatorToken.merging(["Content-Type": "application/x-ndjson"]) { $1 },
            lines
        )

        #expect(reply.status == 200)
        #expect(reply.text.split(separator: "\n").count == 3)
    }

    @Test(arguments: Durability.allCases)
    func `a write without effect is answered`(durability: Durability) throws {
        let client = try world(durability).client

        #expect(client.complete("job", 0).status == 401)
        #expect(client.patch("/v1/progress/job", "{}", operatorToken).status == 200)
        #expect(client.post("/v1/progress/job/heartbeat", nil, operatorToken).status == 200)
        #expect(client.post("/v1/progress/job/resume", nil, operatorToken).status == 200)
        #expect(client.delete("/v1/progress/nothing", operatorToken).status == 404)
    }

    @Test(arguments: Durability.allCases)
    func `rights and reservations that come and go at once are answered`(durability: Durability) throws {
        let world = try world(durability)
        let client = world.client

        for _ in 1...20 {
            let grant = client.post("/v1/progress/job/grants", #"{"role":"viewer"}"#, operatorToken)
            #expect(client.delete("/v1/grants/\(grant.json.grantID.string ?? "")", operatorToken).status == 204)
            let reservation = client.post("/v1/progress/job/reservations", #"{"pendingUnitCount":0}"#, operatorToken)
            let token = reservation.json.token.string ?? ""
            #expect(client.delete("/v1/reservations/\(token)", operatorToken).status == 204)
            let session = client.post("/v1/session", #"{"token":"r"}"#)
            #expect(session.status == 204)
            let cookie = session["set-cookie"]?.split(separator: ";").first.map(String.init) ?? ""
            let own = ["Cookie": cookie, "Sec-Fetch-Site": "same-origin"]
            #expect(client.delete("/v1/session", own).status == 204)
        }
    }

    @Test(arguments: Durability.allCases)
    func `many clients whose writes leave nothing are all answered`(durability: Durability) throws {
        let world = try world(durability)
        let clients = (0..<8).map { _ in HTTPClient(world.server) }

        for _ in 0..<20 {
            for client in clients {
                let headers = operatorToken.merging(["Content-Type": "application/json"]) { $1 }
                client.send("POST", "/v1/progress", headers, bytes: Array(Self.finished.utf8))
            }
            for client in clients { try #require(client.reply(to: "POST", within: 15).status == 201) }
        }
    }
}
