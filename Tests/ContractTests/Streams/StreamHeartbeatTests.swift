import ProgressRegistry
import TestKit
import Testing

/// docs/contract.md, section 9: a stream without events.
struct StreamHeartbeatTests {
    private static func number(_ event: EventStream.Event) -> UInt64? { number(event.id) }

    private static func number(_ id: String) -> UInt64? { id.split(separator: "-").last.flatMap { UInt64($0) } }

    @Test func `where heartbeats are wanted synced takes the place of the comment, and says when the next comes`()
        throws
    {
        let server = try LiveServer { $0.heartbeatSeconds = 0.2 }
        let client = HTTPClient(server)
        let id = client.create(#"{"totalUnitCount":8}"#)
        let stream = EventStream(server, "/v1/progress/\(id)/events?heartbeats=true")
        stream.showsSynced = true

        let seen = stream.take(4)
        client.complete(id, 1)
        let later = stream.events { $0.name == "synced" }

        #expect(seen.map(\.name) == ["snapshot", "synced", "synced", "synced"])
        #expect(seen.dropFirst().allSatisfy { $0.text == #"{"heartbeatSeconds":0.2}"# })
        #expect(later.contains { $0.name == "progress" } && later.last?.name == "synced")
        #expect(stream.comments.isEmpty && stream.strangeLines.isEmpty)
    }

    @Test func `other streams get comments, and one synced`() throws {
        let server = try LiveServer { $0.heartbeatSeconds = 0.1 }
        let client = HTTPClient(server)
        let id = client.create(#"{"totalUnitCount":8}"#)
        let stream = EventStream(server, "/v1/progress/\(id)/events?heartbeats=false")
        stream.showsSynced = true
        let opening = stream.take(2)

        let hasComments = stream.waitForComment() && stream.waitForComment()
        client.complete(id, 1)
        let next = stream.next()

        #expect(opening.map(\.name) == ["snapshot", "synced"] && opening[1].text == "{}")
        #expect(hasComments && next?.name == "progress" && stream.strangeLines.isEmpty)
    }

    @Test(arguments: ["heartbeats=perhaps", "maxRate=0"])
    func `what is wrong is refused, and HEAD says the same`(query: String) throws {
        let client = HTTPClient(try LiveServer())

        #expect(client.get("/v1/events?\(query)").problem == "invalid-parameter")
        #expect(client.call("HEAD", "/v1/events?\(query)").status == 400)
    }

    @Test func `the id of a quiet reader does not age, and resumes`() throws {
        let server = try LiveServer { $0.heartbeatSeconds = 2 }
        let client = HTTPClient(server)
        let quiet = client.create(#"{"totalUnitCount":8}"#)
        let stream = EventStream(server, "/v1/progress/\(quiet)/events")
        stream.showsSynced = true
        let first = stream.take(2)

        removals(3_000, by: client)
        let early = EventStream(server, "/v1/progress/\(quiet)/events", ["Last-Event-ID": stream.lastID])
        early.showsSynced = true
        let resumed = early.take(1)
        for _ in 0..<3 { removals(3_000, by: client) }
        let newer = try #require(stream.next())

        #expect(first.map(\.name) == ["snapshot", "synced"] && resumed.map(\.name) == ["synced"])
        #expect(newer.name == "synced" && newer.text == "{}")
        let numbers = [first[1], newer].compactMap(Self.number)
        // Two changes for each tree that came and went.
        #expect(numbers.count == 2 && numbers[1] >= numbers[0] + 2 * 8_000)

        let back = EventStream(server, "/v1/progress/\(quiet)/events", ["Last-Event-ID": newer.id])
        back.showsSynced = true
        #expect(back.next()?.name == "synced")
    }

    private func removals(_ count: Int, by client: HTTPClient) {
        let lines = (0..<count).map { number in
            """
            {"method":"PUT","path":"/v1/progress/gone-\(number)","headers":{"Prefer":"return=minimal"},"body":{}}
            {"method":"DELETE","path":"/v1/progress/gone-\(number)"}
            """
        }
        let reply = client.post("/v1/batch", lines.joined(separator: "\n"), ["Content-Type": "application/x-ndjson"])
        #expect(reply.status == 200 && !reply.text.contains(#"{"status":4"#))
    }

    /// The thread that the reader returns to may hold back changes that the previous thread has sent.
    @Test func `no id is lower than the one that a reader came with`() throws {
        let server = try LiveServer {
            $0.threads = 2
            $0.streamRate = 0.2
        }
        let client = HTTPClient(server)
        let ids = (0..<2).map { _ in client.create(#"{"totalUnitCount":1000}"#) }
        let target = "/v1/events?id=\(ids[0])&id=\(ids[1])"
        // On each thread a stream that has just been sent the node, whose next change is held back there for 5 s.
        let early = (0..<6).map { _ in EventStream(server, target) }
        for stream in early {
            stream.showsSynced = true
            _ = stream.next("synced")
        }
        client.complete(ids[0], 1)
        for stream in early { #expect(stream.next("progress") != nil) }
        client.complete(ids[0], 1)
        // Changes of other nodes that are held back do not matter to a stream of one node.
        let single = EventStream(server, "/v1/progress/\(client.create())/events")
        single.showsSynced = true
        _ = single.take(2)

        let came = try #require(Self.number(single.lastID))
        let back = (0..<6).map { _ in EventStream(server, target, ["Last-Event-ID": single.lastID]) }
        for stream in back {
            stream.showsSynced = true
            #expect(stream.next().flatMap(Self.number) ?? 0 >= came)
        }
    }
}
