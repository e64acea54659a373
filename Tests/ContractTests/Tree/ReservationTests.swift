import TestKit
import Testing

/// docs/contract.md, section 3: implicit composition, over the network.
struct ReservationTests {
    private let server: LiveServer
    private let client: HTTPClient
    private let parent: String

    init() throws {
        server = try LiveServer()
        client = HTTPClient(server)
        parent = client.create(#"{"totalUnitCount":10}"#)
    }

    private func reserve(_ body: String = #"{"pendingUnitCount":4}"#) -> JSON {
        client.post("/v1/progress/\(parent)/reservations", body).json
    }

    @Test func `a reservation is a token for pending units`() {
        let reply = client.post("/v1/progress/\(parent)/reservations", #"{"pendingUnitCount":4,"expiresIn":60}"#)

        #expect(reply.status == 201)
        #expect(reply.directive == "run")
        #expect(reply.json.keys == ["token", "reservationID", "parentID", "pendingUnitCount", "expiresAt"])
        #expect(reply.json.parentID.string == parent)
        #expect(reply.json.pendingUnitCount.int == 4)
        #expect(reply.json.expiresAt.string == "2026-03-01T02:01:00.000Z")
        #expect(reserve().expiresAt.isNull)
        #expect(client.snapshot(parent).completedUnitCount.int == 0)
    }

    @Test(arguments: [false, true])
    func `the first create with the token becomes the child, a later one a root`(isPut: Bool) {
        let token = reserve().token.string ?? ""
        let headers = ["Progress-Reservation": token]

        let first =
            isPut
            ? client.put("/v1/progress/named", #"{"totalUnitCount":2,"children":[{"pendingUnitCount":1}]}"#, headers)
            : client.post("/v1/progress", #"{"totalUnitCount":2,"children":[{"pendingUnitCount":1}]}"#, headers)
        let second = client.post("/v1/progress", "{}", headers)

        #expect(first.status == 201)
        #expect(first.json.parentID.string == parent)
        #expect(first.json.pendingUnitCount.int == 4)
        #expect(second.status == 201)
        #expect(second.json.parentID.isNull)
        #expect(client.snapshot(parent).childCount.int == 1)
    }

    @Test(arguments: [
        "progress-reservation=TOKEN", "userId=anna, progress-reservation=TOKEN",
        "a=b;c=d , progress-reservation = TOKEN ;p=1,z=1",
    ])
    func `W3C baggage is taken like the header`(baggage: String) {
        let token = reserve().token.string ?? ""

        let reply = client.post("/v1/progress", "{}", ["baggage": baggage.replacing("TOKEN", with: token)])

        #expect(reply.json.parentID.string == parent)
    }

    @Test(arguments: ["nonsense", "", "6d7e4c10-95ab-4f3d-a2c8-1b0f9e8d7c65"])
    func `the header wins over W3C baggage, whatever it says`(header: String) {
        let token = reserve().token.string ?? ""
        let headers = ["Progress-Reservation": header, "baggage": "progress-reservation=\(token)"]

        #expect(client.post("/v1/progress", "{}", headers).json.parentID.isNull)
        #expect(client.post("/v1/progress", "{}", ["Progress-Reservation": token]).json.parentID.string == parent)
    }

    @Test func `unknown, unreadable and ended tokens make roots`() {
        let ended = reserve().token.string ?? ""
        #expect(client.delete("/v1/reservations/\(ended)").status == 204)

        for token in [
            ended, "6d7e4c10-95ab-4f3d-a2c8-1b0f9e8d7c65", "nonsense", "", "\"x\"",
            String(repeating: "a", count: 2_000),
        ] {
            for name in ["Progress-Reservation", "baggage"] {
                let value = name == "baggage" ? "progress-reservation=\(token)" : token
                let reply = client.post("/v1/progress", "{}", [name: value])
                #expect(reply.status == 201)
                #expect(reply.json.parentID.isNull)
            }
        }
    }

    @Test func `resigning credits what was not claimed, once`() {
        let token = reserve().token.string ?? ""

        #expect(client.delete("/v1/reservations/\(token)").status == 204)

        #expect(client.snapshot(parent).completedUnitCount.int == 4)
        #expect(client.delete("/v1/reservations/\(token)").status == 404)
        #expect(client.delete("/v1/reservations/nonsense").problem == "not-found")
        #expect(client.snapshot(parent).completedUnitCount.int == 4)
    }

    @Test func `resigning what was claimed credits nothing`() {
        let token = reserve().token.string ?? ""
        _ = client.post("/v1/progress", #"{"totalUnitCount":2}"#, ["Progress-Reservation": token])

        #expect(client.delete("/v1/reservations/\(token)").status == 204)

        #expect(client.snapshot(parent).completedUnitCount.int == 0)
        #expect(client.delete("/v1/reservations/\(token)").status == 404)
    }

    @Test func `a refused create leaves the reservation open`() {
        let token = reserve().token.string ?? ""
        let headers = ["Progress-Reservation": token]
        _ = client.create(#"{"name":"taken"}"#)

        #expect(client.post("/v1/progress", #"{"name":"taken"}"#, headers).status == 409)
        #expect(client.post("/v1/progress", #"{"unknown":1}"#, headers).status == 400)

        #expect(client.post("/v1/progress", "{}", headers).json.parentID.string == parent)
    }

    @Test func `an expired reservation resigns by itself`() {
        let token = reserve(#"{"pendingUnitCount":4,"expiresIn":60}"#).token.string ?? ""

        server.clock.advance(seconds: 59)
        #expect(client.snapshot(parent).completedUnitCount.int == 0)
        #expect(server.advance(seconds: 2) { client.snapshot(parent).completedUnitCount.int == 4 })

        #expect(client.post("/v1/progress", "{}", ["Progress-Reservation": token]).json.parentID.isNull)
        #expect(client.delete("/v1/reservations/\(token)").status == 404)
    }

    @Test func `a reservation dies with its parent`() {
        let token = reserve().token.string ?? ""

        _ = client.delete("/v1/progress/\(parent)")

        #expect(client.post("/v1/progress", "{}", ["Progress-Reservation": token]).json.parentID.isNull)
        #expect(client.delete("/v1/reservations/\(token)").status == 404)
    }

    @Test func `what claims under a cancelled parent becomes cancelled`() {
        let token = reserve().token.string ?? ""
        _ = client.post("/v1/progress/\(parent)/cancel")

        let reply = client.post("/v1/progress", "{}", ["Progress-Reservation": token])

        #expect(reply.json.isCancelled.bool == true)
        #expect(reply.directive == "cancel")
    }

    @Test(arguments: [
        ("{}", 422, "missing-pending-unit-count"), (#"{"pendingUnitCount":-1}"#, 422, "negative-pending"),
        (#"{"pendingUnitCount":1,"expiresIn":0}"#, 422, "out-of-range"),
        (#"{"pendingUnitCount":1,"expiresIn":-1}"#, 422, "out-of-range"),
        (#"{"pendingUnitCount":1,"expiresIn":1000000001}"#, 422, "out-of-range"),
        (#"{"pendingUnitCount":1,"expiresIn":"1"}"#, 400, "wrong-type"),
        (#"{"pendingUnitCount":1.5}"#, 400, "wrong-type"), (#"{"pendingUnitCount":1,"more":1}"#, 400, "unknown-field"),
    ])
    func `a reservation that cannot be is refused`(body: String, status: Int, problem: String) {
        let reply = client.post("/v1/progress/\(parent)/reservations", body)

        #expect(reply.status == status)
        #expect(reply.problem == problem)
    }

    @Test(arguments: ["0", "-1", "1000000001"])
    func `a problem with a duration says that it must be above 0`(seconds: String) {
        let body = "{\"pendingUnitCount\":1,\"expiresIn\":\(seconds)}"
        let reply = client.post("/v1/progress/\(parent)/reservations", body)

        #expect(reply.json.detail.string == "/expiresIn is \(seconds); allowed: above 0 to 1000000000.")
    }

    @Test func `resigning with a count that would overflow is refused`() {
        let token = reserve().token.string ?? ""
        _ = client.patch("/v1/progress/\(parent)", #"{"completedUnitCount":9223372036854775807}"#)

        #expect(client.delete("/v1/reservations/\(token)").problem == "count-overflow")

        _ = client.patch("/v1/progress/\(parent)", #"{"completedUnitCount":0}"#)
        #expect(client.delete("/v1/reservations/\(token)").status == 204)
        #expect(client.snapshot(parent).completedUnitCount.int == 4)
    }
}
