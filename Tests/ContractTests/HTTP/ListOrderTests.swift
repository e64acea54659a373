import TestKit
import Testing

/// docs/contract.md, section 5, **Lists**: their order and their pages.
struct ListOrderTests {
    private let server: LiveServer
    private let client: HTTPClient

    init() throws {
        server = try LiveServer()
        client = HTTPClient(server)
    }

    private func names(_ target: String) -> [String] {
        client.get(target).json.items.list.map { $0.name.string ?? "" }
    }

    /// Four roots, a second apart: `c` ended after 3 s, `a` after 1 s, `d` works and says how long; `b` is new.
    private func fill() {
        _ = client.create(#"{"name":"c","totalUnitCount":1}"#)
        server.clock.advance(seconds: 1)
        _ = client.create(#"{"name":"a","totalUnitCount":1}"#)
        server.clock.advance(seconds: 1)
        _ = client.create(#"{"name":"d","totalUnitCount":9,"estimatedTimeRemaining":30}"#)
        client.complete("a", 1)
        server.clock.advance(seconds: 1)
        client.complete("c", 1)
        _ = client.create(#"{"name":"b","totalUnitCount":9,"estimatedTimeRemaining":7}"#)
    }

    @Test func `every order is that of its value, and what has none comes last`() {
        fill()
        let none = client.create("{}")

        #expect(names("/v1/progress?sort=-createdAt") == ["", "b", "d", "a", "c"])
        #expect(names("/v1/progress?sort=createdAt") == ["c", "a", "d", "b", ""])
        #expect(names("/v1/progress?sort=name") == ["a", "b", "c", "d", ""])
        #expect(names("/v1/progress?sort=-name") == ["d", "c", "b", "a", ""])
        #expect(names("/v1/progress?sort=remaining&name=*").prefix(2) == ["b", "d"])
        #expect(names("/v1/progress?sort=-duration&name=*").prefix(2) == ["c", "a"])
        #expect(Set(names("/v1/progress?sort=-updatedAt").suffix(2)) == ["a", "d"])
        #expect(client.get("/v1/progress?sort=name").json.items.list.last?.id.string == none)
    }

    @Test func `equal ones come by id`() {
        let ids = (0..<9).map { _ in client.create(#"{"totalUnitCount":1}"#) }.sorted()

        for order in ["name", "-name", "-updatedAt", "remaining", "-duration"] {
            let found = client.get("/v1/progress?sort=\(order)").json.items.list.compactMap(\.id.string)
            #expect(found == ids, "\(order)")
        }
    }

    @Test func `a cursor leads on from its value where its node is gone or another`() {
        for name in ["a", "b", "c", "d", "e"] { _ = client.create("{\"name\":\"\(name)\"}") }
        let cursor = client.get("/v1/progress?sort=name&limit=2").json.nextCursor.string ?? ""
        _ = client.delete("/v1/progress/b")
        _ = client.patch("/v1/progress/c", #"{"name":"a2"}"#)
        _ = client.create(#"{"name":"b2"}"#)

        #expect(names("/v1/progress?sort=name&limit=2&cursor=\(cursor)") == ["b2", "d"])
    }

    @Test func `a cursor of another order is refused`() {
        for name in ["a", "b"] { _ = client.create("{\"name\":\"\(name)\"}") }
        let plain = client.get("/v1/progress?limit=1").json.nextCursor.string ?? ""
        let sorted = client.get("/v1/progress?sort=name&limit=1").json.nextCursor.string ?? ""

        #expect(client.get("/v1/progress?sort=name&cursor=\(plain)").problem == "invalid-parameter")
        #expect(client.get("/v1/progress?sort=-name&cursor=\(sorted)").problem == "invalid-parameter")
        #expect(client.get("/v1/progress?cursor=\(sorted)").problem == "invalid-parameter")
        #expect(client.get("/v1/progress?sort=-createdAt&cursor=\(plain)").status == 200)
    }

    @Test func `a sorted page of long texts ends early, and its cursor leads on`() {
        let labels = (0..<64).map { "\"\($0)\":\"\(String(repeating: "x", count: 4_000))\"" }.joined(separator: ",")
        for number in 0..<6 { _ = client.create("{\"name\":\"n\(number)\",\"labels\":{\(labels)}}") }
        var found: [String] = []
        var target: String? = "/v1/progress?sort=name&limit=500&q=X"
        var pages = 0

        while let one = target, pages < 9 {
            let reply = client.get(one)
            #expect(reply.body.count < 1_500_000)
            found += reply.json.items.list.compactMap(\.name.string)
            target = reply["link"].map { String($0.dropFirst().prefix { $0 != ">" }) }
            pages += 1
        }

        #expect(pages > 1)
        #expect(found == (0..<6).map { "n\($0)" })
    }
}
