import TestKit
import TestSupport
import Testing

/// docs/contract.md, section 3: a name outlives its runs.
struct NameTests {
    private let server: LiveServer
    private let client: HTTPClient

    init() throws {
        server = try LiveServer()
        client = HTTPClient(server)
    }

    private static let body = #"{"totalUnitCount":2}"#

    @Test func `the same PUT every night begins a run each time, and never meets last night's cancel`() {
        let first = client.put("/v1/progress/backup", Self.body)
        let repeated = client.put("/v1/progress/backup", Self.body)
        _ = client.post("/v1/progress/backup/cancel", #"{"reason":"lunch"}"#)
        let second = client.put("/v1/progress/backup", Self.body)
        client.complete("backup", 2)
        let third = client.put("/v1/progress/backup", Self.body)

        #expect([first.status, repeated.status, second.status, third.status] == [201, 200, 201, 201])
        #expect(repeated.id == first.id)
        #expect(Set([first.id, second.id, third.id]).count == 3)
        #expect(second["progress-directive"] == "run")
        #expect(client.snapshot("backup").id.string == third.id)
        #expect(client.snapshot(first.id).name.string == "backup")
        #expect(client.snapshot(first.id).state.string == "cancelled")
    }

    @Test(arguments: ["cancel", "fail"])
    func `a POST takes the name of what has ended`(call: String) {
        let old = client.create(#"{"name":"a"}"#)
        #expect(client.post("/v1/progress", #"{"name":"a"}"#).problem == "name-taken")

        _ = client.post("/v1/progress/a/\(call)", call == "fail" ? #"{"message":"no"}"# : nil)
        let new = client.create(#"{"name":"a"}"#)
        let parent = client.create(#"{"totalUnitCount":4}"#)
        _ = client.post("/v1/progress/a/cancel")
        let child = client.create(#"{"name":"a","pendingUnitCount":1}"#, under: parent)

        #expect(Set([old, new, child]).count == 3)
        #expect(client.snapshot("a").id.string == child)
        #expect(client.snapshot("a").parentID.string == parent)
    }

    @Test func `a PATCH of the name takes it from what has ended`() {
        _ = client.create(#"{"name":"a","totalUnitCount":1,"completedUnitCount":1}"#)
        let new = client.create()

        let patched = client.patch("/v1/progress/\(new)", #"{"name":"a"}"#)

        #expect(patched.status == 200)
        #expect(client.snapshot("a").id.string == new)
    }

    @Test func `the old run keeps its id, its place and its version, and frees nothing when it goes`() {
        let parent = client.create(#"{"totalUnitCount":10}"#)
        let old = client.create(#"{"name":"a","pendingUnitCount":4}"#, under: parent)
        _ = client.post("/v1/progress/\(old)/cancel")
        let before = client.get("/v1/progress/\(old)")

        let new = client.create(#"{"name":"a"}"#)
        let after = client.get("/v1/progress/\(old)")
        _ = client.delete("/v1/progress/\(old)")

        #expect(after.text == before.text)
        #expect(after.etag == before.etag)
        #expect(client.snapshot("a").id.string == new)
    }

    @Test func `writes by name mean the newest run, those by id the old one`() {
        let old = client.put("/v1/progress/a", #"{"totalUnitCount":5}"#).id
        _ = client.post("/v1/progress/a/cancel")
        _ = client.put("/v1/progress/a", #"{"totalUnitCount":9}"#)

        client.complete("a", 3)
        client.complete(old, 1)
        let batch = client.post(
            "/v1/batch",
            #"{"method":"POST","path":"/v1/progress/a/completed-units","body":{"count":2}}"#,
            ["Content-Type": "application/x-ndjson"]
        )

        #expect(batch.status == 200)
        #expect(client.snapshot("a").completedUnitCount.int == 5)
        #expect(client.snapshot(old).completedUnitCount.int == 1)
    }

    @Test func `a precondition of a PUT is that of the holder, ended or not`() {
        let first = client.put("/v1/progress/a", Self.body)
        let ended = client.post("/v1/progress/a/cancel")

        let stale = client.put("/v1/progress/a", Self.body, ["If-Match": first.etag])
        let fresh = client.put("/v1/progress/a", Self.body, ["If-Match": ended.etag])

        #expect(stale.status == 412)
        #expect(fresh.status == 201)
    }

    @Test func `a conflict says who has the name`() {
        let id = client.put("/v1/progress/a", Self.body).id

        let another = client.put("/v1/progress/a", "{}").json.detail.string
        let created = client.post("/v1/progress", #"{"name":"a"}"#).json.detail.string

        #expect(another == #""a" was created with another body. It is \#(id), which is running."#)
        #expect(created == #""a" is the name of \#(id), which is running."#)
    }

    @Test func `what became of a name is there after a restart, and elsewhere`() throws {
        let world = try DurableWorld()
        let old = world.client.put("/v1/progress/a", Self.body).id
        _ = world.client.post("/v1/progress/a/cancel")
        try world.restart()
        let new = world.client.put("/v1/progress/a", Self.body)
        _ = world.client.patch("/v1/progress/\(old)", #"{"kind":"x"}"#)

        try world.restart()
        let repeated = world.client.put("/v1/progress/a", Self.body)
        world.server.stop()
        let folder = DataFolder()
        try Moving.import(Moving.export(world.folder), into: folder.path)
        let other = try DurableWorld(folder)

        #expect(new.status == 201 && repeated.status == 200)
        for client in [other.client] {
            #expect(client.snapshot("a").id.string == new.id)
            #expect(client.snapshot(old).name.string == "a")
        }
    }
}
