import TestKit
import TestSupport
import Testing

/// docs/contract.md, sections 3 and 10: rights that came of a right end with it.
struct RightEndTests {
    private let world: AccessWorld
    private var server: LiveServer { world.server }
    private var client: HTTPClient { world.client }

    init() throws { world = try AccessWorld() }

    /// A reservation below `parent`, made with a token.
    private func reserve(_ parent: String, by token: String, _ more: String = "") -> JSON {
        client.post(
            "/v1/progress/\(parent)/reservations",
            "{\"pendingUnitCount\":2\(more)}",
            world.bearer(token)
        ).json
    }

    private func claim(_ reservation: JSON, _ body: String = #"{"totalUnitCount":10}"#) -> Reply {
        client.post("/v1/progress", body, ["Progress-Reservation": reservation.token.string ?? ""])
    }

    private func status(_ node: String, _ token: JSON) -> Int {
        client.get("/v1/progress/\(node)", world.bearer(token.string ?? "")).status
    }

    private func completed(_ node: String) -> Int64? {
        client.get("/v1/progress/\(node)", world.bearer("v")).json.completedUnitCount.int
    }

    private func revoke(_ id: JSON, by token: String = "o") -> Int {
        client.delete("/v1/grants/\(id.string ?? "")", world.bearer(token)).status
    }

    @Test func `what a grant reserved ends with it, claimed or not, however deep`() {
        let top = world.create(#"{"totalUnitCount":10}"#)
        let grant = world.grant(top, #"{"role":"reporter"}"#).json
        let maker = grant.token.string ?? ""
        let (open, first) = (reserve(top, by: maker), reserve(top, by: maker))
        let child = claim(first).id
        let (deepOpen, second) = (
            reserve(child, by: first.token.string ?? ""), reserve(child, by: first.token.string ?? "")
        )
        let grandchild = claim(second).id
        let kept = reserve(top, by: "r")
        let stream = EventStream(server, "/v1/progress/\(grandchild)/events", world.bearer(second.token.string ?? ""))
        _ = stream.next("snapshot")
        #expect(status(child, first.token) == 200 && status(grandchild, second.token) == 200)

        #expect(revoke(grant.grantID) == 204)

        #expect(status(child, first.token) == 401 && status(grandchild, second.token) == 401)
        _ = stream.rest()
        #expect(stream.isFinished)
        for reservation in [open, deepOpen] {
            #expect(claim(reservation).status == 401)
            let reply = client.delete("/v1/reservations/\(reservation.token.string ?? "")", world.bearer("r"))
            #expect(reply.status == 404)
        }
        #expect(completed(top) == 2 && completed(child) == 2)
        #expect(claim(kept).json.parentID.string == top)
    }

    @Test func `a reservation and its claim last no longer than the right that made them`() {
        let top = world.create(#"{"totalUnitCount":10}"#)
        let grant = world.grant(top, #"{"role":"reporter","expiresIn":60}"#).json
        let maker = grant.token.string ?? ""
        let (forever, longer) = (reserve(top, by: maker), reserve(top, by: maker, #","expiresIn":3600"#))
        let shorter = reserve(top, by: maker, #","expiresIn":30"#)
        let child = claim(longer).id
        let session = client.get("/v1/session", world.bearer(longer.token.string ?? "")).json
        let below = reserve(child, by: longer.token.string ?? "")

        #expect(forever.expiresAt == grant.expiresAt && longer.expiresAt == grant.expiresAt)
        #expect(below.expiresAt == grant.expiresAt && session.expiresAt == grant.expiresAt)
        #expect(shorter.expiresAt.string ?? "" < grant.expiresAt.string ?? "")
        server.clock.advance(seconds: 61)

        #expect(status(child, longer.token) == 401)
        #expect(claim(forever).status == 401)
        #expect(eventually { completed(top) == 4 && completed(child) == 2 })
    }

    @Test func `a reservation that is made in a session ends with the token, not with the session`() {
        let top = world.create(#"{"totalUnitCount":10}"#)
        let opened = client.post("/v1/session", #"{"token":"r"}"#)
        let cookie = [
            "Cookie": String((opened["set-cookie"] ?? "").prefix { $0 != ";" }), "Sec-Fetch-Site": "same-origin",
        ]
        let made = client.post("/v1/progress/\(top)/reservations", #"{"pendingUnitCount":2}"#, cookie).json

        _ = client.delete("/v1/session", cookie)

        #expect(claim(made).json.parentID.string == top)
    }

    @Test func `DELETE resigns, and what was claimed goes on; revoke ends that, too`() {
        let top = world.create(#"{"totalUnitCount":10}"#)
        let made = reserve(top, by: "r")
        let (path, child) = ("/v1/reservations/\(made.token.string ?? "")", claim(made).id)
        let below = reserve(child, by: made.token.string ?? "")

        #expect(client.delete(path, world.bearer("r")).status == 204)
        #expect(client.delete(path, world.bearer("r")).status == 404)
        #expect(status(child, made.token) == 200)
        #expect(client.delete("\(path)?revoke=true", world.bearer("r")).status == 204)

        #expect(status(child, made.token) == 401)
        #expect(claim(below).status == 401)
        #expect(completed(child) == 2)
        #expect(client.delete("\(path)?revoke=true", world.bearer("r")).status == 404)
        #expect(client.delete("\(path)?revoke=2", world.bearer("r")).problem == "invalid-parameter")
    }

    @Test func `revoke of an unclaimed reservation resigns it`() {
        let top = world.create(#"{"totalUnitCount":10}"#)
        let made = reserve(top, by: "r")

        let reply = client.delete("/v1/reservations/\(made.token.string ?? "")?revoke=true", world.bearer("r"))

        #expect(reply.status == 204)
        #expect(claim(made).status == 401)
        #expect(completed(top) == 2)
    }

    @Test func `an operator ends a reservation by its id, which is no right`() {
        let top = world.create(#"{"totalUnitCount":10}"#)
        let (open, claimed) = (reserve(top, by: "r"), reserve(top, by: "r"))
        let child = claim(claimed).id
        let path = { (made: JSON) in "/v1/reservations/\(made.reservationID.string ?? "")" }

        #expect(open.reservationID != open.token)
        #expect(
            client.post("/v1/progress", "{}", ["Progress-Reservation": open.reservationID.string ?? ""]).status == 401
        )
        #expect(status(child, claimed.reservationID) == 401)
        #expect(client.delete(path(open), world.bearer("r")).status == 403)
        #expect(client.delete(path(open), world.bearer("o")).status == 204)
        #expect(client.delete(path(open), world.bearer("o")).status == 404)
        #expect(completed(top) == 2)
        #expect(client.delete("\(path(claimed))?revoke=true", world.bearer("o")).status == 204)
        #expect(status(child, claimed.token) == 401)
        #expect(client.delete("/v1/reservations/\(top)", world.bearer("r")).status == 404)
    }

    @Test func `the right of a claim is revoked by the id of its reservation, as a grant is`() {
        let top = world.create(#"{"totalUnitCount":10}"#)
        let made = reserve(top, by: "r")
        #expect(revoke(made.reservationID) == 404)
        let child = claim(made).id

        #expect(revoke(made.reservationID, by: "r") == 403)
        #expect(revoke(made.reservationID) == 204)

        #expect(revoke(made.reservationID) == 404)
        #expect(status(child, made.token) == 401)
        // The reservation can be resigned whether or not its right was revoked.
        #expect(client.delete("/v1/reservations/\(made.token.string ?? "")", world.bearer("r")).status == 204)
    }

    @Test func `with a grant, only what came of it can be ended`() {
        let top = world.create(#"{"totalUnitCount":10}"#)
        let outer = world.grant(top, #"{"role":"operator"}"#).json
        let other = world.grant(top, #"{"role":"viewer"}"#).json
        let token = outer.token.string ?? ""
        let inner = world.grant(top, #"{"role":"operator"}"#, by: token).json
        let innermost = world.grant(top, #"{"role":"viewer"}"#, by: inner.token.string ?? "").json
        let (own, foreign) = (reserve(top, by: token), reserve(top, by: "r"))
        let ids = [own, foreign].map { "/v1/reservations/\($0.reservationID.string ?? "")" }
        let child = claim(own).id

        #expect(revoke(other.grantID, by: token) == 404)
        #expect(revoke(outer.grantID, by: token) == 404)
        #expect(revoke(innermost.grantID, by: token) == 204)
        #expect(revoke(inner.grantID, by: token) == 204)
        #expect(ids.map { client.delete("\($0)?revoke=true", world.bearer(token)).status } == [204, 404])
        #expect(status(child, own.token) == 401)
        #expect(status(top, other.token) == 200)
    }

    @Test func `what was made without tokens is resigned as ever`() throws {
        let client = HTTPClient(try LiveServer())
        let top = client.create(#"{"totalUnitCount":10}"#)
        let made = (0..<2).map { _ in
            client.post("/v1/progress/\(top)/reservations", #"{"pendingUnitCount":2}"#).json
        }
        let child = client.post("/v1/progress", "{}", ["Progress-Reservation": made[0].token.string ?? ""])

        let replies = [
            client.delete("/v1/reservations/\(made[0].token.string ?? "")?revoke=true"),
            client.delete("/v1/reservations/\(made[1].reservationID.string ?? "")"),
            client.delete("/v1/reservations/\(made[1].token.string ?? "")?revoke=true"),
        ]

        #expect(child.json.parentID.string == top)
        #expect(replies.map(\.status) == [204, 204, 404])
        #expect(client.snapshot(top).completedUnitCount.int == 2)
    }

    @Test func `what ended stays ended after a restart`() throws {
        let world = try DurableWorld(DataFolder(), tokens: "operator:o\nreporter:r")
        let bearer = { (token: String) in ["Authorization": "Bearer \(token)"] }
        let client = world.client
        let top = client.post("/v1/progress", #"{"totalUnitCount":10}"#, bearer("r")).id
        let path = "/v1/progress/\(top)"
        let grants = (0..<2).map { _ in client.post("\(path)/grants", #"{"role":"reporter"}"#, bearer("o")).json }
        let reserve = { (grant: JSON) in
            world.client.post("\(path)/reservations", #"{"pendingUnitCount":2}"#, bearer(grant.token.string ?? "")).json
        }
        let (open, claimed, kept) = (reserve(grants[0]), reserve(grants[0]), reserve(grants[1]))
        let child = client.post("/v1/progress", "{}", ["Progress-Reservation": claimed.token.string ?? ""]).id
        _ = client.delete("/v1/grants/\(grants[0].grantID.string ?? "")", bearer("o"))

        try world.restart()

        let after = world.client
        #expect(after.get("/v1/progress/\(child)", bearer(claimed.token.string ?? "")).status == 401)
        #expect(after.post("/v1/progress", "{}", ["Progress-Reservation": open.token.string ?? ""]).status == 401)
        #expect(after.get(path, bearer("r")).json.completedUnitCount.int == 2)
        // Rights that came of the other grant still end with it after the restart.
        let last = after.post("/v1/progress", "{}", ["Progress-Reservation": kept.token.string ?? ""]).id
        #expect(after.delete("/v1/grants/\(grants[1].grantID.string ?? "")", bearer("o")).status == 204)
        #expect(after.get("/v1/progress/\(last)", bearer(kept.token.string ?? "")).status == 401)
    }
}
