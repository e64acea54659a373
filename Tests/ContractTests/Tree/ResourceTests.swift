import TestKit
import Testing

/// docs/contract.md, section 1: the progress resource.
struct ResourceTests {
    private let server: LiveServer
    private let client: HTTPClient

    init() throws {
        server = try LiveServer()
        client = HTTPClient(server)
    }

    @Test func `an empty create makes an indeterminate root with every member at its default`() {
        let node = client.post("/v1/progress", "{}").json

        #expect(node.id.string?.utf8.count == 36)
        #expect(node.rootID == node.id)
        for name in ["name", "parentID", "pendingUnitCount", "failure", "kind", "fileOperationKind", "fileURL"] {
            #expect(node[name].isNull, "\(name)")
        }
        for name in ["fileTotalCount", "fileCompletedCount", "estimatedTimeRemaining", "throughput", "leaseSeconds"] {
            #expect(node[name].isNull, "\(name)")
        }
        for name in ["depth", "childCount", "totalUnitCount", "completedUnitCount", "fractionCompleted"] {
            #expect(node[name].int == 0, "\(name)")
        }
        for name in ["isFinished", "isPausable", "isCancelled", "isPaused", "removeWhenFinished"] {
            #expect(node[name].bool == false, "\(name)")
        }
        #expect(node.isIndeterminate.bool == true)
        #expect(node.isCancellable.bool == true)
        #expect(node.state.string == "indeterminate")
        #expect(node.userInfo.isObject && node.userInfo.count == 0)
        #expect(node.labels.isObject && node.labels.count == 0)
        #expect(node.localizedDescription.string == "")
        #expect(node.createdAt.string == "2026-03-01T02:00:00.000Z")
        #expect(node.updatedAt == node.createdAt)
        #expect(node.finishedAt.isNull && node.expiresAt.isNull)
    }

    @Test func `links come on create and on get of one, and lead where they say`() {
        let node = client.post("/v1/progress", "{}").json

        for name in ["self", "children", "tree", "page"] {
            #expect(client.get(node.links[name].string ?? "").status == 200, "\(name)")
        }
        #expect(client.get(node.links["self"].string ?? "").json.links == node.links)
        for name in ["pause", "resume", "cancel"] {
            #expect(client.post(node.links[name].string ?? "").status == 200, "\(name)")
        }
        #expect(EventStream(server, node.links.events.string ?? "").status == 200)
        #expect(client.patch(node.links["self"].string ?? "", "{}").json.links.isMissing)
    }

    @Test func `a name stands wherever an id may, and an id in upper case`() {
        let id = client.create(#"{"name":"a.b_c:d-1"}"#)

        #expect(client.snapshot("a.b_c:d-1").id.string == id)
        #expect(client.snapshot(id.uppercased()).id.string == id)
        #expect(client.complete("a.b_c:d-1", 1).status == 200)
        #expect(client.get("/v1/progress/a.b_c:d-1/tree").status == 200)
    }

    @Test func `two living nodes do not share a name`() {
        _ = client.create(#"{"name":"a"}"#)
        let other = client.create(#"{"name":"b"}"#)

        for reply in [
            client.post("/v1/progress", #"{"name":"a"}"#), client.patch("/v1/progress/\(other)", #"{"name":"a"}"#),
        ] {
            #expect(reply.problem == "name-taken" && reply.json.field.string == "/name")
        }
        #expect(client.snapshot("b").id.string == other)
        let twice = client.post(
            "/v1/progress",
            #"{"children":[{"name":"c","pendingUnitCount":1},{"name":"c","pendingUnitCount":1}]}"#
        )
        #expect(twice.problem == "name-taken" && twice.json.field.string == "/children/1/name")
        let deep = client.post(
            "/v1/progress/b/children",
            #"{"pendingUnitCount":1,"children":[{"pendingUnitCount":1},{"pendingUnitCount":1,"children":[{"pendingUnitCount":1,"name":"a"}]}]}"#
        )
        #expect(deep.problem == "name-taken" && deep.json.field.string == "/children/1/children/0/name")
        #expect(client.get("/v1/progress/c").status == 404)
    }

    @Test(arguments: [
        "", "-a", ".a", "a b", "a/b", "ä", "a\u{0}", "3f0c9a5e-7d41-4e0b-9c67-5b1f0f6f2a11",
        "3F0C9A5E-7D41-4E0B-9C67-5B1F0F6F2A11", String(repeating: "a", count: 129),
    ])
    func `a name that cannot be is refused`(name: String) {
        let reply = client.post("/v1/progress", "{\"name\":\(name.json)}")

        #expect(reply.status == 422)
        #expect(reply.problem == "invalid-name")
        #expect(reply.json.field.string == "/name")
    }

    @Test func `a name may be moved and freed`() {
        let id = client.create(#"{"name":"a"}"#)

        #expect(client.patch("/v1/progress/a", #"{"name":"b"}"#).status == 200)
        #expect(client.get("/v1/progress/a").status == 404)
        #expect(client.snapshot("b").id.string == id)
        #expect(client.patch("/v1/progress/b", #"{"name":null}"#).json.name.isNull)
        #expect(client.get("/v1/progress/b").status == 404)
    }

    @Test func `every settable member comes back as it was set, and null puts it back to its default`() {
        let values = [
            ("totalUnitCount", "-5", "-1"), ("completedUnitCount", "7", "0"), ("isCancellable", "false", "true"),
            ("isPausable", "true", "false"), ("kind", "\"file\"", "null"), ("fileOperationKind", "\"own\"", "null"),
            ("fileURL", "\"file:///a\"", "null"), ("fileTotalCount", "9", "null"),
            ("fileCompletedCount", "7", "null"), ("estimatedTimeRemaining", "12.5", "null"),
            ("throughput", "2000.25", "null"), ("localizedDescription", "\"own\"", "\"\""),
            ("localizedAdditionalDescription", "\"more\"", "\"\""), ("leaseSeconds", "30", "null"),
            ("removeWhenFinished", "true", "false"), ("labels", #"{"a":"b"}"#, "{}"),
            ("urls", #"{"log":"https://example.org/a"}"#, "{}"),
            ("userInfo", #"{"a":[1,{"b":null}]}"#, "{}"), ("name", "\"named\"", "null"),
        ]
        for (name, value, normal) in values {
            let created = client.post("/v1/progress", "{\"\(name)\":\(value)}").json
            #expect(created[name] == JSON(text: value), "\(name)")
            let id = created.id.string ?? ""
            #expect(client.snapshot(id)[name] == JSON(text: value), "\(name)")
            let reset = client.patch("/v1/progress/\(id)", "{\"\(name)\":null}").json
            #expect(reset[name] == JSON(text: normal), "\(name)")
            let again = client.patch("/v1/progress/\(id)", "{\"\(name)\":\(value)}").json
            #expect(again[name] == JSON(text: value), "\(name)")
        }
    }

    @Test func `in a create null is the default, and a total of null is -1`() {
        let node = client.post("/v1/progress", #"{"totalUnitCount":null,"isCancellable":null,"labels":null}"#).json

        #expect(node.totalUnitCount.int == -1)
        #expect(node.isCancellable.bool == true)
        #expect(node.labels.count == 0)
    }

    @Test func `userInfo round-trips unchanged, and a key set to null is removed`() {
        let userInfo =
            #"{"big":123456789012345678901234567890,"small":1.50,"e":1e400,"text":"\u0000\r\n<ä>","list":[null,{}]}"#
        let id = client.create("{\"userInfo\":\(userInfo)}")

        #expect(client.get("/v1/progress/\(id)").text.contains("123456789012345678901234567890"))
        #expect(client.get("/v1/progress/\(id)").text.contains("1.50"))
        #expect(client.snapshot(id).userInfo == JSON(text: userInfo))
        let patched = client.patch("/v1/progress/\(id)", #"{"userInfo":{"big":null,"list":null,"new":true,"e":null}}"#)
            .json
        #expect(patched.userInfo == JSON(text: #"{"small":1.50,"text":"\u0000\r\n<ä>","new":true}"#))
    }

    @Test func `labels merge, and a label set to null is removed`() {
        let id = client.create(#"{"labels":{"a":"1","b":"2"}}"#)

        let node = client.patch("/v1/progress/\(id)", #"{"labels":{"a":null,"c":"3"}}"#).json

        #expect(node.labels == JSON(text: #"{"b":"2","c":"3"}"#))
    }

    @Test func `a write without effect changes neither version nor updatedAt`() {
        let id = client.create(#"{"totalUnitCount":8,"labels":{"a":"1"},"userInfo":{"k":[1]}}"#)
        _ = client.post("/v1/progress/\(id)/heartbeat")
        let before = client.snapshot(id)
        server.clock.advance(seconds: 5)

        client.complete(id, 0)
        _ = client.patch(
            "/v1/progress/\(id)",
            #"{"totalUnitCount":8,"labels":{"a":"1"},"userInfo":{"k":[1]},"kind":null}"#
        )
        _ = client.post("/v1/progress/\(id)/heartbeat")
        _ = client.post("/v1/progress/\(id)/resume")

        #expect(client.snapshot(id) == before)
        client.complete(id, 1)
        let after = client.snapshot(id)
        #expect((after.version.int ?? 0) > (before.version.int ?? 0))
        #expect(after.updatedAt.string == "2026-03-01T02:00:05.000Z")
        #expect(after.createdAt == before.createdAt)
    }

    @Test func `finishedAt is since when it is finished now`() {
        let id = client.create(#"{"totalUnitCount":2}"#)
        server.clock.advance(seconds: 1)
        client.complete(id, 2)
        server.clock.advance(seconds: 1)
        client.complete(id, 1)

        #expect(client.snapshot(id).finishedAt.string == "2026-03-01T02:00:01.000Z")
        client.complete(id, -2)
        #expect(client.snapshot(id).finishedAt.isNull)
        server.clock.advance(seconds: 1)
        client.complete(id, 1)
        #expect(client.snapshot(id).finishedAt.string == "2026-03-01T02:00:03.000Z")
    }
}
