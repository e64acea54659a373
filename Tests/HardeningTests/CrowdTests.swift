import Foundation
import Platform
import ProgressRegistry
import TestKit
import TestSupport
import Testing

/// Many clients at once, and the end of the service under them.
@Suite(.serialized) struct CrowdTests {
    @Test(arguments: [127, 128, 129, 256])
    func `so many clients that are ready at the same moment are all answered`(count: Int) throws {
        let guarded = try Guarded()
        let clients = (0..<count).map { _ in HTTPClient(guarded.server) }
        for client in clients { #expect(client.get("/healthz").status == 200) }
        let id = guarded.client.create(#"{"totalUnitCount":1000000}"#)
        let start = Moment.now()

        for _ in 0..<10 {
            for client in clients {
                client.send("POST", "/v1/progress/\(id)/completed-units", bytes: Array(#"{"count":1}"#.utf8))
            }
            for client in clients { #expect(client.reply(to: "POST").status == 200) }
        }

        #expect(guarded.client.snapshot(id).completedUnitCount.int == Int64(10 * count))
        #expect(Moment.now() - start < 15)
        guarded.expectUnchanged(roots: 2)
    }

    @Test func `2,000 connections come and go, and no descriptor stays behind`() throws {
        let guarded = try Guarded()
        let before = Self.descriptorCount()

        for round in 0..<2_000 {
            let client = HTTPClient(guarded.server)
            switch round % 4 {
            case 0: #expect(client.get("/healthz").status == 200)
            case 1: client.send("GET", "/v1/events")
            case 2: client.socket.send("GET / HT")
            default: break
            }
            if round % 8 < 4 { client.socket.breakOff() }
        }

        #expect(eventually(within: 20) { Self.descriptorCount() < before + 200 })
        guarded.expectUnchanged()
    }

    @Test func `start and stop with open streams, twenty times`() throws {
        let before = Self.descriptorCount()

        for round in 0..<20 {
            let server = try LiveServer { $0.threads = 1 + round % 3 }
            let client = HTTPClient(server)
            let id = client.create(#"{"totalUnitCount":8}"#)
            let streams = (0..<10).map { _ in EventStream(server, "/v1/progress/\(id)/events?descendants=true") }
            let waiting = HTTPClient(server)
            let etag = client.get("/v1/progress/\(id)").etag
            waiting.send("GET", "/v1/progress/\(id)", ["Prefer": "wait=60", "If-None-Match": etag])
            if round % 2 == 0 { for stream in streams { _ = stream.next() } }
            let start = Moment.now()

            server.stop()

            #expect(Moment.now() - start < 5)
            if round % 2 == 0 { for stream in streams { #expect(stream.rest().isEmpty && stream.isFinished) } }
        }
        #expect(eventually(within: 20) { Self.descriptorCount() < before + 60 })
    }

    @Test func `a stop under load ends within its time, and every reply that came was whole`() throws {
        let guarded = try Guarded { $0.threads = 2 }
        let id = guarded.client.create(#"{"totalUnitCount":1000000}"#)
        let streams = (0..<50).map { _ in EventStream(guarded.server, "/v1/progress/\(id)/events") }
        let counts = Counts()
        let server = guarded.server
        for _ in 0..<4 {
            Thread.detachNewThread {
                let client = HTTPClient(server)
                while counts.note(client.complete(id, 1)) {}
            }
        }
        #expect(eventually { counts.answered > 200 })
        let start = Moment.now()

        guarded.server.stop()

        #expect(Moment.now() - start < 5)
        #expect(eventually { counts.finished == 4 })
        #expect(counts.torn == 0)
        for stream in streams { #expect(stream.rest().allSatisfy { $0.name != "end" }) }
    }

    @Test func `not ready at once when it stops, and nobody new is served`() throws {
        let guarded = try Guarded()
        #expect(guarded.client.get("/readyz").text == "ready\n")

        guarded.server.stop()

        #expect(HTTPClient(guarded.server).get("/readyz").status == 0)
    }

    private static func descriptorCount() -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? -1
    }
}

/// The outcomes that the threads of a load have seen.
private final class Counts: @unchecked Sendable {
    // @unchecked: 1. the counts are touched under the lock alone.
    private let lock = NSLock()
    private var whole = 0
    private var broken = 0
    private var ended = 0

    var answered: Int { lock.withLock { whole } }
    var torn: Int { lock.withLock { broken } }
    var finished: Int { lock.withLock { ended } }

    /// - Returns: whether there was a reply at all.
    func note(_ reply: Reply) -> Bool {
        lock.withLock {
            if reply.status == 0 {
                ended += 1
                return false
            }
            if [200, 503].contains(reply.status) && !reply.json.isMissing { whole += 1 } else { broken += 1 }
            return true
        }
    }
}
