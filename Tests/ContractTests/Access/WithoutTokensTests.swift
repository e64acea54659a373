import ProgressRegistry
import ProgressServer
import TestKit
import Testing

/// docs/contract.md, section 10: services that need no tokens.
struct WithoutTokensTests {
    @Test func `without tokens a browser that speaks for another site is refused`() throws {
        let server = try LiveServer { $0.corsOrigins = ["https://good.example"] }
        let client = HTTPClient(server)
        let id = client.create(#"{"totalUnitCount":5}"#)
        let foreign = ["Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"]

        #expect(client.post("/v1/progress/\(id)/cancel", nil, foreign).status == 403)
        #expect(client.get("/v1/progress/\(id)", foreign).status == 200)
        #expect(
            client.post(
                "/v1/progress/\(id)/pause",
                nil,
                ["Sec-Fetch-Site": "cross-site", "Origin": "https://good.example"]
            ).status == 200
        )
        #expect(client.post("/v1/progress/\(id)/resume", nil, ["Sec-Fetch-Site": "same-origin"]).status == 200)
    }

    @Test func `without tokens an origin is believed where the browser says nothing else`() throws {
        let server = try LiveServer { $0.corsOrigins = ["https://good.example"] }
        let client = HTTPClient(server)
        let cancel = "/v1/progress/\(client.create(#"{"totalUnitCount":5}"#))/cancel"

        let foreign = ["https://evil.example", "null"].map { client.post(cancel, nil, ["Origin": $0]).status }
        let own = ["http://127.0.0.1:\(server.port)", "https://good.example"].map { origin in
            client.post(cancel, nil, ["Origin": origin]).status
        }

        #expect(foreign == [403, 403])
        #expect(own == [200, 200])
    }

    @Test func `without tokens everyone is an operator, and no token is looked at`() throws {
        let client = HTTPClient(try LiveServer())

        let right = client.get("/v1/session").json

        #expect(right == JSON(text: #"{"role":"operator","nodeID":null,"expiresAt":null}"#))
    }

    @Test func `without tokens a session needs none, but what it is given has to be one`() throws {
        let client = HTTPClient(try LiveServer())

        #expect(client.post("/v1/session", #"{"token":"x"}"#).status == 204)
        #expect(client.post("/v1/session", #"{"token":"no token"}"#).problem == "out-of-range")
    }

    @Test func `another address is fine where there are tokens`() throws {
        let tokens = try AccessToken.list("viewer:v")

        _ = try LiveServer {
            $0.host = "0.0.0.0"
            $0.tokens = tokens
        }
        #expect(throws: ServerError.self) { try LiveServer { $0.host = "0.0.0.0" } }
    }
}
