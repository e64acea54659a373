import TestKit
import TestSupport
import Testing

/// docs/contract.md, section 10: a right ends when its progress is gone.
struct GoneRightTests {
    private let world: AccessWorld
    private var server: LiveServer { world.server }
    private var client: HTTPClient { world.client }

    init() throws { world = try AccessWorld() }

    private func cookie(_ token: String) -> [String: String] {
        let opened = client.post("/v1/session", "{\"token\":\"\(token)\"}")
        return ["Cookie": String((opened["set-cookie"] ?? "").prefix { $0 != ";" })]
    }

    @Test func `its bearer, sessions, streams by name and waits end, of a grant as of a claim`() {
        let top = world.create(#"{"totalUnitCount":10}"#)
        let child = world.create(#"{"pendingUnitCount":5,"name":"step"}"#, under: top)
        let grant = world.grant(child, #"{"role":"viewer"}"#).json.token.string ?? ""
        let claim = world.reserve(child)
        let claimed = client.put("/v1/progress/claimed", "{}", ["Progress-Reservation": claim]).id
        let sessions = [cookie(grant), cookie(claim)]
        let streams = [
            EventStream(server, "/v1/progress/step/events?runs=true&grant=\(grant)"),
            EventStream(server, "/v1/progress/step/events?runs=true", sessions[0]),
            EventStream(server, "/v1/progress/claimed/events?runs=true", world.bearer(claim)),
            EventStream(server, "/v1/progress/claimed/events?runs=true", sessions[1]),
            EventStream(server, "/v1/events?id=step&runs=true", sessions[0]),
        ]
        for stream in streams { _ = stream.next("snapshot") }
        let waiting = HTTPClient(server)
        let etag = client.get("/v1/progress/\(child)", world.bearer(grant)).etag
        waiting.send(
            "GET",
            "/v1/progress/step",
            world.bearer(grant).merging(["If-None-Match": etag, "Prefer": "wait=30"]) { $1 }
        )
        _ = eventually { client.get("/metrics", world.bearer("v")).text.contains("progressd_waiting_requests 1") }

        #expect(client.delete("/v1/progress/\(top)", world.bearer("o")).status == 204)

        for stream in streams {
            _ = stream.rest()
            #expect(stream.isFinished)
        }
        #expect(waiting.reply(to: "GET").status == 401)
        for token in [grant, claim] {
            #expect(client.get("/v1/session", world.bearer(token)).status == 401)
            // Another replica answers by the media type before it asks the writer who this is.
            let headers = world.bearer(token).merging(["Content-Type": "application/x-ndjson"]) { $1 }
            #expect(client.post("/v1/batch", "{}", headers).status == 401)
            #expect(client.get("/v1/progress/\(claimed)", world.bearer(token)).status == 401)
        }
        for session in sessions {
            #expect(client.get("/v1/session", session).status == 401)
            #expect(client.get("/v1/progress/step", session).status == 401)
        }
    }

    @Test func `a text view by a right whose progress is gone ends`() {
        let top = world.create(#"{"name":"tree"}"#)
        let grant = world.grant(top, #"{"role":"viewer"}"#).json.token.string ?? ""
        let view = PictureStream(server, "/progress/tree.txt?follow=true&grant=\(grant)")

        _ = client.delete("/v1/progress/\(top)", world.bearer("o"))
        _ = world.create(#"{"name":"tree"}"#)

        while view.next() != nil {}
        #expect(view.isFinished)
    }
}
