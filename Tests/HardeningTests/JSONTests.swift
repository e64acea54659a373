import TestKit
import Testing

/// Bodies that are no JSON, or JSON of the worst kind.
struct JSONTests {
    private let guarded: Guarded
    private let client: HTTPClient

    init() throws {
        guarded = try Guarded()
        client = guarded.client
    }

    /// Sends a body to every call that reads one.
    private func send(_ body: [UInt8], _ check: (Reply) -> Void) {
        let path = "/v1/progress/guarded"
        check(client.call("POST", "/v1/progress", [:], bytes: body))
        check(client.call("PUT", "/v1/progress/new", [:], bytes: body))
        check(client.call("PATCH", path, [:], bytes: body))
        let verbs = [
            "children", "completed-units", "reservations", "cancel", "pause", "resume", "fail", "finish", "heartbeat",
        ]
        for verb in verbs {
            check(client.call("POST", "\(path)/\(verb)", [:], bytes: body))
        }
    }

    @Test(arguments: [
        "{", "}", "[", "nonsense", "{\"totalUnitCount\":}", "{\"totalUnitCount\":1,}", "{totalUnitCount:1}",
        "{'totalUnitCount':1}", "{\"totalUnitCount\":01}", "{\"totalUnitCount\":+1}", "{\"totalUnitCount\":.5}",
        "{\"totalUnitCount\":1.}", "{\"totalUnitCount\":0x10}", "{\"totalUnitCount\":NaN}",
        "{\"totalUnitCount\":Infinity}", "{\"totalUnitCount\":-Infinity}", "{} {}", "{}x", "// a\n{}", "{}/**/",
        "\u{feff}{}", "{\"kind\":\"\\x\"}", "{\"kind\":\"\\u12\"}", "{\"kind\":\"\\ud800\"}",
        "{\"kind\":\"a\nb\"}", "{\"kind\":\"a\u{0}b\"}", "{\"kind\":\"a", "tru", "nul", "-", "\"", " ", "\u{0}",
    ])
    func `what is no JSON is refused everywhere`(text: String) {
        send(Array(text.utf8)) { reply in
            #expect(reply.status == 400)
            #expect(reply.problem == "malformed-json")
        }

        guarded.expectUnchanged()
    }

    @Test(
        arguments: [
            [0xff], [0xc0, 0x80], [0xc3], [0xe2, 0x82], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xf8, 0x88],
            [0x80], [0xfe, 0xff],
        ] as [[UInt8]]
    )
    func `what is no UTF-8 is refused everywhere`(bytes: [UInt8]) {
        send(Array("{\"kind\":\"".utf8) + bytes + Array("\"}".utf8)) { #expect($0.problem == "malformed-json") }
        send(Array("{\"".utf8) + bytes + Array("\":1}".utf8)) { #expect($0.problem == "malformed-json") }
        send(bytes) { #expect($0.problem == "malformed-json") }

        guarded.expectUnchanged()
    }

    @Test func `UTF-16 is refused everywhere`() {
        let text = "{\"kind\":\"a\"}".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }

        send(text) { #expect($0.problem == "malformed-json") }
        send([0xff, 0xfe] + text) { #expect($0.problem == "malformed-json") }

        guarded.expectUnchanged()
    }

    @Test func `a body that is no object is a wrong type`() {
        for text in ["[]", "1", "\"a\"", "true", "null"] {
            send(Array(text.utf8)) { #expect($0.problem == "wrong-type", "\(text)") }
        }

        guarded.expectUnchanged()
    }

    @Test func `duplicate keys are refused, at any depth and however they are written`() {
        let bodies = [
            #"{"totalUnitCount":1,"totalUnitCount":1}"#, #"{"totalUnitCount":1,"\u0074otalUnitCount":2}"#,
            #"{"userInfo":{"a":{"b":1,"b":2}}}"#, #"{"labels":{"a":"1","a":"1"}}"#,
            #"{"children":[{"pendingUnitCount":1,"pendingUnitCount":1}]}"#,
        ]
        for body in bodies { #expect(client.post("/v1/progress", body).problem == "duplicate-key", "\(body)") }
        let units = client.post("/v1/progress/guarded/completed-units", #"{"count":1,"count":1}"#)
        #expect(units.problem == "duplicate-key")
        #expect(units.json.field.string == "/count")
        #expect(client.patch("/v1/progress/guarded", bodies[2]).json.field.string == "/userInfo/a/b")

        guarded.expectUnchanged()
    }

    @Test func `keys that look alike and are other code points are not duplicates`() {
        let reply = client.post("/v1/progress", "{\"userInfo\":{\"\u{e4}\":1,\"a\u{308}\":2}}")

        #expect(reply.status == 201)
        #expect(reply.json.userInfo.count == 2)
    }

    @Test(arguments: ["[", "{\"a\":", "[{\"a\":"])
    func `depth bombs are refused everywhere`(piece: String) {
        let bomb = String(repeating: piece, count: 100_000)

        send(Array(bomb.utf8)) { #expect($0.status == 400) }
        send(Array("{\"userInfo\":{\"a\":\(bomb)}}".utf8)) { #expect($0.status == 400) }
        send(Array("{\"children\":\(bomb)}".utf8)) { #expect($0.status == 400) }

        guarded.expectUnchanged()
    }

    @Test func `nesting of 64 passes and 65 does not, but trees may be as deep as trees are`() {
        func nested(_ depth: Int) -> String {
            "{\"userInfo\":{\"a\":" + String(repeating: "[", count: depth - 2)
                + String(repeating: "]", count: depth - 2) + "}}"
        }
        #expect(client.patch("/v1/progress/child", nested(64)).status == 200)
        #expect(client.patch("/v1/progress/child", nested(65)).problem == "malformed-json")

        let deep =
            String(repeating: "{\"children\":[", count: 1)
            + String(repeating: "{\"pendingUnitCount\":1,\"children\":[", count: 1_023)
            + "{\"pendingUnitCount\":1}" + String(repeating: "]}", count: 1_024)
        let reply = client.post("/v1/progress", deep)

        #expect(reply.status == 201)
        let tree = client.get("/v1/progress/\(reply.id)/tree").json
        #expect(tree.depth.int == 0 && tree.children[0].children[0].depth.int == 2)
    }

    @Test func `a change of userInfo has 64 KiB, nulls included`() throws {
        let server = try LiveServer()
        let client = HTTPClient(server)
        let id = client.create(#"{"userInfo":{"a":1}}"#)
        func nulls(_ count: Int) -> String {
            #"{"userInfo":{"a":null,\#((0..<count).map { #""k\#(1_000 + $0)":null"# }.joined(separator: ","))}}"#
        }

        let tooMany = client.patch("/v1/progress/\(id)", nulls(6_000))
        let many = client.patch("/v1/progress/\(id)", nulls(4_000))

        #expect(tooMany.status == 422 && tooMany.problem == "limit-user-info")
        #expect(tooMany.json.detail.string?.contains("more than 65536 bytes") == true)
        #expect(many.status == 200 && many.json.userInfo.count == 0)
    }

    @Test func `ten thousand keys are refused by their sum, quickly`() {
        let pairs = (0..<10_000).map { "\"key\($0)\":\($0)" }.joined(separator: ",")
        let texts = (0..<10_000).map { "\"key\($0)\":\"\($0)\"" }.joined(separator: ",")

        #expect(client.post("/v1/progress", "{\(pairs)}").problem == "unknown-field")
        #expect(client.post("/v1/progress", "{\"userInfo\":{\(pairs)}}").problem == "limit-user-info")
        #expect(client.post("/v1/progress", "{\"labels\":{\(texts)}}").problem == "limit-labels")
        #expect(client.patch("/v1/progress/guarded", "{\"labels\":{\(texts)}}").problem == "limit-labels")
        #expect(client.patch("/v1/progress/guarded", "{\"userInfo\":{\(pairs)}}").problem == "limit-user-info")

        guarded.expectUnchanged()
    }

    @Test func `65 labels are too many, in one write or in two`() {
        let half = (0..<40).map { "\"a\($0)\":\"\"" }.joined(separator: ",")
        let rest = (0..<25).map { "\"b\($0)\":\"\"" }.joined(separator: ",")
        let id = client.create("{\"labels\":{\(half)}}")

        #expect(client.patch("/v1/progress/\(id)", "{\"labels\":{\(rest)}}").problem == "limit-labels")
        #expect(client.snapshot(id).labels.count == 40)
        #expect(client.patch("/v1/progress/\(id)", "{\"labels\":{\(rest),\"a0\":null}}").json.labels.count == 64)
    }
}
