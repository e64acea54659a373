import ProgressLog
import ProgressRegistry
import TestKit
import TestLogs
import TestSupport
import Testing

/// Requests that one replica forwards to another, and the other's replies.
struct ForwardingTests {
    private static let all = ["Authorization": "Bearer all"]

    private static func key(_ cluster: LiveCluster) -> String {
        (cluster.engine.row?.key ?? []).map { byte in
            String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }.joined()
    }

    @Test func `rights count everywhere, and so do grants and reservations that another replica gave`() throws {
        let tokens = try AccessToken.list("viewer:see\noperator:all")
        let cluster = try LiveCluster(2) { $0.tokens = tokens }
        let (writer, heir) = (HTTPClient(cluster.writer), HTTPClient(cluster.heir))
        #expect(heir.post("/v1/progress", "{}").status == 401)
        #expect(heir.post("/v1/progress", "{}", ["Authorization": "Bearer see"]).status == 403)

        let root = heir.post("/v1/progress", #"{"totalUnitCount":10}"#, Self.all).id
        let grant = writer.post("/v1/progress/\(root)/grants", #"{"role":"viewer"}"#, Self.all).json.token.string ?? ""
        let reserved = heir.post("/v1/progress/\(root)/reservations", #"{"pendingUnitCount":5}"#, Self.all)
        let token = reserved.json.token.string ?? ""

        #expect(heir.get("/v1/progress/\(root)", ["Authorization": "Bearer \(grant)"]).status == 200)
        #expect(heir.get("/v1/progress", ["Authorization": "Bearer \(grant)"]).status == 403)
        let claimed = heir.post("/v1/progress", "{}", ["Progress-Reservation": token])
        #expect(claimed.status == 201)
        #expect(claimed.json.parentID.string == root)
    }

    @Test func `a numbered write counts once, whichever replicas get it`() throws {
        let cluster = try LiveCluster(3)
        let clients = cluster.replicas.map { HTTPClient($0) }
        let id = clients[0].create(#"{"totalUnitCount":100}"#)

        for client in clients {
            let reply = client.post(
                "/v1/progress/\(id)/completed-units",
                #"{"count":7,"writer":"w","sequence":1}"#
            )
            #expect(reply.status == 200)
        }

        #expect(clients[2].snapshot(id).completedUnitCount.int == 7)
    }

    @Test func `a create under a name is made once, whichever replicas get it`() throws {
        let cluster = try LiveCluster(3)
        let clients = cluster.replicas.map { HTTPClient($0) }

        let replies = clients.map { $0.put("/v1/progress/nightly", #"{"totalUnitCount":3}"#) }

        #expect(replies.map(\.status) == [201, 200, 200])
        #expect(Set(replies.map(\.id)).count == 1)
    }

    @Test func `a replica that does not rule never sends on what another sent it`() throws {
        let cluster = try LiveCluster(2)
        let heir = HTTPClient(cluster.heir)

        let reply = heir.post("/v1/progress", "{}", ["Progress-Forwarded": Self.key(cluster)])

        #expect(reply.status == 503)
        #expect(reply["progress-not-writer"] == "1")
        #expect(HTTPClient(cluster.writer).get("/v1/progress").json.items.list.isEmpty)
    }

    @Test func `a wrong key is refused`() throws {
        let cluster = try LiveCluster(2)
        let writer = HTTPClient(cluster.writer)

        for key in ["", "00", String(repeating: "0", count: 64)] {
            let reply = writer.post("/v1/progress", "{}", ["Progress-Forwarded": key])
            #expect(reply.status == 503)
            #expect(reply["progress-not-writer"] == "1")
        }
        let right = writer.post("/v1/progress", "{}", ["Progress-Forwarded": Self.key(cluster)])
        #expect(right.status == 201)
    }

    @Test func `limits for a client count it, not the replica that sent it on`() throws {
        let cluster = try LiveCluster(2) { configuration in
            configuration.durability = .interval
            configuration.maximumStreamsPerClient = 1
        }
        let id = HTTPClient(cluster.writer).create()
        let etag = HTTPClient(cluster.writer).get("/v1/progress/\(id)")["etag"] ?? ""
        let clients = [HTTPClient(cluster.heir, source: 2), HTTPClient(cluster.heir, source: 3)]

        for client in clients {
            client.send("GET", "/v1/progress/\(id)", ["If-None-Match": etag, "Prefer": "wait=30"])
        }

        #expect(eventually { MetricsReply(HTTPClient(cluster.writer)).int("progressd_waiting_requests") == 2 })
    }

    @Test func `a proxy before a replica names a user to the writer, and nobody else does`() throws {
        let cluster = try LiveCluster(2) { $0.trustedProxies = ["127.0.0.2"] }
        let (proxy, stranger) = (HTTPClient(cluster.heir, source: 2), HTTPClient(cluster.heir, source: 3))
        let (one, other) = (proxy.create(), proxy.create())

        let user = ["X-Forwarded-User": "ada"]
        _ = proxy.post("/v1/progress/\(one)/cancel", nil, user)
        _ = stranger.post("/v1/progress/\(other)/cancel", nil, user)

        #expect(proxy.snapshot(one).control.by.user.string == "ada")
        #expect(proxy.snapshot(other).control.by.user.string == nil)
    }

    @Test(arguments: ["heir", "writer"]) func `the path of a request is read once by each replica that it passes`(
        _ name: String
    ) throws {
        let cluster = try LiveCluster(2)
        let asked = name == "heir" ? cluster.heir : cluster.writer
        let client = HTTPClient(asked)
        // A ping of the writer is read, too: the least of three rounds is without any.
        let rounds = (0..<3).map { _ in
            let id = client.create(#"{"totalUnitCount":100}"#)
            let before = cluster.replicas.map(\.headCount)
            _ = client.post("/v1/progress/\(id)/completed-units", #"{"count":1}"#)
            _ = client.get("/v1/progress/\(id)?summary=true")
            _ = client.delete("/v1/progress/\(id)")
            return zip(cluster.replicas, before).map { $0.headCount - $1 }
        }

        let read = cluster.replicas.indices.map { replica in rounds.map { $0[replica] }.min() }
        // The writer sees the writes alone.
        #expect(read == (name == "heir" ? [2, 3] : [3, 0]))
    }
}
