import TestKit
import Testing

/// docs/contract.md, section 5: lists, pages and filters.
struct ListTests {
    private let server: LiveServer
    private let client: HTTPClient

    init() throws {
        server = try LiveServer()
        client = HTTPClient(server)
    }

    private func names(_ target: String) -> [String] {
        client.get(target).json.items.list.map { $0.name.string ?? "" }
    }

    /// Follows `Link` to the last page.
    private func allNames(_ first: String) -> [String] {
        var names: [String] = []
        var target: String? = first
        while let one = target {
            let reply = client.get(one)
            names += reply.json.items.list.map { $0.name.string ?? "" }
            target = reply["link"].map { String($0.dropFirst().prefix { $0 != ">" }) }
            #expect((target == nil) == reply.json.nextCursor.isNull)
        }
        return names
    }

    @Test func `a page of long texts ends early, and the cursor leads on`() {
        let labels = (0..<64).map { "\"\($0)\":\"\(String(repeating: "x", count: 4_000))\"" }.joined(separator: ",")
        let ids = (0..<9).map { _ in client.create("{\"labels\":{\(labels)}}") }
        var found: [String] = []
        var pages = 0
        var target = "/v1/progress?limit=500"

        while pages < 9 {
            let reply = client.get(target)
            #expect(reply.body.count < 1_500_000)
            found += reply.json.items.list.compactMap(\.id.string)
            pages += 1
            guard let cursor = reply.json.nextCursor.string else { break }
            target = "/v1/progress?limit=500&cursor=\(cursor)"
        }

        #expect(pages > 1 && pages < 9)
        #expect(found == ids.reversed())
    }

    @Test func `roots come newest first, children as they joined`() {
        for name in ["a", "b", "c"] { _ = client.create("{\"name\":\"\(name)\"}") }
        for name in ["x", "y", "z"] { _ = client.create("{\"name\":\"\(name)\",\"pendingUnitCount\":1}", under: "b") }

        #expect(names("/v1/progress") == ["c", "b", "a"])
        #expect(names("/v1/progress/b/children") == ["x", "y", "z"])
        #expect(client.get("/v1/progress").json.keys == ["items", "nextCursor"])
        #expect(names("/v1/progress/a/children") == [])
    }

    @Test(arguments: [1, 2, 3, 7, 500])
    func `pages give everything once`(limit: Int) {
        let roots = (0..<7).map { "r\($0)" }
        for name in roots { _ = client.create("{\"name\":\"\(name)\"}") }
        let children = (0..<7).map { "c\($0)" }
        for name in children { _ = client.create("{\"name\":\"\(name)\",\"pendingUnitCount\":1}", under: "r0") }

        #expect(allNames("/v1/progress?limit=\(limit)") == roots.reversed())
        #expect(allNames("/v1/progress/r0/children?limit=\(limit)") == children)
    }

    @Test func `a page goes on when the node before it is gone`() {
        for number in 0..<6 { _ = client.create("{\"name\":\"r\(number)\"}") }
        let cursor = client.get("/v1/progress?limit=2").json.nextCursor.string ?? ""

        for name in ["r5", "r4", "r3"] { _ = client.delete("/v1/progress/\(name)") }
        _ = client.create(#"{"name":"new"}"#)

        #expect(names("/v1/progress?limit=2&cursor=\(cursor)") == ["r2", "r1"])
    }

    @Test func `the link keeps the other parameters`() {
        for number in 0..<4 { _ = client.create("{\"name\":\"r\(number)\",\"labels\":{\"a b\":\"c&d\"}}") }
        _ = client.create(#"{"name":"other"}"#)

        let reply = client.get("/v1/progress?label=a%20b:c%26d&limit=3&locale=de")

        #expect(reply["link"]?.hasPrefix("</v1/progress?") == true)
        #expect(reply["link"]?.hasSuffix("; rel=\"next\"") == true)
        #expect(allNames("/v1/progress?label=a%20b:c%26d&limit=3&locale=de") == ["r3", "r2", "r1", "r0"])
    }

    @Test func `states are alternatives, labels must all hold`() {
        _ = client.create(#"{"name":"running","totalUnitCount":2,"labels":{"a":"1","b":"2"}}"#)
        _ = client.create(#"{"name":"finished","completedUnitCount":2,"labels":{"a":"1"}}"#)
        _ = client.create(#"{"name":"indeterminate","labels":{"a":"x:y"}}"#)
        _ = client.create(#"{"name":"paused"}"#)
        _ = client.post("/v1/progress/paused/pause")

        #expect(names("/v1/progress?state=running") == ["running"])
        #expect(names("/v1/progress?state=finished&state=paused") == ["paused", "finished"])
        #expect(names("/v1/progress?label=a:1") == ["finished", "running"])
        #expect(names("/v1/progress?label=a:1&label=b:2") == ["running"])
        #expect(names("/v1/progress?label=a:x:y") == ["indeterminate"])
        #expect(names("/v1/progress?label=a:1&state=finished") == ["finished"])
        #expect(names("/v1/progress?label=c:1") == [])
    }

    @Test func `updatedSince counts changes`() {
        _ = client.create(#"{"name":"old"}"#)
        _ = client.create(#"{"name":"changed"}"#)
        server.clock.advance(seconds: 10)
        client.complete("changed", 1)

        #expect(names("/v1/progress?updatedSince=2026-03-01T02:00:10Z") == ["changed"])
        #expect(names("/v1/progress?updatedSince=2026-03-01T02:00:10.001Z") == [])
        #expect(names("/v1/progress?updatedSince=2026-03-01T03:00:00%2B01:00") == ["changed", "old"])
    }

    @Test(arguments: [
        "limit=0", "limit=501", "limit=-1", "limit=x", "limit=", "limit=1.5", "state=done", "state=", "label=",
        "updatedSince=yesterday", "updatedSince=", "cursor=nonsense", "cursor=", "cursor=1.2", "a=%zz", "a=%ff", "a=%",
    ])
    func `a parameter that cannot be read is refused`(query: String) {
        let reply = client.get("/v1/progress?\(query)")

        #expect(reply.status == 400)
        #expect(reply.problem == "invalid-parameter")
    }

    @Test func `the tree is nested as deep as asked for`() {
        let id = client.create(
            #"{"children":[{"pendingUnitCount":1,"children":[{"pendingUnitCount":1}]},{"pendingUnitCount":1}]}"#
        )
        let path = "/v1/progress/\(id)/tree"

        let none = client.get(path + "?depth=0").json
        let one = client.get(path + "?depth=1").json
        let all = client.get(path).json

        #expect(none.id.string == id && none.children.isMissing && none.childCount.int == 2)
        #expect(one.children.count == 2 && one.children[0].children.isMissing)
        #expect(all.children[0].children.count == 1)
        #expect(all.children[0].children[0].children.list.isEmpty)
        #expect(client.get(path + "?depth=1000000").json == all)
        for depth in ["-1", "x", "", "1.5", "1000001", "9223372036854775808"] {
            #expect(client.get(path + "?depth=\(depth)").problem == "invalid-parameter", "\(depth)")
        }
    }
}
