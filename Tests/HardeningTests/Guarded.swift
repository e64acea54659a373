import ProgressRegistry
import TestKit
import TestSupport
import Testing

/// A service with one tree, which must be the same after an abuse as before.
final class Guarded {
    let server: LiveServer
    let client: HTTPClient
    let id: String
    private var before = JSON(text: "null")

    init(_ configure: (inout Configuration) -> Void = { _ in }) throws {
        server = try LiveServer(configure)
        client = HTTPClient(server)
        id = client.create(
            #"{"name":"guarded","totalUnitCount":10,"completedUnitCount":1,"labels":{"a":"b"},"userInfo":{"k":1},"children":[{"name":"child","pendingUnitCount":3,"totalUnitCount":4,"completedUnitCount":1}]}"#
        )
        before = tree()
    }

    private func tree() -> JSON { HTTPClient(server).get("/v1/progress/guarded/tree").json }

    /// Expects that the tree is unchanged, and that there are no other roots.
    func expectUnchanged(roots: Int = 1, _ location: SourceLocation = #_sourceLocation) {
        #expect(before.id.string == id, sourceLocation: location)
        #expect(tree() == before, sourceLocation: location)
        let list = HTTPClient(server).get("/v1/progress?limit=500").json
        #expect(list.items.count == roots, sourceLocation: location)
    }

    /// Sends raw bytes on a new connection; returns everything that comes back until it ends or falls silent.
    func raw(_ text: String, within seconds: Double = 5) -> String { raw(Array(text.utf8), within: seconds) }

    func raw(_ bytes: [UInt8], within seconds: Double = 5) -> String {
        let client = HTTPClient(server)
        client.socket.send(bytes)
        return String(decoding: client.socket.rest(until: Moment.now() + seconds), as: UTF8.self)
    }

    /// The first reply to raw bytes.
    func reply(to text: String) -> Reply { reply(to: Array(text.utf8)) }

    func reply(to bytes: [UInt8]) -> Reply {
        let client = HTTPClient(server)
        client.socket.send(bytes)
        return client.reply()
    }
}
