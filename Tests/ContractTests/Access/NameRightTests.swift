import TestKit
import Testing

/// docs/contract.md, section 3: only a caller that may write to the ended node takes over its name.
struct NameRightTests {
    private let world: AccessWorld
    private var client: HTTPClient { world.client }

    init() throws { world = try AccessWorld() }

    @Test func `a grant takes names from what it may write to, and learns of no other`() {
        let top = world.create(#"{"totalUnitCount":10}"#)
        let inside = world.create(#"{"name":"inside","pendingUnitCount":1}"#, under: top)
        let outside = world.create(#"{"name":"outside"}"#)
        let token = world.grant(top, #"{"role":"operator"}"#).json.token.string ?? ""
        for name in ["inside", "outside"] { _ = client.post("/v1/progress/\(name)/cancel", nil, world.bearer("o")) }
        let path = "/v1/progress/\(top)/children"

        let taken = client.post(path, #"{"name":"inside","pendingUnitCount":1}"#, world.bearer(token))
        let foreign = client.post(path, #"{"name":"outside","pendingUnitCount":1}"#, world.bearer(token))
        let patched = client.patch("/v1/progress/\(taken.id)", #"{"name":"outside"}"#, world.bearer(token))
        let again = client.post(path, #"{"name":"inside","pendingUnitCount":1}"#, world.bearer(token))

        #expect(taken.status == 201 && taken.id != inside)
        for reply in [foreign, patched] {
            #expect(reply.problem == "name-taken")
            #expect(reply.json.detail.string == #""outside" is the name of another progress."#)
            #expect(!reply.text.contains(outside))
        }
        #expect(again.json.detail.string == #""inside" is the name of \#(taken.id), which is indeterminate."#)
        #expect(client.get("/v1/progress/outside", world.bearer("v")).id == outside)
    }

    @Test func `a reservation's token takes no name, and a viewer with one is told who has it`() {
        let top = world.create(#"{"totalUnitCount":10}"#)
        let old = world.create(#"{"name":"old","totalUnitCount":1,"completedUnitCount":1}"#)
        let token = world.reserve(top)
        let headers = ["Progress-Reservation": token]

        let alone = client.put("/v1/progress/old", "{}", headers)
        let viewer = client.put("/v1/progress/old", "{}", world.bearer("v", headers))
        let reporter = client.put("/v1/progress/old", "{}", world.bearer("r", headers))

        #expect(alone.problem == "name-taken")
        #expect(alone.json.detail.string == #""old" is the name of another progress."#)
        #expect(viewer.problem == "name-taken")
        #expect(viewer.json.detail.string == #""old" is the name of \#(old), which is finished."#)
        #expect(reporter.status == 201)
        #expect(reporter.json.parentID.string == top)
    }
}
