import ProgressRegistry
import TestKit
import TestSupport
import Testing

/// docs/contract.md, section 5: creates that may be repeated.
struct IdempotencyKeyTests {
    private static let key = ["Idempotency-Key": "8e03978e-40d5-43dd-bc93-6894a57f9324"]
    private static let body = #"{"totalUnitCount":4,"labels":{"job":"1"}}"#

    @Test func `the same key with an equal body finds what the first create made, however far it has gone`() throws {
        let client = HTTPClient(try LiveServer())

        let first = client.post("/v1/progress", Self.body, Self.key)
        client.complete(first.id, 3)
        let second = client.post("/v1/progress", #"{ "labels": {"job": "1"}, "totalUnitCount": 4 }"#, Self.key)

        #expect([first.status, second.status] == [201, 200])
        #expect(second.id == first.id)
        #expect(second["location"] == "/v1/progress/\(first.id)")
        #expect(second.json.completedUnitCount.int == 3)
        #expect(second.etag == client.get("/v1/progress/\(first.id)").etag)
        #expect(second.json.links.events.string != nil)
        #expect(client.get("/v1/progress").json.items.list.count == 1)
    }

    @Test func `another body under the same key is refused, and names what has it`() throws {
        let client = HTTPClient(try LiveServer())
        let first = client.post("/v1/progress", Self.body, Self.key)

        let second = client.post("/v1/progress", "{}", Self.key)

        #expect(second.status == 422)
        #expect(second.problem == "idempotency-key-reused")
        #expect(second.json.detail.string?.contains(first.id) == true)
        #expect(client.get("/v1/progress").json.items.list.count == 1)
    }

    @Test func `a key counts below one parent, and for roots in the service`() throws {
        let client = HTTPClient(try LiveServer())
        let (one, two) = (client.create(), client.create())
        let body = #"{"pendingUnitCount":1}"#

        let replies = ["/v1/progress/\(one)/children", "/v1/progress/\(two)/children"].flatMap { path in
            [client.post(path, body, Self.key), client.post(path, body, Self.key)]
        }
        let root = client.post("/v1/progress", "{}", Self.key)

        #expect(replies.map(\.status) == [201, 200, 201, 200])
        #expect(Set(replies.map(\.id)).count == 2)
        #expect(root.status == 201)
    }

    @Test func `a root that has joined a parent since is found by its key`() throws {
        let client = HTTPClient(try LiveServer())
        let parent = client.create(#"{"totalUnitCount":9}"#)
        let first = client.post("/v1/progress", "{}", Self.key)
        _ = client.post("/v1/progress/\(parent)/children", #"{"childID":"\#(first.id)","pendingUnitCount":2}"#)

        let second = client.post("/v1/progress", "{}", Self.key)

        #expect(second.status == 200)
        #expect(second.json.parentID.string == parent)
    }

    @Test func `it lasts as long as the node, also after its end`() throws {
        let client = HTTPClient(try LiveServer())
        let first = client.post("/v1/progress", "{}", Self.key)
        _ = client.post("/v1/progress/\(first.id)/cancel")
        let ended = client.post("/v1/progress", "{}", Self.key)
        _ = client.delete("/v1/progress/\(first.id)")

        let new = client.post("/v1/progress", "{}", Self.key)

        #expect(ended.json.state.string == "cancelled")
        #expect(new.status == 201)
        #expect(new.id != first.id)
        #expect(client.post("/v1/progress", "{}", Self.key).id == new.id)
    }

    @Test func `a name makes the key mean nothing, and so does a child that is there`() throws {
        let client = HTTPClient(try LiveServer())
        let named = client.post("/v1/progress", #"{"name":"a"}"#, Self.key)
        let parent = client.create()
        let attach = #"{"childID":"\#(named.id)","pendingUnitCount":1}"#

        #expect(client.post("/v1/progress", #"{"name":"a"}"#, Self.key).problem == "name-taken")
        #expect(client.post("/v1/progress", #"{"name":"b"}"#, Self.key).status == 201)
        #expect(client.post("/v1/progress/\(parent)/children", attach, Self.key).status == 200)
        #expect(client.post("/v1/progress/\(parent)/children", attach, Self.key).problem == "already-has-parent")
        #expect(client.post("/v1/progress", #"{"name":null}"#, Self.key).status == 201)
    }

    @Test(arguments: ["", "\"\"", "a b", "ä", String(repeating: "k", count: 129)])
    func `a key that is none is refused`(key: String) throws {
        let client = HTTPClient(try LiveServer())

        let reply = client.post("/v1/progress", "{}", ["Idempotency-Key": key])

        #expect(reply.status == 400)
        #expect(reply.problem == "malformed-request")
        #expect(client.put("/v1/progress/a", "{}", ["Idempotency-Key": key]).status == 201)
    }

    @Test func `quotes around a key are taken off, and 128 characters are allowed`() throws {
        let client = HTTPClient(try LiveServer())
        let key = String(repeating: "k", count: 127) + "\""

        let first = client.post("/v1/progress", "{}", ["Idempotency-Key": key])
        let second = client.post("/v1/progress", "{}", ["Idempotency-Key": "\"\(key)\""])

        #expect([first.status, second.status] == [201, 200])
    }

    @Test func `return=minimal has no body, and the address`() throws {
        let client = HTTPClient(try LiveServer())
        let headers = Self.key.merging(["Prefer": "return=minimal"]) { $1 }
        let first = client.post("/v1/progress", "{}", headers)

        let second = client.post("/v1/progress", "{}", headers)

        #expect([first.status, second.status] == [201, 204])
        #expect(second["location"] == first["location"])
        #expect(second.etag == first.etag)
    }

    @Test func `a form, a large body and a line of a batch are the same create`() throws {
        let client = HTTPClient(try LiveServer())
        let pad = String(repeating: " ", count: 20_000)
        let first = client.post("/v1/progress", Self.body, Self.key)
        let form = Self.key.merging(["Content-Type": "application/x-www-form-urlencoded"]) { $1 }
        let key = Self.key.values.first ?? ""
        let line = #"{"method":"POST","path":"/v1/progress","headers":{"idempotency-key":"\#(key)"}"#
        let lines = [Self.body, "{}"].map { "\(line),\"body\":\($0)}\n" }.joined()

        let byForm = client.post("/v1/progress", "totalUnitCount=4&labels.job=1", form)
        let large = client.post("/v1/progress", Self.body + pad, Self.key)
        let batch = client.post("/v1/batch", lines, ["Content-Type": "application/x-ndjson"])

        #expect([byForm.status, large.status] == [200, 200])
        #expect(Set([first.id, byForm.id, large.id]).count == 1)
        let statuses = batch.text.split(separator: "\n").map { $0.contains(#""status":200"#) }
        #expect(statuses == [true, false])
        #expect(batch.text.contains("idempotency-key-reused"))
    }

    @Test func `a repeated create of a child does not look at the precondition that the first one changed`() throws {
        let client = HTTPClient(try LiveServer())
        let parent = client.post("/v1/progress", #"{"totalUnitCount":3}"#)
        let headers = Self.key.merging(["If-Match": parent.etag]) { $1 }
        let body = #"{"pendingUnitCount":1,"totalUnitCount":2,"completedUnitCount":1}"#

        let replies = (0..<2).map { _ in client.post("/v1/progress/\(parent.id)/children", body, headers) }

        #expect(replies.map(\.status) == [201, 200])
    }

    // MARK: Reservations and rights

    @Test func `with a reservation it counts below the parent, also when that is claimed or resigned`() throws {
        let world = try AccessWorld()
        let top = world.create(#"{"totalUnitCount":10}"#)
        let token = world.reserve(top)
        let headers = Self.key.merging(["Progress-Reservation": token]) { $1 }

        let first = world.client.post("/v1/progress", Self.body, headers)
        let claimed = world.client.post("/v1/progress", Self.body, headers)
        _ = world.client.delete("/v1/reservations/\(token)", world.bearer("r"))
        let resigned = world.client.post("/v1/progress", Self.body, headers)
        let otherKey = world.client.post("/v1/progress", Self.body, headers.merging(["Idempotency-Key": "x"]) { $1 })

        #expect([first.status, claimed.status, resigned.status] == [201, 200, 200])
        #expect(Set([first.id, claimed.id, resigned.id]).count == 1)
        #expect(otherKey.status == 401)
    }

    @Test func `a second reservation of the same parent finds the child, and stays unclaimed`() throws {
        let client = HTTPClient(try LiveServer())
        let top = client.create(#"{"totalUnitCount":10}"#)
        func reserve() -> String {
            client.post("/v1/progress/\(top)/reservations", #"{"pendingUnitCount":5}"#).json.token.string ?? ""
        }
        let (one, two) = (reserve(), reserve())

        let first = client.post("/v1/progress", "{}", Self.key.merging(["Progress-Reservation": one]) { $1 })
        let second = client.post("/v1/progress", "{}", Self.key.merging(["Progress-Reservation": two]) { $1 })

        #expect([first.status, second.status] == [201, 200])
        #expect(first.id == second.id)
        #expect(client.get("/v1/reservations").json.items.list.count == 1)
    }

    @Test func `a create that came too late for its reservation is found as a root`() throws {
        let client = HTTPClient(try LiveServer())
        let top = client.create(#"{"totalUnitCount":10}"#)
        let token = client.post("/v1/progress/\(top)/reservations", #"{"pendingUnitCount":5}"#).json.token.string ?? ""
        let headers = Self.key.merging(["Progress-Reservation": token]) { $1 }
        _ = client.post("/v1/progress", "{}", ["Progress-Reservation": token])

        let replies = (0..<2).map { _ in client.post("/v1/progress", "{}", headers) }

        #expect(replies.map(\.status) == [201, 200])
        #expect(replies[1].json.parentID.isNull)
    }

    @Test func `who may not write to what has the key creates as if there were none, and takes it from nobody`() throws
    {
        let world = try AccessWorld()
        let top = world.create(#"{"totalUnitCount":10}"#)
        let token = world.reserve(top)
        let path = "/v1/progress/\(top)/children"
        let first = world.client.post(path, #"{"pendingUnitCount":5}"#, world.bearer("r", Self.key))

        let stranger = world.client.post("/v1/progress", "{}", Self.key.merging(["Progress-Reservation": token]) { $1 })
        let again = world.client.post(path, #"{"pendingUnitCount":5}"#, world.bearer("r", Self.key))

        #expect(stranger.status == 201)
        #expect(stranger.id != first.id)
        #expect(again.id == first.id)
    }

    // MARK: Where it is kept

    @Test(arguments: [nil, 1, 2]) func `a key is kept through a restart, in each form of records`(form: Int?) throws {
        let world = try DurableWorld(recordForm: form)
        let root = world.client.post("/v1/progress", Self.body, Self.key)
        let child = world.client.post("/v1/progress/\(root.id)/children", #"{"pendingUnitCount":1}"#, Self.key)
        _ = world.client.post("/v1/progress/\(root.id)/completed-units", #"{"count":1,"writer":"w","sequence":1}"#)

        for _ in 0..<2 {
            try world.restart()
            let again = world.client.post("/v1/progress", Self.body, Self.key)
            #expect(again.status == 200)
            #expect(again.id == root.id)
        }

        let path = "/v1/progress/\(root.id)/children"
        #expect(world.client.post(path, #"{"pendingUnitCount":1}"#, Self.key).id == child.id)
        #expect(world.client.post(path, "{}", Self.key).status == 422)
        #expect(world.client.post("/v1/progress", "{}", Self.key).problem == "idempotency-key-reused")
    }

    @Test func `an export has it`() throws {
        let world = try DurableWorld()
        let first = world.client.post("/v1/progress", Self.body, Self.key)
        world.server.stop()
        let folder = DataFolder()
        try Moving.import(Moving.export(world.folder), into: folder.path)

        let other = try DurableWorld(folder).client.post("/v1/progress", Self.body, Self.key)

        #expect(other.status == 200)
        #expect(other.id == first.id)
    }

    @Test func `replicas know it, whichever gets the create and whichever rules`() throws {
        let cluster = try LiveCluster(3)
        let clients = cluster.replicas.map { HTTPClient($0) }

        let replies = clients.map { $0.post("/v1/progress", Self.body, Self.key) }
        cluster.writer.stop()
        #expect(eventually { cluster.heir.rules || cluster[2].rules })
        let after = clients[1].post("/v1/progress", Self.body, Self.key)

        #expect(replies.map(\.status) == [201, 200, 200])
        #expect(after.status == 200)
        #expect(Set(replies.map(\.id) + [after.id]).count == 1)
    }
}
