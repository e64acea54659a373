import ProgressRegistry
import TestKit
import Testing

/// Workers send the same head with every call on their connection, and the service parses it once.
struct RepeatedRequestTests {
    private func complete(_ client: HTTPClient, _ id: String, _ headers: [String: String] = [:]) -> Reply {
        client.post("/v1/progress/\(id)/completed-units", "{\"count\":1}", headers)
    }

    @Test func `every one of many equal calls counts, and says so`() throws {
        let client = HTTPClient(try LiveServer())
        let id = client.create("{\"totalUnitCount\":1000}")

        for number in 1...120 {
            let reply = complete(client, id)

            #expect(reply.status == 200)
            #expect(reply.json.completedUnitCount.int == Int64(number))
            #expect(reply.json.localizedAdditionalDescription.string == "\(number) of 1,000")
            #expect(reply.etag == client.get("/v1/progress/\(id)").etag)
            #expect(reply["content-type"] == "application/json")
            #expect(reply["content-language"] == "en")
            #expect(reply["vary"] == "Accept-Language")
            #expect(reply.headers.filter { $0.name == "etag" }.count == 1)
        }
    }

    @Test func `equal calls on one connection without another between them count alike`() throws {
        let client = HTTPClient(try LiveServer())
        let id = client.create("{\"totalUnitCount\":1000}")

        let replies = (1...50).map { _ in complete(client, id) }

        #expect(replies.map { $0.json.completedUnitCount.int } == (1...50).map { Int64($0) })
        #expect(Set(replies.map(\.etag)).count == 50)
        #expect(replies.last?.etag == client.get("/v1/progress/\(id)").etag)
    }

    @Test func `what happens to the node meanwhile shows in the next reply`() throws {
        let server = try LiveServer()
        let client = HTTPClient(server)
        let other = HTTPClient(server)
        let id = client.create("{\"totalUnitCount\":1000}")
        for _ in 0..<3 { #expect(complete(client, id).directive == "run") }

        _ = other.post("/v1/progress/\(id)/pause")
        #expect(complete(client, id).directive == "pause")
        _ = other.post("/v1/progress/\(id)/cancel")
        #expect(complete(client, id).directive == "cancel")
        _ = other.delete("/v1/progress/\(id)")
        let gone = complete(client, id)

        #expect(gone.status == 404)
        #expect(gone.problem == "not-found")
        #expect(gone.json.instance.string == "/v1/progress/\(id)/completed-units")
        #expect(gone["etag"] == nil)
    }

    @Test func `a precondition is looked at every time`() throws {
        let client = HTTPClient(try LiveServer())
        let id = client.create("{\"totalUnitCount\":1000}")
        let etag = client.get("/v1/progress/\(id)").etag

        let statuses = (0..<4).map { _ in complete(client, id, ["If-Match": etag]).status }

        #expect(statuses == [200, 412, 412, 412])
    }

    @Test func `a body that is wrong is refused like the first, and the next one counts`() throws {
        let client = HTTPClient(try LiveServer())
        let id = client.create("{\"totalUnitCount\":1000}")
        for _ in 0..<3 { _ = complete(client, id) }

        let wrong = client.post("/v1/progress/\(id)/completed-units", "{\"count\":x}")
        let next = complete(client, id)

        #expect(wrong.status == 400)
        #expect(wrong.problem == "malformed-json")
        #expect(wrong["progress-directive"] == nil)
        #expect(next.json.completedUnitCount.int == 4)
    }

    @Test func `what a head asks for is done each time it comes`() throws {
        let client = HTTPClient(try LiveServer())
        let id = client.create("{\"totalUnitCount\":1000}")

        for _ in 0..<4 {
            let reply = complete(client, id, ["Prefer": "return=minimal"])

            #expect(reply.status == 204)
            #expect(reply["preference-applied"] == "return=minimal")
            #expect(reply.directive == "run")
            #expect(!reply.etag.isEmpty)
        }
        for _ in 0..<3 { #expect(complete(client, id, ["Content-Type": "text/plain"]).status == 415) }
        for _ in 0..<3 { #expect(complete(client, id, ["Host": "evil.example"]).status == 421) }

        #expect(client.snapshot(id).completedUnitCount.int == 4)
    }

    @Test func `two connections with different heads do not mix`() throws {
        let server = try LiveServer()
        let (full, minimal) = (HTTPClient(server), HTTPClient(server))
        let ids = [full.create("{\"totalUnitCount\":10}"), full.create("{\"totalUnitCount\":20}")]

        for _ in 0..<4 {
            #expect(complete(full, ids[0]).json.id.string == ids[0])
            #expect(complete(minimal, ids[1], ["Prefer": "return=minimal"]).status == 204)
        }

        #expect(ids.map { full.snapshot($0).completedUnitCount.int } == [4, 4])
    }

    @Test func `a right that ends is missed by the very next call, and one of the settings lasts`() throws {
        let server = try LiveServer { $0.tokens = try! AccessToken.list("reporter:r\noperator:o") }
        let (client, other) = (HTTPClient(server), HTTPClient(server))
        let steering = ["Authorization": "Bearer o"]
        let id = other.post("/v1/progress", "{\"totalUnitCount\":1000}", steering).id
        let grant = other.post("/v1/progress/\(id)/grants", "{\"role\":\"reporter\"}", steering).json
        let token = try #require(grant.token.string)
        let worker = ["Authorization": "Bearer \(token)"]
        for _ in 0..<4 { #expect(complete(client, id, worker).status == 200) }
        for _ in 0..<4 { #expect(complete(other, id, ["Authorization": "Bearer r"]).status == 200) }

        let grantID = try #require(grant.grantID.string)
        #expect(other.delete("/v1/grants/\(grantID)", steering).status == 204)

        #expect(complete(client, id, worker).status == 401)
        #expect(complete(client, id, worker).status == 401)
        #expect(complete(other, id, ["Authorization": "Bearer r"]).json.completedUnitCount.int == 9)
    }
}
