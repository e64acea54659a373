import ProgressRegistry
import TestKit
import Testing

/// docs/contract.md, section 9: a slow reader is skipped forward.
struct SlowReaderTests {
    private let server: LiveServer
    private let client: HTTPClient

    init() throws {
        server = try LiveServer {
            $0.threads = 2
            $0.streamRate = 0
        }
        client = HTTPClient(server)
    }

    /// Updates a node with much text, many times; each time it is another text.
    private func flood(_ id: String, _ count: Int, _ client: HTTPClient? = nil) {
        let client = client ?? self.client
        let text = String(repeating: "x", count: 4_000)
        let headers = ["Prefer": "return=minimal", "Content-Type": "application/json"]
        for first in stride(from: 1, through: count, by: 10) {
            let numbers = first...min(first + 9, count)
            for number in numbers {
                let body = "{\"completedUnitCount\":\(number),\"localizedAdditionalDescription\":\"\(text)\(number)\"}"
                client.send("PATCH", "/v1/progress/\(id)", headers, bytes: Array(body.utf8))
            }
            for _ in numbers { #expect(client.reply(to: "PATCH").status == 204) }
        }
    }

    @Test func `who does not read for a while then sees the newest state`() {
        let id = client.create(#"{"totalUnitCount":100000}"#)
        let slow = EventStream(slow: server, "/v1/progress/\(id)/events")

        flood(id, 1_000)
        let events = slow.events { $0.data.completedUnitCount.int == 1_000 }

        #expect(events.last?.data.completedUnitCount.int == 1_000)
        #expect(events.count < 900)
        #expect(slow.strangeLines == [])
    }

    @Test func `who missed nothing but counts sees the newest of them, and is told all again from then on`() {
        let id = client.create(#"{"totalUnitCount":100000}"#)
        let slow = EventStream(slow: server, "/v1/progress/\(id)/events")

        for round in 1...3 {
            flood(id, 1_000)
            for _ in 0..<200 { _ = client.post("/v1/progress/\(id)/completed-units", #"{"count":1}"#) }
            let newest = slow.events { $0.data.completedUnitCount.int == 1_200 }
            #expect(newest.last?.data.completedUnitCount.int == 1_200, "round \(round)")
            _ = client.post("/v1/progress/\(id)/completed-units", #"{"count":1}"#)
            #expect(slow.next()?.data.completedUnitCount.int == 1_201, "round \(round)")
        }

        _ = client.post("/v1/progress/\(id)/cancel", #"{"reason":"enough"}"#)
        #expect(slow.next()?.name == "state")
    }

    @Test func `many readers get every event, each in its language, beside one who does not read`() throws {
        // One reactor, and runs of readers that get the same bytes: more than it sends to at a time, fewer, and one.
        let server = try LiveServer {
            $0.threads = 1
            $0.streamRate = 0
        }
        let client = HTTPClient(server)
        let id = client.create(#"{"totalUnitCount":100000}"#)
        let path = "/v1/progress/\(id)"
        let slow = EventStream(slow: server, "\(path)/events")
        flood(id, 1_000, client)
        _ = client.patch(path, #"{"localizedAdditionalDescription":null}"#)
        let runs = [(40, "en"), (1, "de"), (10, "en"), (1, "de"), (1, "en"), (2, "de")]
        let languages = runs.flatMap { repeatElement($1, count: $0) }
        let readers = languages.map { EventStream(server, "\(path)/events", ["Accept-Language": $0]) }
        for reader in readers { #expect(reader.next()?.name == "snapshot") }

        for count in 1_001...1_003 {
            _ = client.post("\(path)/completed-units", #"{"count":1}"#)
            for (language, reader) in zip(languages, readers) {
                let event = reader.next()
                #expect(event?.name == "progress")
                #expect(event?.data.completedUnitCount.int == Int64(count))
                let word = language == "de" ? " von " : " of "
                #expect(event?.data.localizedAdditionalDescription.string?.contains(word) == true)
            }
        }
        _ = client.patch(path, #"{"localizedDescription":"Nearly there"}"#)
        for reader in readers {
            #expect(reader.next()?.data.localizedDescription.string == "Nearly there")
        }
        _ = client.post("\(path)/pause")
        for reader in readers { #expect(reader.next()?.data.isPaused.bool == true) }

        let seen = slow.events { $0.data.isPaused.bool == true }
        #expect(seen.last?.data.completedUnitCount.int == 1_003)
        #expect(seen.count < 900)
    }

    @Test func `who does not read still gets the newest state of each node, and the end`() throws {
        let ids = (0..<20).map { _ in client.create(#"{"totalUnitCount":100000}"#) }
        let slow = EventStream(slow: server, "/v1/events?" + ids.map { "id=\($0)" }.joined(separator: "&"))
        for id in ids { flood(id, 20) }
        for id in ids { _ = client.post("/v1/progress/\(id)/cancel", #"{"reason":"enough"}"#) }

        let seen = slow.rest()

        #expect(seen.last?.name == "end")
        for id in ids {
            let last = seen.last { $0.data.id.string == id }
            #expect(last?.name == "state")
            #expect(last?.data.reason.string == "enough")
            #expect(last?.data.completedUnitCount.int == 20)
        }
    }

    @Test func `what came and went while the reader was behind is not mentioned, or removed again`() throws {
        let id = client.create(#"{"totalUnitCount":100000}"#)
        let slow = EventStream(slow: server, "/v1/progress/\(id)/events?descendants=true")
        flood(id, 600)
        for _ in 0..<300 {
            let child = client.create(#"{"pendingUnitCount":0}"#, under: id)
            _ = client.delete("/v1/progress/\(child)")
        }
        let last = client.create(#"{"pendingUnitCount":0}"#, under: id)

        let seen = slow.events { $0.data.id.string == last }

        #expect(seen.last?.data.id.string == last)
        #expect(Self.held(after: seen) == [id, last])
    }

    @Test func `too many removals are a reset and snapshots`() throws {
        let names = (0..<4_500).map { "c\($0)" }
        let children = names.map { #"{"name":"\#($0)","pendingUnitCount":0}"# }.joined(separator: ",")
        let id = client.create(#"{"totalUnitCount":100000,"children":[\#(children)]}"#)
        let slow = EventStream(slow: server, "/v1/progress/\(id)/events?descendants=true")
        let known = slow.take(4_501)
        flood(id, 600)
        let lines = names.map { #"{"method":"DELETE","path":"/v1/progress/\#($0)"}"# }
        let reply = client.post(
            "/v1/batch",
            lines.joined(separator: "\n"),
            ["Content-Type": "application/x-ndjson"]
        )
        let last = client.create(#"{"pendingUnitCount":0}"#, under: id)

        let seen = slow.events { $0.data.id.string == last }

        #expect(reply.status == 200)
        #expect(Self.held(after: known).count == 4_501)
        #expect(seen.contains { $0.name == "reset" })
        #expect(Self.held(after: known + seen) == [id, last])
    }

    @Test func `what went before it was introduced is not mentioned`() throws {
        let names = (0..<4_500).map { "c\($0)" }
        let children = names.map { #"{"name":"\#($0)","pendingUnitCount":0}"# }.joined(separator: ",")
        let id = client.create(#"{"totalUnitCount":1,"children":[\#(children)]}"#)
        let slow = EventStream(slow: server, "/v1/progress/\(id)/events?descendants=true")
        let lines = names.map { #"{"method":"DELETE","path":"/v1/progress/\#($0)"}"# }
        _ = client.post("/v1/batch", lines.joined(separator: "\n"), ["Content-Type": "application/x-ndjson"])
        let last = client.create(#"{"pendingUnitCount":0}"#, under: id)

        let seen = slow.events { $0.data.id.string == last }

        let (told, removed) = (seen.count { $0.name == "snapshot" }, seen.count { $0.name == "removed" })
        #expect(!seen.contains { $0.name == "reset" })
        #expect(removed < told && told < 4_500)
        #expect(Self.held(after: seen) == [id, last])
    }

    /// The nodes that a reader holds who has read these events.
    private static func held(after events: [EventStream.Event]) -> Set<String> {
        var held: Set<String> = []
        for event in events {
            let id = event.data.id.string ?? ""
            switch event.name {
            case "child", "snapshot": held.insert(id)
            case "removed": held.remove(id)
            case "reset": held = []
            default: break
            }
        }
        return held
    }
}
