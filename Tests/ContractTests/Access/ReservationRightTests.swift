import TestKit
import Testing

/// docs/contract.md, section 10: the calls that the token of a reservation authorizes.
struct ReservationRightTests {
    private let world: AccessWorld
    private var client: HTTPClient { world.client }

    init() throws { world = try AccessWorld() }

    @Test func `an unclaimed reservation authorises exactly the create that claims it`() {
        let top = world.create(#"{"totalUnitCount":10}"#)
        let token = world.reserve(top)

        let early = client.get("/v1/progress/\(top)", world.bearer(token))
        let first = client.post("/v1/progress", #"{"totalUnitCount":4}"#, ["Progress-Reservation": token])
        let second = client.post("/v1/progress", "{}", ["Progress-Reservation": token])

        #expect(early.status == 401)
        #expect(first.status == 201)
        #expect(first.json.parentID.string == top)
        #expect(second.status == 401)
        // Now the token is a reporter's right on the child.
        #expect(
            client.post("/v1/progress/\(first.id)/completed-units", #"{"count":1}"#, world.bearer(token)).status == 200
        )
        #expect(client.get("/v1/progress/\(top)", world.bearer(token)).status == 403)
        #expect(client.post("/v1/progress/\(first.id)/cancel", nil, world.bearer(token)).status == 403)
        #expect(client.delete("/v1/reservations/\(token)", world.bearer("r")).status == 204)
        #expect(
            client.post("/v1/progress/\(first.id)/completed-units", #"{"count":1}"#, world.bearer(token)).status == 200
        )
        _ = client.delete("/v1/progress/\(first.id)", world.bearer("o"))
        #expect(
            client.post("/v1/progress/\(first.id)/completed-units", #"{"count":1}"#, world.bearer(token)).status == 401
        )
    }

    @Test(arguments: ["?create=true", ""])
    func `no reservation lets a PATCH reach a progress that is there`(query: String) {
        let id = world.create(#"{"name":"other","totalUnitCount":10}"#)
        let claim = ["Progress-Reservation": "00000000-0000-4000-8000-000000000000"]
        let patch = #"{"completedUnitCount":1}"#

        let byID = client.patch("/v1/progress/\(id)\(query)", patch, claim)
        let byName = client.patch("/v1/progress/other\(query)", patch, claim)
        let viewer = client.patch("/v1/progress/\(id)\(query)", patch, world.bearer("v", claim))

        #expect([byID.status, byName.status, viewer.status] == [401, 401, 403])
        #expect(client.get("/v1/progress/\(id)", world.bearer("o")).json.completedUnitCount.int == 0)
    }

    @Test func `in baggage a token claims but authorises nothing`() {
        let top = world.create(#"{"totalUnitCount":10}"#)
        let token = world.reserve(top)

        let alone = client.post("/v1/progress", "{}", ["baggage": "progress-reservation=\(token)"])
        let authorised = client.post(
            "/v1/progress",
            "{}",
            world.bearer("r", ["baggage": "progress-reservation=\(token)"])
        )

        #expect(alone.status == 401)
        #expect(authorised.json.parentID.string == top)
    }

    @Test func `a PUT that claimed may be repeated, and tells nobody else of the name`() {
        let top = world.create(#"{"totalUnitCount":10}"#)
        _ = world.create(#"{"name":"foreign"}"#)
        let token = world.reserve(top)
        let headers = ["Progress-Reservation": token]

        let first = client.put("/v1/progress/step", "{}", headers)
        let again = client.put("/v1/progress/step", "{}", headers)
        let foreign = client.put("/v1/progress/foreign", "{}", headers)

        #expect(first.status == 201)
        #expect(again.status == 200)
        #expect(foreign.status == 401)
    }
}
