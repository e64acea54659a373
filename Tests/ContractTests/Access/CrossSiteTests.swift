import ProgressRegistry
import TestKit
import Testing

/// docs/contract.md, section 10: writes that a page of another site makes in a user's browser.
struct CrossSiteTests {
    private static let foreign: [[String: String]] = [
        ["Origin": "https://evil.example"], ["Origin": "null"], ["Sec-Fetch-Site": "cross-site"],
        ["Sec-Fetch-Site": "same-site"], ["Sec-Fetch-Site": "cross-site", "Origin": "null"],
        ["Sec-Fetch-Site": "same-site", "Origin": "https://evil.example"],
    ]

    private static let form = ["Content-Type": "application/x-www-form-urlencoded"]

    @Test func `without tokens a foreign page writes nothing, by form or JSON, whatever authorization it claims`()
        throws
    {
        let client = HTTPClient(try LiveServer())
        let claims = [[:], ["Authorization": "Basic YTpi"], ["Authorization": "Bearer x"]]

        for headers in Self.foreign {
            for claim in claims {
                let all = headers.merging(claim) { $1 }
                #expect(client.post("/v1/progress", "{}", all).problem == "cross-site")
                #expect(
                    client.post("/v1/progress?grant=x", "a=b", all.merging(Self.form) { $1 }).problem == "cross-site"
                )
                let batch = all.merging(["Content-Type": "application/x-ndjson"]) { $1 }
                #expect(client.post("/v1/batch", #"{"method":"POST","path":"/v1/progress"}"#, batch).status == 403)
            }
        }

        #expect(client.get("/v1/progress").json.items.count == 0)
    }

    @Test func `with tokens only a Bearer or a grant writes from another site`() throws {
        let world = try AccessWorld()
        let id = world.create(#"{"totalUnitCount":5}"#)
        let grant = world.grant(id, #"{"role":"reporter"}"#).json.token.string ?? ""
        let reservation = world.reserve(id)
        let path = "/v1/progress/\(id)"

        for headers in Self.foreign {
            let client = world.client
            #expect(client.post("\(path)/heartbeat", nil, headers).problem == "cross-site")
            let basic = headers.merging(["Authorization": "Basic YTpi"]) { $1 }
            #expect(client.post("\(path)/heartbeat", nil, basic).problem == "cross-site")
            let claim = headers.merging(["Progress-Reservation": reservation]) { $1 }
            #expect(client.post("/v1/progress", "{}", claim).problem == "cross-site")
            #expect(client.post("/v1/session", #"{"token":"o"}"#, headers).problem == "cross-site")
            #expect(client.delete("/v1/session", headers).problem == "cross-site")
            #expect(client.post("\(path)/heartbeat", nil, world.bearer("r", headers)).status == 200)
            #expect(client.post("\(path)/heartbeat?grant=\(grant)", nil, headers).status == 200)
            #expect(client.post("\(path)/heartbeat", nil, world.bearer("x", headers)).problem == "unauthorized")
        }
    }

    @Test func `a listed origin, this host's own, and programs may write`() throws {
        let server = try LiveServer { $0.corsOrigins = ["https://good.example"] }
        let client = HTTPClient(server)
        let own = "http://127.0.0.1:\(server.port)"

        for headers in [
            [:], ["Origin": own], ["Sec-Fetch-Site": "same-origin"], ["Sec-Fetch-Site": "none"],
            ["Sec-Fetch-Site": "same-origin", "Origin": "null"], ["Origin": "https://good.example"],
            ["Sec-Fetch-Site": "cross-site", "Origin": "https://good.example"],
        ] {
            let all = headers.merging(Self.form) { $1 }
            #expect(client.post("/v1/progress", "totalUnitCount=1", all).status == 201, "\(headers)")
        }
    }

    @Test func `reads from another site need no proof`() throws {
        let client = HTTPClient(try LiveServer())

        for headers in Self.foreign { #expect(client.get("/v1/progress", headers).status == 200) }
    }
}
