import ProgressLog
import ProgressRegistry
import ProgressServer
import TestKit
import TestLogs
import TestSupport
import Testing

/// Replicas whose lists of tokens differ for a while.
struct TokenListTests {
    private let cluster: LiveCluster
    private var writer: HTTPClient { HTTPClient(cluster.writer) }
    private var heir: HTTPClient { HTTPClient(cluster.heir) }

    init() throws {
        let tokens = try AccessToken.list("operator:old")
        cluster = try LiveCluster(2) { $0.tokens = tokens }
    }

    private func bearer(_ token: String) -> [String: String] { ["Authorization": "Bearer \(token)"] }

    private var key: String {
        (cluster.engine.row?.key ?? []).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    @Test func `a token that only a heir lists is good there, with its role`() throws {
        try cluster.heir.replaceTokens("operator:old\nreporter:new\nviewer:see")

        let made = heir.post("/v1/progress", #"{"totalUnitCount":10}"#, bearer("new"))
        let units = heir.post("/v1/progress/\(made.id)/completed-units", #"{"count":1}"#, bearer("new"))
        let batch = heir.call(
            "POST",
            "/v1/batch",
            bearer("new").merging(["Content-Type": "application/x-ndjson"]) { $1 },
            #"{"method":"POST","path":"/v1/progress/\#(made.id)/completed-units","body":{"count":1}}"#
        )

        #expect(made.status == 201 && units.status == 200 && batch.status == 200)
        #expect(heir.get("/v1/progress/\(made.id)", bearer("see")).json.completedUnitCount.int == 2)
        #expect(heir.post("/v1/progress/\(made.id)/pause", nil, bearer("new")).status == 403)
        #expect(heir.post("/v1/progress", "{}", bearer("see")).status == 403)
        #expect(writer.post("/v1/progress", "{}", bearer("new")).status == 401)
    }

    @Test func `what is made with it records that token, and ends with it`() throws {
        try cluster.heir.replaceTokens("operator:old\noperator:new")
        let top = heir.post("/v1/progress", "{}", bearer("new")).id
        let link = heir.post("/v1/progress/\(top)/grants", #"{"role":"viewer"}"#, bearer("new")).json.token.string ?? ""
        let opened = heir.post("/v1/session", #"{"token":"new"}"#)
        let cookie = ["Cookie": String((opened["set-cookie"] ?? "").prefix { $0 != ";" })]
        #expect(opened.status == 204)
        #expect(heir.get("/v1/progress/\(top)", bearer(link)).status == 200)
        #expect(heir.get("/v1/progress/\(top)", cookie).status == 200)

        try cluster.heir.replaceTokens("operator:old")
        #expect(heir.get("/v1/progress/\(top)", bearer(link)).status == 401)
        #expect(eventually { cluster.engine.memberTokens.allSatisfy { !$0.contains(" ") } })
        // The writer looks at its next announcement.
        try cluster.writer.replaceTokens("operator:old")

        #expect(eventually { writer.get("/v1/progress/\(top)", bearer(link)).status == 401 })
        #expect(writer.get("/v1/progress/\(top)", cookie).status == 401)
    }

    @Test func `a token that the writer lists no more counts at the others until they list it no more`() throws {
        try cluster.writer.replaceTokens("viewer:new")

        #expect(writer.post("/v1/progress", "{}", bearer("old")).status == 401)
        #expect(heir.post("/v1/progress", "{}", bearer("old")).status == 201)
        try cluster.heir.replaceTokens("viewer:new")
        #expect(heir.post("/v1/progress", "{}", bearer("old")).status == 401)
    }

    @Test func `a token that a heir lists no more is good for nothing there, nor what was made from it`() throws {
        for one in [cluster.heir, cluster.writer] { try one.replaceTokens("operator:old\noperator:going") }
        let top = writer.post("/v1/progress", #"{"totalUnitCount":9}"#, bearer("going")).id
        let reserve = #"{"pendingUnitCount":1}"#
        let reservation =
            writer.post("/v1/progress/\(top)/reservations", reserve, bearer("going")).json.token.string ?? ""
        let claim = ["Progress-Reservation": reservation]
        let child = writer.post("/v1/progress", #"{"totalUnitCount":9}"#, claim).id
        let claims = (0..<3).map { _ in
            let made = writer.post("/v1/progress/\(top)/reservations", reserve, bearer("going"))
            return ["Progress-Reservation": made.json.token.string ?? ""]
        }
        let link =
            writer.post("/v1/progress/\(top)/grants", #"{"role":"operator"}"#, bearer("going")).json.token.string ?? ""
        let session = writer.post("/v1/session", #"{"token":"going"}"#)["set-cookie"] ?? ""
        let cookie = ["Cookie": String(session.prefix { $0 != ";" }), "Sec-Fetch-Site": "same-origin"]
        func statuses(_ client: HTTPClient) -> [Int] {
            let count = #"{"count":1}"#
            let derived = [(bearer(reservation), child), (bearer(link), top), (cookie, top), (bearer("going"), top)]
            return derived.map { client.post("/v1/progress/\($1)/completed-units", count, $0).status } + [
                client.post("/v1/session", #"{"token":"going"}"#).status,
                client.post("/v1/session", #"{"token":"\#(link)"}"#).status,
                client.call("PUT", "/v1/progress/other", bearer("going"), "{}").status,
                client.get("/v1/grants", bearer("going")).status,
            ]
        }
        #expect(statuses(heir).filter { $0 >= 300 } == [])
        #expect(heir.post("/v1/progress", "{}", claims[0]).status == 201)

        try cluster.heir.replaceTokens("operator:old")

        #expect(statuses(heir) == Array(repeating: 401, count: 8))
        #expect(heir.post("/v1/progress", "{}", claims[1]).status == 401)
        #expect(heir.call("PUT", "/v1/progress/claimed", claims[1], "{}").status == 401)
        #expect(statuses(writer).filter { $0 >= 300 } == [])
        #expect(writer.post("/v1/progress", "{}", claims[1]).status == 201)
        #expect(heir.post("/v1/progress", "{}", bearer("old")).status == 201)
        try cluster.heir.replaceTokens("operator:old\noperator:going")
        #expect(heir.post("/v1/progress", "{}", claims[2]).status == 201)
    }

    @Test func `an unclaimed reservation is good where the token that made it is listed`() throws {
        try cluster.heir.replaceTokens("operator:old\noperator:new")
        let top = heir.post("/v1/progress", #"{"totalUnitCount":9}"#, bearer("new")).id
        let reserve = #"{"pendingUnitCount":1}"#
        let claims = (0..<2).map { _ in
            let made = heir.post("/v1/progress/\(top)/reservations", reserve, bearer("new"))
            return ["Progress-Reservation": made.json.token.string ?? ""]
        }

        #expect(heir.post("/v1/progress", "{}", claims[0]).status == 201)
        // A read waits for what is in the log: the heir knows then who made the other one.
        #expect(heir.get("/v1/reservations", bearer("new")).json.items[0].reservationID.string != nil)
        try cluster.heir.replaceTokens("operator:old")
        #expect(heir.post("/v1/progress", "{}", claims[1]).status == 401)
    }

    @Test func `who has a right of its own makes a root instead of claiming what sleeps`() throws {
        for one in [cluster.heir, cluster.writer] { try one.replaceTokens("operator:old\noperator:going") }
        let top = writer.post("/v1/progress", #"{"totalUnitCount":9}"#, bearer("going")).id
        let reserve = #"{"pendingUnitCount":1}"#
        let made = writer.post("/v1/progress/\(top)/reservations", reserve, bearer("going"))
        try cluster.writer.replaceTokens("operator:old")

        let claim = ["Progress-Reservation": made.json.token.string ?? ""].merging(bearer("old")) { $1 }
        let reply = writer.post("/v1/progress", "{}", claim)

        #expect(reply.status == 201 && reply.json.parentID.isNull)
    }

    @Test func `a line of a batch with a token of its own counts by the list of the writer`() throws {
        try cluster.heir.replaceTokens("operator:old\nreporter:here")
        try cluster.writer.replaceTokens("operator:old\nreporter:there")
        let top = writer.post("/v1/progress", #"{"totalUnitCount":10}"#, bearer("old")).id
        let lines = ["old", "here", "there"].map {
            #"{"method":"POST","path":"/v1/progress/\#(top)/completed-units","body":{"count":1},"#
                + #""headers":{"Authorization":"Bearer \#($0)"}}"#
        }

        let headers = bearer("here").merging(["Content-Type": "application/x-ndjson"]) { $1 }
        let reply = heir.call("POST", "/v1/batch", headers, lines.joined(separator: "\n"))

        #expect(reply.status == 200)
        let statuses = reply.text.split(separator: "\n").map { $0.prefix(14) }
        #expect(statuses == [#"{"status":200,"#, #"{"status":401,"#, #"{"status":200,"#])
        #expect(writer.get("/v1/progress/\(top)", bearer("old")).json.completedUnitCount.int == 2)
    }

    @Test func `a role that differs counts as where the request arrives`() throws {
        try cluster.heir.replaceTokens("viewer:old\noperator:more")
        try cluster.writer.replaceTokens("operator:old\nviewer:more")

        #expect(heir.post("/v1/progress", "{}", bearer("more")).status == 201)
        #expect(heir.post("/v1/progress", "{}", bearer("old")).status == 403)
        #expect(writer.post("/v1/progress", "{}", bearer("old")).status == 201)
        #expect(writer.post("/v1/progress", "{}", bearer("more")).status == 403)
    }

    @Test func `nobody but a replica says what a token may do`() throws {
        let forged = ["Progress-Permit": "\(String(repeating: "0", count: 64)) operator"]
        let flawed = ["", "operator", "\(key)", "\(key) owner", "\(key)  operator", " operator"]

        for header in [forged] + flawed.map({ ["Progress-Permit": $0] }) {
            for client in [writer, heir] {
                #expect(client.post("/v1/progress", "{}", header.merging(bearer("none")) { $1 }).status == 401)
            }
        }
        // A request as a version before 0.3 forwards it.
        let passed = forged.merging(bearer("none")) { $1 }.merging(["Progress-Forwarded": key]) { $1 }
        #expect(writer.post("/v1/progress", "{}", passed).status == 401)
        // A client's own goes no further.
        let known = ["Progress-Permit": "\(key) operator"].merging(bearer("none")) { $1 }
        #expect(heir.post("/v1/progress", "{}", known).status == 401)
    }

    @Test func `a cluster of the same name with other tokens is refused, and sees nothing`() throws {
        let other = try AccessToken.list("operator:other")

        let error = #expect(throws: ServerError.self) {
            try LiveServer(groupLog: cluster.engine.connect()) { $0.tokens = other }
        }

        #expect(error?.exitStatus == 78)
        let line = error?.description ?? ""
        #expect(line.hasPrefix("--cluster: this replica (127.0.0.1:"))
        #expect(line.contains(") shares no token with 127.0.0.1:\(cluster.writer.port), whose cluster has the name"))
        #expect(cluster.engine.memberTokens.count == 2)
    }

    @Test func `a replica without tokens joins none that has some`() throws {
        #expect(throws: ServerError.self) { try LiveServer(groupLog: cluster.engine.connect()) }
        let open = try LiveCluster(2)
        #expect(throws: ServerError.self) {
            let tokens = try AccessToken.list("operator:old")
            _ = try LiveServer(groupLog: open.engine.connect()) { $0.tokens = tokens }
        }
    }
}
