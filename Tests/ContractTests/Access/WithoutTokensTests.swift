import ProgressServer
import TestKit
import Testing

/// CONTRACT section 10: where nobody needs a token.
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
