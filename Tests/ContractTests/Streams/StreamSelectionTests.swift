import ProgressRegistry
import TestKit
import TestSupport
import Testing

/// docs/contract.md, section 9: several progresses, roots, labels, files.
struct StreamSelectionTests {
    private let server: LiveServer
    private let client: HTTPClient

    init() throws {
        server = try LiveServer { $0.threads = 2 }
        client = HTTPClient(server)
    }

    private func events(_ query: String) -> EventStream { EventStream(server, "/v1/events\(query)") }

    @Test func `several are shown over one connection, by id and by name, each once`() throws {
        let first = client.create(#"{"totalUnitCount":8}"#)
        let second = client.create(#"{"name":"b","totalUnitCount":8}"#)
        let other = client.create(#"{"totalUnitCount":8}"#)

        let stream = events("?id=\(first)&id=b&id=\(first.uppercased())&id=\(second)")
        let snapshots = stream.take(2)
        client.complete(other, 1)
        client.complete("b", 1)
        let moved = try #require(stream.next())

        #expect(snapshots.map(\.data.id.string) == [first, second])
        #expect(moved.name == "progress")
        #expect(moved.data.id.string == second)
    }

    @Test func `it ends when all of them have ended, in whatever way`() throws {
        let ids = (0..<4).map { _ in client.create(#"{"totalUnitCount":1}"#) }
        let stream = events("?" + ids.map { "id=\($0)" }.joined(separator: "&"))
        _ = stream.take(4)

        client.complete(ids[0], 1)
        _ = client.post("/v1/progress/\(ids[1])/cancel")
        _ = client.post("/v1/progress/\(ids[2])/fail", #"{"message":"no"}"#)
        #expect(stream.take(4).map(\.name) == ["progress", "state", "state", "state"])
        _ = client.delete("/v1/progress/\(ids[3])")

        #expect(stream.rest().map(\.name) == ["removed", "end"])
        #expect(stream.isFinished)
    }

    @Test func `50 ids pass, 51 do not`() {
        let ids = (0..<51).map { client.create("{\"name\":\"n\($0)\"}") }

        let pass = events("?" + ids.prefix(50).map { "id=\($0)" }.joined(separator: "&"))
        let refused = events("?" + (0..<51).map { "id=n\($0)" }.joined(separator: "&"))

        #expect(pass.status == 200)
        #expect(Set(pass.take(50).map(\.name)) == ["snapshot"])
        #expect(refused.status == 422)
        #expect(refused.reply.problem == "too-many-ids")
    }

    @Test func `one unknown id is 404 for all`() {
        let id = client.create()

        #expect(events("?id=\(id)&id=nobody").reply.problem == "not-found")
        #expect(events("?id=").status == 404)
        #expect(events("?id=a/b").status == 404)
    }

    @Test func `without ids every root is shown, also those to come`() throws {
        let old = client.create(#"{"totalUnitCount":8}"#)
        let stream = events("")
        #expect(try #require(stream.next()).data.id.string == old)

        let new = client.create(#"{"totalUnitCount":8}"#)
        let child = client.create(#"{"pendingUnitCount":0,"totalUnitCount":2}"#, under: new)
        let came = try #require(stream.next())
        #expect(came.name == "snapshot" && came.data.id.string == new)
        client.complete(child, 1)
        client.complete(old, 1)

        let moved = try #require(stream.next("progress") { $0.data.id.string != new })
        #expect(moved.data.id.string == old)
    }

    @Test func `a root that ends does not end a stream of roots, one that goes is removed`() throws {
        let id = client.create(#"{"totalUnitCount":1}"#)
        let stream = events("")
        _ = stream.next()

        client.complete(id, 1)
        #expect(stream.take(2).map(\.name) == ["progress", "state"])
        _ = client.delete("/v1/progress/\(id)")
        #expect(stream.next()?.name == "removed")

        let new = client.create()
        #expect(stream.next()?.data.id.string == new)
    }

    @Test func `with descendants a stream of roots shows everything`() throws {
        let id = client.create(#"{"totalUnitCount":8}"#)
        let stream = events("?descendants=true")
        _ = stream.next()

        let child = client.create(#"{"pendingUnitCount":0,"totalUnitCount":2}"#, under: id)
        let joined = try #require(stream.next("child"))
        client.complete(child, 1)
        let moved = try #require(stream.next("progress") { $0.data.id.string == child })
        _ = client.delete("/v1/progress/\(child)")
        let gone = try #require(stream.next("removed"))

        #expect(joined.data.id.string == child)
        #expect(moved.data.completedUnitCount.int == 1)
        #expect(gone.data.id.string == child)
        #expect(gone.data.reason.isMissing)
    }

    @Test func `a root that joins a parent is deselected`() throws {
        let parent = client.create()
        let id = client.create()
        let stream = events("")
        _ = stream.take(2)

        _ = client.post("/v1/progress/\(parent)/children", "{\"childID\":\"\(id)\",\"pendingUnitCount\":1}")

        let gone = try #require(stream.next("removed"))
        #expect(gone.text == "{\"id\":\"\(id)\",\"reason\":\"deselected\"}")
    }

    @Test func `a root that joins stays where its new parent is selected with descendants`() throws {
        let parent = client.create()
        let id = client.create(#"{"totalUnitCount":8}"#)
        let stream = events("?descendants=true")
        _ = stream.take(2)

        _ = client.post("/v1/progress/\(parent)/children", "{\"childID\":\"\(id)\",\"pendingUnitCount\":1}")
        client.complete(id, 1)

        let seen = stream.events { $0.name == "progress" && $0.data.id.string == id }
        #expect(!seen.contains { $0.name == "removed" })
        #expect(seen.contains { $0.name == "child" && $0.data.id.string == id })
    }

    @Test func `a label selects roots, comes and goes`() throws {
        _ = client.create(#"{"name":"other"}"#)
        let id = client.create(#"{"totalUnitCount":8,"labels":{"job":"4711"}}"#)
        let stream = events("?label=job:4711")
        #expect(try #require(stream.next()).data.id.string == id)

        client.complete("other", 1)
        let new = client.create(#"{"labels":{"job":"4711","a":"b"}}"#)
        #expect(try #require(stream.next()).data.id.string == new)
        _ = client.patch("/v1/progress/\(id)", #"{"labels":{"job":null}}"#)
        let gone = try #require(stream.next())
        #expect(gone.name == "removed" && gone.data.id.string == id && gone.data.reason.string == "deselected")
        client.complete(id, 1)
        _ = client.patch("/v1/progress/other", #"{"labels":{"job":"4711"}}"#)

        let back = try #require(stream.next())
        #expect(back.name == "snapshot" && back.data.name.string == "other")
    }

    @Test func `labels select by key, and by not being there`() throws {
        let night = client.create(#"{"labels":{"team":"data","shift":"night"}}"#)
        let day = client.create(#"{"labels":{"team":"data"}}"#)
        _ = client.create("{}")
        let stream = events("?label=team&label=!shift:night")
        #expect(try #require(stream.next()).data.id.string == day)

        _ = client.patch("/v1/progress/\(night)", #"{"labels":{"shift":"day"}}"#)
        let came = try #require(stream.next())
        _ = client.patch("/v1/progress/\(day)", #"{"labels":{"team":null}}"#)
        let gone = try #require(stream.next())

        #expect(came.name == "snapshot" && came.data.id.string == night)
        #expect(gone.name == "removed" && gone.data.id.string == day && gone.data.reason.string == "deselected")
    }

    @Test func `a name selects roots, their runs, and what is renamed, with all below`() throws {
        let web = client.create(#"{"name":"deploy.web","totalUnitCount":1}"#)
        let other = client.create(#"{"name":"other"}"#)
        let child = client.create(#"{"pendingUnitCount":0}"#, under: other)
        let stream = events("?name=deploy.*&descendants=true")
        #expect(try #require(stream.next()).data.id.string == web)

        _ = client.patch("/v1/progress/other", #"{"name":"deploy.db"}"#)
        #expect(stream.take(2).map(\.data.id.string) == [other, child])
        client.complete("deploy.web", 1)
        #expect(stream.take(2).map(\.name) == ["progress", "state"])
        let again = client.create(#"{"name":"deploy.web","totalUnitCount":1}"#)
        let next = try #require(stream.next())
        _ = client.patch("/v1/progress/\(other)", #"{"name":null}"#)
        let gone = try #require(stream.next())
        client.complete("deploy.web", 1)

        #expect(next.name == "snapshot" && next.data.id.string == again)
        #expect(gone.name == "removed" && gone.data.id.string == other && gone.data.reason.string == "deselected")
        #expect(stream.next()?.data.id.string == again)
    }

    @Test func `a reader that returns is told what got and lost a name meanwhile`() throws {
        let (stays, leaves) = (client.create(#"{"name":"job-1"}"#), client.create(#"{"name":"job-2"}"#))
        let comes = client.create(#"{"name":"night"}"#)
        let flaps = client.create(#"{"name":"job-3"}"#)
        let stream = events("?name=job-*")
        stream.showsSynced = true
        let id = try #require(stream.take(4).last).id

        _ = client.patch("/v1/progress/job-2", #"{"name":"x"}"#)
        _ = client.patch("/v1/progress/night", #"{"name":"job-4"}"#)
        _ = client.patch("/v1/progress/job-3", #"{"name":"y"}"#)
        _ = client.patch("/v1/progress/y", #"{"name":"job-3"}"#)
        let back = EventStream(server, "/v1/events?name=job-*", ["Last-Event-ID": id])
        back.showsSynced = true
        let told = back.events { $0.name == "synced" }

        #expect(Set(told.filter { $0.name == "removed" }.map(\.data.id.string)).subtracting([flaps]) == [leaves])
        #expect(Set(told.filter { $0.name == "snapshot" }.map(\.data.id.string)) == [comes, flaps])
        #expect(!told.contains { $0.data.id.string == stays })
    }

    @Test func `fileURL selects roots for a file, and for the files directly in a directory`() throws {
        let film = client.create(#"{"fileURL":"file:///home/anna/Downloads/film.mkv"}"#)
        let folder = client.create(#"{"fileURL":"file:///home/anna/Downloads/photos/"}"#)
        _ = client.create(#"{"fileURL":"file:///home/anna/Downloads/photos/deep/a.jpg"}"#)
        _ = client.create(#"{"fileURL":"file:///home/anna/Downloads2/film.mkv"}"#)
        _ = client.create()

        let byFile = events("?fileURL=file:///home/anna/Downloads/film.mkv")
        let byFolder = events("?fileURL=file:///home/anna/Downloads/")

        #expect(byFile.next()?.data.id.string == film)
        #expect(Set(byFolder.take(2).map { $0.data.id.string ?? "" }) == [film, folder])
        let new = client.create(#"{"fileURL":"file:///home/anna/Downloads/new.mkv"}"#)
        #expect(byFolder.next()?.data.id.string == new)
        let same = client.create(#"{"fileURL":"file:///home/anna/Downloads/film.mkv"}"#)
        #expect(byFile.next()?.data.id.string == same)
    }

    @Test func `summary comes with every event of a node, and moves with what is below`() throws {
        let id = client.create(#"{"totalUnitCount":8}"#)
        let child = client.create(#"{"pendingUnitCount":0,"kind":"file","totalUnitCount":8}"#, under: id)
        let stream = EventStream(server, "/v1/progress/\(id)/events?summary=true")
        #expect(try #require(stream.next()).data.summary.completedByteCount.int == 0)

        client.complete(child, 3)

        let event = try #require(stream.next("progress") { $0.data.summary.completedByteCount.int == 3 })
        #expect(event.data.id.string == id)
        #expect(event.data.summary.latest.id.string == child)
    }

    @Test func `maxRate asks for fewer, and state is outside the rate`() throws {
        let id = client.create(#"{"totalUnitCount":800}"#)
        let stream = EventStream(server, "/v1/progress/\(id)/events?maxRate=0.2")
        _ = stream.next()
        let start = Moment.now()

        client.complete(id, 1)
        let first = try #require(stream.next())
        for _ in 0..<20 { client.complete(id, 1) }
        let second = try #require(stream.next())
        let seconds = Moment.now() - start
        client.complete(id, 1)
        _ = client.post("/v1/progress/\(id)/pause")
        _ = try #require(stream.next("state"))

        #expect(first.data.completedUnitCount.int == 1)
        #expect(second.data.completedUnitCount.int == 21)
        #expect(seconds > 4.9)
        #expect(Moment.now() - start < seconds + 4.9)
    }
}
