import TestKit
import Testing

/// docs/contract.md, section 3: a stream by name, once its node has another name.
struct StreamRenameTests {
    private let server: LiveServer
    private let client: HTTPClient

    init() throws {
        server = try LiveServer()
        client = HTTPClient(server)
    }

    private func stream(_ target: String, after id: String? = nil) -> EventStream {
        .withSynced(server, target, after: id)
    }

    @Test(arguments: ["", "?descendants=true", "?runs=true"])
    func `a renamed node keeps its streams, open and resumed, until another has the name`(query: String) throws {
        _ = client.put("/v1/progress/backup", "{}")
        _ = client.delete("/v1/progress/backup")
        let old = client.put("/v1/progress/backup", #"{"totalUnitCount":5}"#).id
        let open = stream("/v1/progress/backup/events\(query)")
        let first = try #require(open.take(2).last)
        _ = client.patch("/v1/progress/\(old)", #"{"name":"copy"}"#)
        #expect(EventStream.text(open.take(1)) == ["snapshot copy"])
        let renamed = open.lastID

        let resumed = [first.id, renamed].map { stream("/v1/progress/backup/events\(query)", after: $0) }
        #expect(EventStream.text(resumed[0].take(2)) == ["snapshot copy", "synced "])
        #expect(EventStream.text(resumed[1].take(1)) == ["synced "])
        client.complete(old, 1)
        for one in resumed + [open] { #expect(EventStream.text(one.take(1)) == ["progress \(old)"]) }
        let new = client.put("/v1/progress/backup", "{}").id

        let taken = ["removed \(old) replaced", "snapshot backup"]
        for one in resumed + [open] { #expect(EventStream.text(one.take(2)) == taken) }
        for id in [first.id, renamed] {
            let again = stream("/v1/progress/backup/events\(query)", after: id)
            #expect(EventStream.text(again.take(3)) == taken + ["synced "])
        }
        client.complete(new, 1)
    }

    @Test func `a returning reader hears that the node that gave its name up is gone, and once`() throws {
        let old = client.put("/v1/progress/backup", "{}").id
        let open = stream("/v1/progress/backup/events")
        _ = open.take(2)
        _ = client.patch("/v1/progress/\(old)", #"{"name":"copy"}"#)
        #expect(EventStream.text(open.take(1)) == ["snapshot copy"])
        let renamed = open.lastID

        _ = client.delete("/v1/progress/\(old)")

        #expect(EventStream.text(open.rest()) == ["removed \(old)", "end "])
        let again = stream("/v1/progress/backup/events", after: renamed)
        #expect(EventStream.text(again.rest()) == ["removed \(old)", "synced ", "end "])
        #expect(stream("/v1/progress/backup/events", after: again.lastID).status == 204)
        #expect(client.get("/v1/progress/backup/events").status == 404)
    }
}
