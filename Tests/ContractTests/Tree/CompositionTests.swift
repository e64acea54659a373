import TestKit
import Testing

/// docs/contract.md, section 3: children, attached, nested, removed.
struct CompositionTests {
    private let server: LiveServer
    private let client: HTTPClient

    init() throws {
        server = try LiveServer()
        client = HTTPClient(server)
    }

    @Test func `a child is created under its parent`() {
        let parent = client.create(#"{"totalUnitCount":10}"#)

        let reply = client.post("/v1/progress/\(parent)/children", #"{"pendingUnitCount":4,"totalUnitCount":8}"#)

        #expect(reply.status == 201)
        #expect(reply["location"] == "/v1/progress/\(reply.id)")
        #expect(reply.json.parentID.string == parent)
        #expect(reply.json.rootID.string == parent)
        #expect(reply.json.pendingUnitCount.int == 4)
        #expect(reply.json.depth.int == 1)
        #expect(client.snapshot(parent).childCount.int == 1)
    }

    @Test func `an existing root joins with its subtree`() {
        let parent = client.create(#"{"totalUnitCount":10,"name":"parent"}"#)
        let root = client.create(
            #"{"name":"joins","totalUnitCount":2,"completedUnitCount":1,"children":[{"pendingUnitCount":1}]}"#
        )

        let reply = client.post("/v1/progress/parent/children", "{\"childID\":\"\(root)\",\"pendingUnitCount\":5}")

        #expect(reply.status == 200)
        #expect(reply.id == root)
        #expect(reply.json.parentID.string == parent)
        #expect(client.snapshot(parent).fractionCompleted.double == 0.25)
        let tree = client.get("/v1/progress/parent/tree").json
        #expect(tree.children[0].children[0].depth.int == 2)
        #expect(tree.children[0].children[0].rootID.string == parent)
        #expect(client.get("/v1/progress").json.items.count == 1)
    }

    @Test func `a child that joins finished is credited at once`() {
        let parent = client.create(#"{"totalUnitCount":10}"#)
        let root = client.create(#"{"totalUnitCount":2,"completedUnitCount":2}"#)

        _ = client.post("/v1/progress/\(parent)/children", "{\"childID\":\"\(root)\",\"pendingUnitCount\":5}")
        _ = client.create(#"{"pendingUnitCount":5,"totalUnitCount":1,"completedUnitCount":1}"#, under: parent)

        #expect(client.snapshot(parent).completedUnitCount.int == 10)
        #expect(client.snapshot(parent).isFinished.bool == true)
    }

    @Test func `who has a parent does not join another, and nobody joins what is below it`() {
        let top = client.create()
        let middle = client.create(#"{"pendingUnitCount":1}"#, under: top)
        let deep = client.create(#"{"pendingUnitCount":1}"#, under: middle)
        let other = client.create()
        let before = client.get("/v1/progress/\(top)/tree").json

        let second = client.post("/v1/progress/\(other)/children", "{\"childID\":\"\(middle)\",\"pendingUnitCount\":1}")
        let itself = client.post("/v1/progress/\(top)/children", "{\"childID\":\"\(top)\",\"pendingUnitCount\":1}")
        let below = client.post("/v1/progress/\(deep)/children", "{\"childID\":\"\(top)\",\"pendingUnitCount\":1}")
        let unknown = client.post("/v1/progress/\(deep)/children", #"{"childID":"nobody","pendingUnitCount":1}"#)

        #expect(second.status == 409 && second.problem == "already-has-parent")
        #expect(itself.status == 409 && itself.problem == "cycle")
        #expect(below.status == 409 && below.problem == "cycle")
        #expect(unknown.status == 404)
        for reply in [second, itself, below, unknown] { #expect(reply.json.field.string == "/childID") }
        #expect(client.get("/v1/progress/\(top)/tree").json == before)
        #expect(client.snapshot(other).childCount.int == 0)
    }

    @Test func `a whole tree is created at once`() {
        let reply = client.post(
            "/v1/progress",
            """
            {"totalUnitCount":10,"children":[
              {"pendingUnitCount":9,"totalUnitCount":4,"completedUnitCount":4},
              {"pendingUnitCount":1,"name":"second","totalUnitCount":2,"children":[
                {"pendingUnitCount":1},{"pendingUnitCount":1,"totalUnitCount":1,"completedUnitCount":1}]}]}
            """
        )

        let tree = client.get("/v1/progress/\(reply.id)/tree").json
        #expect(reply.status == 201)
        #expect(reply.json.childCount.int == 2)
        #expect(tree.completedUnitCount.int == 9)
        #expect(tree.fractionCompleted.double == 0.95)
        #expect(tree.children[1].name.string == "second")
        #expect(tree.children[1].children[0].isIndeterminate.bool == true)
        #expect(tree.children[1].completedUnitCount.int == 1)
    }

    @Test func `a tree with one bad node creates nothing`() {
        let bad = [
            #"{"children":[{"pendingUnitCount":1},{"pendingUnitCount":1,"children":[{"pendingUnitCount":"1"}]}]}"#,
            #"{"children":[{"pendingUnitCount":1,"name":"a"},{"pendingUnitCount":1,"name":"-"}]}"#,
            #"{"completedUnitCount":9223372036854775807,"children":[{"pendingUnitCount":1,"completedUnitCount":1}]}"#,
            #"{"children":[{"pendingUnitCount":1,"unknown":1}]}"#, #"{"children":{}}"#, #"{"children":[1]}"#,
            #"{"pendingUnitCount":1}"#,
        ]
        for body in bad {
            let reply = client.post("/v1/progress", body)
            #expect(reply.status == 400 || reply.status == 422, "\(body)")
        }
        #expect(client.get("/v1/progress").json.items.count == 0)
    }

    @Test func `delete removes the subtree, credits the parent, and frees the names`() {
        let parent = client.create(#"{"totalUnitCount":10}"#)
        let child = client.create(
            #"{"pendingUnitCount":4,"name":"a","totalUnitCount":2,"children":[{"pendingUnitCount":1,"name":"b"}]}"#,
            under: parent
        )

        let reply = client.delete("/v1/progress/\(child)")

        #expect(reply.status == 204)
        #expect(client.snapshot(parent).completedUnitCount.int == 4)
        #expect(client.snapshot(parent).childCount.int == 0)
        for name in [child, "a", "b"] { #expect(client.get("/v1/progress/\(name)").status == 404) }
        #expect(client.post("/v1/progress", #"{"name":"b"}"#).status == 201)
        #expect(client.delete("/v1/progress/\(child)").status == 404)
    }

    @Test func `delete with release drops the pending units`() {
        let parent = client.create(#"{"totalUnitCount":10}"#)
        let half = client.create(#"{"pendingUnitCount":4,"totalUnitCount":2,"completedUnitCount":1}"#, under: parent)
        let done = client.create(#"{"pendingUnitCount":3,"totalUnitCount":1,"completedUnitCount":1}"#, under: parent)

        _ = client.delete("/v1/progress/\(half)?pending=release")
        _ = client.delete("/v1/progress/\(done)?pending=release")

        #expect(client.snapshot(parent).completedUnitCount.int == 3)
        #expect(client.snapshot(parent).fractionCompleted.double == 0.3)
        #expect(client.delete("/v1/progress/\(parent)?pending=other").problem == "invalid-parameter")
    }

    @Test func `removeWhenFinished vanishes as it finishes, answered with its last snapshot`() {
        let parent = client.create(#"{"totalUnitCount":10}"#)
        let child = client.create(
            #"{"pendingUnitCount":4,"totalUnitCount":2,"removeWhenFinished":true}"#,
            under: parent
        )

        let last = client.complete(child, 2)

        #expect(last.status == 200)
        #expect(last.json.isFinished.bool == true)
        #expect(client.get("/v1/progress/\(child)").status == 404)
        #expect(client.snapshot(parent).completedUnitCount.int == 4)
        #expect(client.snapshot(parent).childCount.int == 0)
    }

    @Test func `removeWhenFinished set on a finished node vanishes at once, also on create`() {
        let id = client.create(#"{"totalUnitCount":1,"completedUnitCount":1}"#)

        let patch = client.patch("/v1/progress/\(id)", #"{"removeWhenFinished":true}"#)
        let create = client.post("/v1/progress", #"{"completedUnitCount":1,"removeWhenFinished":true}"#)

        #expect(patch.status == 200 && patch.json.removeWhenFinished.bool == true)
        #expect(create.status == 201)
        #expect(client.get("/v1/progress/\(id)").status == 404)
        #expect(client.get("/v1/progress/\(create.id)").status == 404)
    }
}
