import TestKit
import Testing

/// docs/contract.md, sections 3 and 10: who sees and forgets the runs of a name.
struct RunRightTests {
    private let world: AccessWorld
    private var client: HTTPClient { world.client }

    init() throws { world = try AccessWorld() }

    @Test func `a viewer lists and opens them, and an operator forgets them`() {
        let id = world.create(#"{"name":"a","totalUnitCount":1,"completedUnitCount":1}"#)
        let path = "/v1/progress/a/runs"

        #expect(client.get(path).status == 401)
        #expect(client.get(path, world.bearer("v")).json.items.count == 1)
        #expect(client.get("\(path)/\(id)").status == 401)
        #expect(client.get("\(path)/\(id)", world.bearer("v")).json.id.string == id)
        #expect(client.delete(path, world.bearer("r")).status == 403)
        #expect(client.delete(path, world.bearer("o")).status == 204)
    }

    @Test func `a grant sees and forgets those in its subtree only`() {
        let gone = world.create(#"{"name":"a","totalUnitCount":1,"completedUnitCount":1}"#)
        _ = client.delete("/v1/progress/\(gone)", world.bearer("o"))
        let old = world.create(#"{"name":"a","totalUnitCount":1,"completedUnitCount":1}"#)
        let token = world.grant(old, #"{"role":"operator"}"#).json.token.string ?? ""
        let new = world.create(#"{"name":"a"}"#)
        _ = world.create(#"{"name":"foreign"}"#)
        let path = "/v1/progress/a/runs"

        let seen = client.get(path, world.bearer(token)).json.items.list.map(\.id.string)
        let foreign = client.get("/v1/progress/foreign/runs", world.bearer(token))
        let byID = client.get("/v1/progress/\(new)/runs", world.bearer(token))
        let opened = [old, gone, new].map { client.get("\(path)/\($0)", world.bearer(token)).status }
        let forgotten = client.delete(path, world.bearer(token))

        #expect(seen == [old])
        #expect(opened == [200, 404, 404])
        #expect(foreign.status == 404 && byID.status == 404)
        #expect(forgotten.status == 204)
        #expect(client.get(path, world.bearer(token)).status == 404)
        #expect(client.get(path, world.bearer("v")).json.items.list.map(\.id.string) == [new, gone])
    }

    @Test func `who may not write to a run does not learn its id and version`() {
        let old = world.create(#"{"name":"a","totalUnitCount":1,"completedUnitCount":1}"#)
        let headers = ["Progress-Reservation": "3f0c9a5e-7d41-4e0b-9c67-5b1f0f6f2a11", "If-Match": "\"x\""]

        for path in ["/v1/progress/a", "/v1/progress/a?run=new"] {
            let reply = client.put(path, "{}", headers)
            #expect(reply.status == 401 && !reply.text.contains(old))
        }
    }

    @Test func `only who may write to a run begins another in its place`() {
        let top = world.create(#"{"totalUnitCount":10}"#)
        let old = world.create(#"{"name":"a"}"#)
        let token = world.reserve(top)
        let path = "/v1/progress/a?run=new"

        let claim = client.put(path, "{}", ["Progress-Reservation": token])
        let viewer = client.put(path, "{}", world.bearer("v"))
        let reporter = client.put(path, "{}", world.bearer("r", ["Progress-Reservation": token]))

        #expect(claim.problem == "name-taken" && !claim.text.contains(old))
        #expect(viewer.status == 403)
        #expect(reporter.status == 201 && reporter.json.parentID.string == top)
        #expect(client.get("/v1/progress/\(old)", world.bearer("v")).json.state.string == "failed")
    }
}
