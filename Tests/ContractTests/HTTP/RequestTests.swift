import TestKit
import Testing

/// docs/contract.md, section 5: PUT, ETags, preferences, media types, methods.
struct RequestTests {
    private let server: LiveServer
    private let client: HTTPClient

    init() throws {
        server = try LiveServer()
        client = HTTPClient(server)
    }

    @Test func `put creates once, and finds what it has become`() {
        let body = #"{"totalUnitCount":8,"labels":{"a":"1","b":"2"}}"#

        let first = client.put("/v1/progress/job", body)
        client.complete("job", 3)
        let second = client.put("/v1/progress/job", #"{ "labels":{"b":"2","a":"1"}, "totalUnitCount":8.0 }"#)

        #expect(first.status == 201)
        #expect(first.json.name.string == "job")
        #expect(first["location"] == "/v1/progress/\(first.id)")
        #expect(second.status == 200)
        #expect(second.id == first.id)
        #expect(second.json.completedUnitCount.int == 3)
    }

    @Test func `put with another body is a conflict`() {
        _ = client.put("/v1/progress/job", #"{"totalUnitCount":8}"#)
        _ = client.create(#"{"name":"other","totalUnitCount":1}"#)

        #expect(client.put("/v1/progress/job", #"{"totalUnitCount":9}"#).problem == "name-taken")
        #expect(client.put("/v1/progress/other", #"{"totalUnitCount":2}"#).problem == "name-taken")
        #expect(client.snapshot("job").totalUnitCount.int == 8)
    }

    @Test func `put makes a new one once the old one is gone`() {
        let first = client.put("/v1/progress/job", "{}")
        _ = client.delete("/v1/progress/job")

        let second = client.put("/v1/progress/job", "{}")

        #expect(second.status == 201)
        #expect(second.id != first.id)
    }

    @Test func `put takes no id for a name`() {
        let reply = client.put("/v1/progress/3f0c9a5e-7d41-4e0b-9c67-5b1f0f6f2a11", "{}")

        #expect(reply.status == 422)
        #expect(reply.problem == "invalid-name")
        #expect(client.put("/v1/progress/-x", "{}").problem == "invalid-name")
    }

    @Test func `the ETag is strong, names the language and moves with the version`() {
        let id = client.create(#"{"totalUnitCount":8}"#)

        let english = client.get("/v1/progress/\(id)")
        let summary = client.get("/v1/progress/\(id)?summary=true")
        let tree = client.get("/v1/progress/\(id)/tree")
        let children = client.get("/v1/progress/\(id)/children")
        let changed = client.complete(id, 1)

        let tags = [english, summary, tree, children, changed].map(\.etag)
        #expect(Set(tags).count == 5)
        for tag in tags { #expect(tag.hasPrefix("\"\(id).") && tag.hasSuffix("\"")) }
        #expect(client.get("/v1/progress/\(id)").etag == changed.etag)
        #expect(client.get("/v1/progress")["etag"] == nil)
    }

    @Test func `representations that show other nodes name the newest change below`() {
        let id = client.create(#"{"totalUnitCount":8}"#)
        let child = client.create(#"{"pendingUnitCount":0,"totalUnitCount":8}"#, under: id)
        _ = client.post("/v1/progress/\(child)/heartbeat")
        let targets = ["/v1/progress/\(id)?summary=true", "/v1/progress/\(id)/tree", "/v1/progress/\(id)/children"]
        let before = targets.map { client.get($0).etag }
        let alone = client.get("/v1/progress/\(id)").etag

        client.complete(child, 1)

        for (target, etag) in zip(targets, before) {
            #expect(client.get(target, ["If-None-Match": etag]).status == 200)
            let now = client.get(target).etag
            #expect(client.get(target, ["If-None-Match": "\"x\", \(now)"]).status == 304)
        }
        #expect(client.get("/v1/progress/\(id)", ["If-None-Match": alone]).status == 304)
    }

    @Test func `If-None-Match compares weakly and takes a star`() {
        let id = client.create()
        let etag = client.get("/v1/progress/\(id)").etag

        for value in [etag, "W/\(etag)", "\"a\" , \(etag)", "*"] {
            let reply = client.get("/v1/progress/\(id)", ["If-None-Match": value])
            #expect(reply.status == 304)
            #expect(reply.body.isEmpty)
            #expect(reply.etag == etag)
        }
    }

    @Test func `If-Match is honoured on every write and compares id and version only`() {
        for write in Self.writes {
            let id = client.create(#"{"totalUnitCount":8}"#)
            let old = client.get("/v1/progress/\(id)").etag
            client.complete(id, 1)
            let other = client.get("/v1/progress/\(client.create())").etag
            let version = client.snapshot(id).version
            let path = "/v1/progress/\(id)" + write.path

            for etag in [old, other, "\"nonsense\"", "W/\(client.get("/v1/progress/\(id)").etag)"] {
                let reply = client.call(write.method, path, ["If-Match": etag], write.body)
                #expect(reply.status == 412, "\(write.method) \(write.path)")
                #expect(reply.problem == "precondition-failed")
            }
            #expect(client.snapshot(id).version == version)
            #expect(client.snapshot(id).childCount.int == 0)
            let tree = client.get("/v1/progress/\(id)/tree?locale=de").etag
            #expect(client.call(write.method, path, ["If-Match": "\"a\", \(tree)"], write.body).status < 300)
        }
    }

    static let writes: [(method: String, path: String, body: String?)] = [
        ("PATCH", "", #"{"kind":"x"}"#), ("POST", "/completed-units", #"{"count":1}"#), ("POST", "/heartbeat", nil),
        ("POST", "/children", #"{"pendingUnitCount":1}"#), ("POST", "/reservations", #"{"pendingUnitCount":1}"#),
        ("POST", "/cancel", nil), ("POST", "/pause", "{}"), ("POST", "/resume", nil),
        ("POST", "/fail", #"{"message":"m"}"#), ("DELETE", "", nil),
    ]

    @Test func `return=minimal sends no body, with ETag and directive`() {
        let minimal = ["Prefer": "return=minimal"]

        let created = client.post("/v1/progress", #"{"name":"a"}"#, minimal)
        let id = client.snapshot("a").id.string ?? ""
        #expect(created.status == 201 && created.body.isEmpty)
        #expect(created["location"] == "/v1/progress/\(id)")
        #expect(created.etag == client.get("/v1/progress/a").etag)
        for write in Self.writes where write.path != "/reservations" && write.method != "DELETE" {
            let id = client.create()
            let reply = client.call(write.method, "/v1/progress/\(id)" + write.path, minimal, write.body)
            #expect(reply.status == (write.path == "/children" ? 201 : 204), "\(write.path)")
            #expect(reply.body.isEmpty)
            #expect(reply.directive != nil)
            #expect(reply.etag.hasPrefix("\""))
            #expect(reply["preference-applied"] == "return=minimal")
        }
    }

    @Test func `a patch is a merge patch or JSON, and nothing else`() {
        let id = client.create()
        let path = "/v1/progress/\(id)"

        for type in ["application/merge-patch+json", "application/json", "Application/JSON; charset=utf-8"] {
            #expect(client.patch(path, "{}", ["Content-Type": type]).status == 200, "\(type)")
        }
        for type in ["text/plain", "application/json-patch+json", "application/jsonx", "json", ""] {
            #expect(client.patch(path, "{}", ["Content-Type": type]).problem == "unsupported-media-type", "\(type)")
        }
        let post = client.post("/v1/progress", "{}", ["Content-Type": "application/merge-patch+json"])
        #expect(post.problem == "unsupported-media-type")
    }

    @Test func `HEAD of a stream tells proxies what GET does`() {
        let id = client.create("{}")

        let head = client.call("HEAD", "/v1/progress/\(id)/events")

        #expect(head.status == 200)
        #expect(head["content-type"] == "text/event-stream; charset=utf-8")
        #expect(head["x-accel-buffering"] == "no")
        #expect(head["content-language"] == "en")
        #expect(head["vary"] == "Accept-Language")
    }

    @Test func `HEAD of a stream with nothing more to tell has no content, as GET has none`() throws {
        let id = client.create(#"{"totalUnitCount":1,"completedUnitCount":1}"#)
        let stream = EventStream(server, "/v1/progress/\(id)/events")
        while let event = stream.next(), event.name != "end" {}
        let path = "/v1/progress/\(id)/events?lastEventID=\(stream.lastID)"

        #expect(client.get(path).status == 204)
        #expect(client.call("HEAD", path).status == 204)
    }

    @Test func `a call that reads no body does not mind its type`() {
        let id = client.create()

        #expect(client.call("DELETE", "/v1/progress/\(id)", ["Content-Type": "text/plain"], "x").status == 204)
    }

    @Test func `HEAD is GET without its body`() {
        let id = client.create()

        for target in ["/v1/progress", "/v1/progress/\(id)", "/v1/progress/\(id)/tree", "/healthz", "/", "/metrics"] {
            let head = client.call("HEAD", target)
            let get = client.get(target)
            #expect(head.status == 200)
            #expect(head["content-type"] == get["content-type"])
            #expect(head["etag"] == get["etag"])
            #expect(target == "/metrics" || head["content-length"] == get["content-length"])
        }
        #expect(client.call("HEAD", "/v1/progress/nobody").status == 404)
    }

    @Test func `a reply in JSON ends with a line feed, a line of a batch with its own alone`() {
        let id = client.create(#"{"totalUnitCount":8}"#)
        let path = "/v1/progress/\(id)"
        let replies =
            [path, "\(path)?summary=true", "\(path)/tree", "\(path)/children", "/v1/progress", "/nothing"].map {
                client.get($0)
            } + [client.complete(id, 1), client.patch(path, "{"), client.post("\(path)/grants", #"{"role":"viewer"}"#)]

        let batch = client.post(
            "/v1/batch",
            #"{"method":"GET","path":"\#(path)"}"#,
            ["Content-Type": "application/x-ndjson"]
        )

        for reply in replies {
            #expect(reply.body.suffix(2) == Array("}\n".utf8))
            #expect(reply["content-length"] == "\(reply.body.count)")
        }
        #expect(batch.body.suffix(3) == Array("}}\n".utf8))
        #expect(batch.text.split(separator: "\n").count == 1)
        let minimal = client.post("\(path)/completed-units", #"{"count":1}"#, ["Prefer": "return=minimal"])
        #expect(minimal.status == 204 && minimal.body.isEmpty)
    }

    @Test func `a long tree that is sent in pieces ends with a line feed, too`() {
        let children = Array(repeating: #"{"pendingUnitCount":0}"#, count: 400).joined(separator: ",")
        let id = client.create("{\"children\":[\(children)]}")

        let reply = client.get("/v1/progress/\(id)/tree")

        #expect(reply["transfer-encoding"] == "chunked")
        #expect(reply.json.children.count == 400)
        #expect(reply.body.suffix(2) == Array("}\n".utf8))
        #expect(reply.body.count { $0 == UInt8(ascii: "\n") } == 1)
    }

    @Test func `unknown paths are problems`() {
        for target in ["/v1/", "/v1/nothing", "/v1/progress/a/b", "/nothing", "/v1/progress/nobody"] {
            let reply = client.get(target)
            #expect(reply.status == 404 && reply.problem == "not-found", "\(target)")
            #expect(reply.json.instance.string == target)
        }
    }

    @Test(arguments: [0, 1, 2])
    func `a long path is cut before an escape, not within it`(shift: Int) {
        let reply = client.get("/" + String(repeating: "a", count: shift) + String(repeating: "%C2%BD", count: 100))

        let shown = reply.json.instance.string ?? ""
        #expect((510...512).contains(shown.utf8.count) && (shown.utf8.count - 1 - shift) % 3 == 0, "\(shown)")
    }

    @Test func `pipelined requests are answered in order`() {
        let id = client.create(#"{"totalUnitCount":1000}"#)
        for _ in 0..<50 {
            client.send("POST", "/v1/progress/\(id)/completed-units", bytes: Array(#"{"count":1}"#.utf8))
        }

        let counts = (0..<50).map { _ in client.reply(to: "POST").json.completedUnitCount.int }

        #expect(counts == (1...50).map { Int64($0) })
    }
}
