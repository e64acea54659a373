import ProgressHTTP
import TestKit
import TestSupport

/// Does random writes, and reads every representation of every node after each: one ETag must never mean two bodies.
final class EntityTagRun {
    /// Two bodies had one ETag, or one body two; the seed and the operation's number reproduce it.
    struct Mismatch: Error, CustomStringConvertible {
        let description: String
    }

    private struct Seen {
        let etag: String
        let body: [UInt8]
    }

    /// The views that a client may ask for; `isText` selects the representation of `Accept: text/plain`.
    private static let views: [(prefix: String, suffix: String, isText: Bool)] = [
        ("/v1/progress/", "", false), ("/v1/progress/", "?locale=de", false),
        ("/v1/progress/", "?summary=true", false), ("/v1/progress/", "/tree", false),
        ("/v1/progress/", "/tree?depth=0", false), ("/v1/progress/", "/tree?depth=1", false),
        ("/v1/progress/", "/tree?depth=2", false), ("/v1/progress/", "/tree?summary=true", false),
        ("/v1/progress/", "/children", false), ("/v1/progress/", "/children?summary=true", false),
        ("/v1/progress/", "/children?limit=1", false), ("/v1/progress/", "", true),
        ("/v1/progress/", "?depth=1", true), ("/progress/", ".svg", false),
    ]

    let world: DurableWorld
    var client: HTTPClient { world.client }
    var generator: SeededGenerator
    /// Ids of nodes that were there a moment ago.
    var nodes: [String] = []
    var tokens: [String] = []
    private let seed: UInt64
    /// A reader, which some runs have so that changes are sent at once: unwatched trees roll up late.
    private var stream: EventStream?
    private var seen: [String: [String: [UInt8]]] = [:]
    private var newest: [String: Seen] = [:]
    private var operationCount = 0
    private var operation = ""
    private var advanced = 0.0
    private(set) var comparisonCount = 0

    init(seed: UInt64) throws {
        self.seed = seed
        generator = SeededGenerator(seed: seed)
        world = try DurableWorld()
    }

    func run(_ count: Int) throws {
        watch()
        for _ in 0..<count {
            operationCount += 1
            try operate()
            try compare()
        }
    }

    func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &generator) == 0 }

    func note(_ operation: String) { self.operation = operation }

    /// Restarts the service: versions continue, and everything seen stays true.
    func restart() throws {
        note("restart")
        stream = nil
        try world.restart()
        world.server.clock.advance(seconds: advanced)
        // All subtrees have a new stamp, and show the same.
        newest = [:]
        watch()
    }

    func advance(_ seconds: Double, until condition: () -> Bool) throws {
        advanced += seconds
        guard world.server.advance(seconds: seconds, until: condition) else { throw mismatch("nothing happened") }
    }

    func mismatch(_ text: String) -> Mismatch {
        Mismatch(description: "seed \(seed), operation \(operationCount) (\(operation)): \(text)")
    }

    private func watch() {
        if seed.isMultiple(of: 2) { stream = EventStream(world.server, "/v1/events?descendants=true") }
    }

    // MARK: Comparing

    private func compare() throws {
        var living: [String] = []
        for node in nodes {
            for view in Self.views {
                client.send("GET", view.prefix + node + view.suffix, view.isText ? ["Accept": "text/plain"] : [:])
            }
            for view in Self.views {
                let reply = client.reply()
                guard reply.status == 200 else { continue }
                if living.last != node { living.append(node) }
                try compare(reply, view.isText ? "\(node)\(view.suffix) as text" : node + view.suffix)
            }
        }
        nodes = living
    }

    private func compare(_ reply: Reply, _ view: String) throws {
        let body = reply.body
        if let before = seen[view]?[reply.etag] {
            comparisonCount += 1
            // The time at which an ended tree goes moves without a new version.
            guard before == body || before.without(member: "expiresAt") == body.without(member: "expiresAt") else {
                throw mismatch("\(view) has \(reply.etag) twice:\n\(text(before))\n\(text(body))")
            }
        } else {
            seen[view, default: [:]][reply.etag] = body
        }
        // A view that shows everything that its ETag covers gets a new ETag only with a new body.
        if view.hasSuffix("/tree"), let last = newest[view], last.etag != reply.etag, last.body == body {
            throw mismatch("\(view) has the same body with \(last.etag) and \(reply.etag)")
        }
        newest[view] = Seen(etag: reply.etag, body: body)
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

extension [UInt8] {
    /// JSON text without the values of a member.
    fileprivate func without(member name: String) -> [UInt8] {
        let key = Array("\"\(name)\":".utf8)
        var rest: [UInt8] = []
        var position = 0
        while position < count {
            guard self[position] == key[0], self[position...].starts(with: key) else {
                rest.append(self[position])
                position += 1
                continue
            }
            position += key.count
            while position < count, self[position] != UInt8(ascii: ","), self[position] != UInt8(ascii: "}") {
                position += 1
            }
        }
        return rest
    }
}
