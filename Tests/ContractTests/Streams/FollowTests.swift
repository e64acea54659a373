import ProgressRegistry
import TestKit
import TestSupport
import Testing

/// docs/contract.md, section 5: a text view that is redrawn in place.
struct FollowTests {
    private let server: LiveServer
    private let client: HTTPClient

    init() throws {
        server = try LiveServer()
        client = HTTPClient(server)
    }

    private func view(_ target: String, _ headers: [String: String] = [:]) -> PictureStream {
        PictureStream(server, target, headers)
    }

    private static let home = "\u{1B}[H\u{1B}[J"

    @Test func `the first picture comes at once, and each change as another from the top left`() throws {
        let id = client.create(#"{"name":"import","totalUnitCount":8}"#)

        let view = view("/progress/import.txt?follow=true")
        let first = try #require(view.next())
        client.complete(id, 2)
        let second = try #require(view.next())

        #expect(view.reply.status == 200)
        #expect(view.reply["content-type"] == "text/plain; charset=utf-8")
        #expect(view.reply["cache-control"] == "no-store, no-transform")
        #expect(view.reply["x-accel-buffering"] == "no")
        #expect(first == Self.home + "import  ░░░░░░░░░░░░░░░░   0%  running  0 of 8")
        #expect(second == Self.home + "import  ████░░░░░░░░░░░░  25%  running  2 of 8")
    }

    @Test func `it ends with the last picture, which ends its line, when the whole tree has ended`() throws {
        let id = client.create(#"{"totalUnitCount":1}"#)
        let child = client.create(#"{"pendingUnitCount":0,"totalUnitCount":1}"#, under: id)
        let view = view("/progress/\(id).txt?follow=true")
        _ = view.next()

        client.complete(id, 1)
        let finished = try #require(view.next { $0.contains("finished") })
        client.complete(child, 1)
        let last = try #require(view.next())

        #expect(!finished.hasSuffix("\n"))
        #expect(last.hasSuffix("1 of 1\n"))
        #expect(view.next() == nil)
        #expect(view.isFinished)
    }

    @Test func `one picture is all of what has ended, and none of what is removed`() throws {
        let ended = client.create(#"{"totalUnitCount":1,"completedUnitCount":1}"#)
        let removed = client.create()

        let first = view("/progress/\(ended).txt?follow=true")
        let second = view("/progress/\(removed).txt?follow=true")
        _ = second.next()
        _ = client.delete("/v1/progress/\(removed)")

        #expect(first.next()?.hasSuffix("\n") == true)
        #expect(first.next() == nil && first.isFinished)
        #expect(second.next() == nil && second.isFinished)
    }

    @Test func `many changes are at most five pictures a second, and the last one is shown`() throws {
        let id = client.create(#"{"totalUnitCount":2000}"#)
        let view = view("/progress/\(id).txt?follow=true")
        _ = view.next()
        let start = Moment.now()

        for _ in 0..<500 { client.complete(id, 1) }
        var count = 1
        _ = view.next {
            count += 1
            return $0.contains("500 of")
        }

        #expect(Double(count) <= (Moment.now() - start) * 5 + 2)
    }

    @Test func `the roots go on, also when there are none`() throws {
        let view = view("/progress.txt?follow=true&label=job:1")
        let empty = view.next()

        _ = client.create(#"{"name":"other"}"#)
        let id = client.create(#"{"name":"import","totalUnitCount":4,"labels":{"job":"1"}}"#)
        let one = try #require(view.next { $0 != empty })
        _ = client.delete("/v1/progress/\(id)")

        #expect(empty == Self.home)
        #expect(one.hasPrefix(Self.home + "import "))
        #expect(view.next { $0 == Self.home } != nil)
    }

    @Test func `a tree that is too high shows what works, and no more lines than asked`() throws {
        let done = Array(repeating: #"{"pendingUnitCount":1,"totalUnitCount":1,"completedUnitCount":1}"#, count: 300)
        let top = client.create(
            #"{"name":"top","totalUnitCount":400,"children":[\#(done.joined(separator: ","))]}"#
        )
        _ = client.create(#"{"name":"works","pendingUnitCount":1,"totalUnitCount":9}"#, under: top)

        let picture = try #require(view("/progress/\(top).txt?follow=true&height=10").next())

        let lines = picture.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[1].contains("works"))
        #expect(lines.last == "…")
        let high = Array(repeating: #"{"pendingUnitCount":1}"#, count: 300).joined(separator: ",")
        let other = client.create(#"{"totalUnitCount":400,"children":[\#(high)]}"#)
        #expect(view("/progress/\(other).txt?follow=true&height=10").next()?.split(separator: "\n").count == 10)
        #expect(view("/progress/\(other).txt?follow=true").next()?.split(separator: "\n").count == 24)
    }

    @Test func `silence is broken by the same picture at each heartbeat`() throws {
        let server = try LiveServer { $0.heartbeatSeconds = 0.3 }
        let id = HTTPClient(server).create(#"{"totalUnitCount":8}"#)

        let view = PictureStream(server, "/progress/\(id).txt?follow=true")
        let first = try #require(view.next())

        #expect(view.next() == first)
        #expect(view.next() == first)
    }

    @Test func `it counts as a stream until its reader is gone`() throws {
        let server = try LiveServer { $0.maximumStreams = 1 }
        let client = HTTPClient(server)
        let id = client.create()
        do {
            let view = PictureStream(server, "/progress/\(id).txt?follow=true")
            _ = view.next()
            #expect(MetricsReply(client).int("progressd_streams") == 1)
            #expect(client.get("/v1/progress/\(id)/events").problem == "limit-streams")
            #expect(client.get("/progress/\(id).txt?follow=true").problem == "limit-streams")
            #expect(client.get("/progress/\(id).txt").status == 200)
        }

        #expect(eventually { MetricsReply(client).int("progressd_streams") == 0 })
    }

    @Test func `HEAD of a view answers at once, with the head that GET has`() {
        let id = client.create()

        for target in ["/progress/\(id).txt?follow=true", "/progress.txt?follow=true"] {
            let reply = client.call("HEAD", target)
            #expect(reply.status == 200)
            #expect(reply["content-type"] == "text/plain; charset=utf-8")
            #expect(reply["x-accel-buffering"] == "no")
        }
    }

    @Test func `a right that ends takes it along, and a grant sees its own subtree alone`() throws {
        let world = try AccessWorld()
        let top = world.create(#"{"totalUnitCount":10}"#)
        let other = world.create()
        let made = world.grant(top, #"{"role":"viewer"}"#)
        let token = made.json.token.string ?? ""

        let view = PictureStream(world.server, "/progress/\(top).txt?follow=true&grant=\(token)")
        let first = view.next()
        _ = world.client.delete("/v1/grants/\(made.json.grantID.string ?? "")", world.bearer("o"))

        #expect(first != nil)
        #expect(view.next() == nil && view.isFinished)
        #expect(world.client.get("/progress/\(other).txt", world.bearer(token)).status == 401)
        let again = world.grant(top, #"{"role":"viewer"}"#).json.token.string ?? ""
        for target in ["/progress/\(other).txt", "/progress.txt", "/progress.txt?follow=true"] {
            #expect(world.client.get(target, world.bearer(again)).status == 403)
            #expect(world.client.get(target).status == 401)
        }
    }

    @Test func `a stop ends it in good order`() {
        let view = view("/progress.txt?follow=true")
        _ = view.next()

        server.stop()

        #expect(view.next() == nil)
        #expect(view.isFinished)
    }
}
