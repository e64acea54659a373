import TestKit
import TestSupport
import Testing

/// docs/contract.md, section 4: the result that a call may carry when it ends work or counts it.
struct ResultTests {
    private let server: LiveServer
    private let client: HTTPClient

    init() throws {
        server = try LiveServer()
        client = HTTPClient(server)
    }

    private static let result =
        #""urls":{"log":"https://ci.example/1"},"userInfo":{"rows":7},"localizedDescription":"All","labels":{"a":"b"}"#

    private func hasResult(_ node: JSON) -> Bool {
        node.urls.log.string == "https://ci.example/1" && node.userInfo.rows.int == 7
            && node.localizedDescription.string == "All" && node.labels.a.string == "b"
    }

    private func working() -> String { client.create(#"{"totalUnitCount":8,"completedUnitCount":7}"#) }

    @Test(arguments: [
        ("finish", "{\(result)}", "finished"), ("fail", #"{"message":"no","code":"E",\#(result)}"#, "failed"),
        ("completed-units", #"{"count":1,\#(result)}"#, "finished"),
        ("completed-units", #"{"count":1,"writer":"w","sequence":1,\#(result)}"#, "finished"),
    ])
    func `an end carries its result in one version and one state event`(call: String, body: String, state: String)
        throws
    {
        let id = working()
        let version = client.snapshot(id).version.int ?? 0
        let stream = EventStream(server, "/v1/progress/\(id)/events")
        #expect(stream.next()?.name == "snapshot")

        let reply = client.post("/v1/progress/\(id)/\(call)", body)

        #expect(reply.status == 200 && reply.json.state.string == state)
        #expect(hasResult(reply.json))
        #expect(reply.json.version.int == version + 1)
        // Members other than counts come in a snapshot, which has the end and its result as well.
        let events = stream.events { $0.name == "end" }.filter { $0.name != "synced" }
        #expect(events.map(\.name) == ["snapshot", "state", "end"])
        for event in events.dropLast() { #expect(hasResult(event.data) && event.data.state.string == state) }
    }

    @Test func `finish sets members on what its last count has finished, and nothing else`() {
        let id = client.create(#"{"totalUnitCount":1,"completedUnitCount":3}"#)

        let reply = client.post("/v1/progress/\(id)/finish", "{\(Self.result)}")
        let again = client.post("/v1/progress/\(id)/finish", "{\(Self.result)}")

        #expect(hasResult(reply.json) && reply.json.completedUnitCount.int == 3)
        #expect(reply.json.version.int == 2 && again.json.version.int == 2)
        #expect(reply.json.startedAt.isNull)
    }

    @Test(arguments: ["finish", "fail"]) func `a call that is refused sets none`(call: String) {
        let failed = working()
        let cancelled = working()
        _ = client.post("/v1/progress/\(failed)/fail", #"{"message":"first"}"#)
        _ = client.post("/v1/progress/\(cancelled)/cancel")

        for id in [failed, cancelled] {
            let before = client.snapshot(id)
            let body = call == "fail" ? #"{"message":"second",\#(Self.result)}"# : "{\(Self.result)}"
            #expect(client.post("/v1/progress/\(id)/\(call)", body).status == 409)
            #expect(client.snapshot(id) == before)
        }
    }

    @Test(arguments: [
        #""totalUnitCount":1"#, #""completedUnitCount":1"#, #""name":"a""#, #""leaseSeconds":1"#,
        #""removeWhenFinished":true"#, #""state":"finished""#, #""pendingUnitCount":1"#,
    ])
    func `what would change the meaning of the end is read-only`(member: String) {
        let id = working()
        for (call, own) in [("finish", ""), ("fail", #""message":"no","#), ("completed-units", #""count":1,"#)] {
            let reply = client.post("/v1/progress/\(id)/\(call)", "{\(own)\(member)}")
            #expect(reply.problem == "read-only-field", "\(call)")
        }
        #expect(client.snapshot(id).version.int == 1)
    }

    @Test func `one flaw refuses all of it`() {
        let id = working()
        for (call, own) in [("finish", ""), ("fail", #""message":"no","#), ("completed-units", #""count":1,"#)] {
            for flaw in [#""urls":{"log":"ftp://a"}"#, #""kind":7"#, #""no":1"#, #""throughput":-1"#] {
                #expect(client.post("/v1/progress/\(id)/\(call)", "{\(own)\(Self.result),\(flaw)}").status >= 400)
            }
        }
        #expect(client.snapshot(id).version.int == 1)
    }

    @Test func `a sequence that was accepted before sets none`() {
        let id = client.create(#"{"totalUnitCount":8}"#)
        let first = client.post(
            "/v1/progress/\(id)/completed-units",
            #"{"count":1,"writer":"w","sequence":1,"labels":{"a":"1"}}"#
        )

        let again = client.post(
            "/v1/progress/\(id)/completed-units",
            #"{"count":1,"writer":"w","sequence":1,"labels":{"a":"2"},"started":true}"#
        )

        #expect(first.json.labels.a.string == "1")
        #expect(again.status == 200 && again.json.labels.a.string == "1")
        #expect(again.json.completedUnitCount.int == 1)
    }

    @Test func `members that do not fit refuse neither a repetition nor what is refused for its state`() {
        let id = client.create(#"{"totalUnitCount":8}"#)
        let count = #"{"count":1,"writer":"w","sequence":1,"urls":{"first":"https://a"}}"#
        _ = client.post("/v1/progress/\(id)/completed-units", count)
        let others = (1...8).map { #""a\#($0)":"https://a""# }.joined(separator: ",")
        _ = client.patch("/v1/progress/\(id)", #"{"urls":{"first":null,\#(others)}}"#)

        let again = client.post("/v1/progress/\(id)/completed-units", count)

        #expect(again.status == 200 && again.json.completedUnitCount.int == 1 && again.json.urls.count == 8)
        _ = client.post("/v1/progress/\(id)/fail", #"{"message":"no"}"#)
        let more = #""urls":{"first":"https://a"}"#
        #expect(client.post("/v1/progress/\(id)/fail", #"{"message":"no",\#(more)}"#).problem == "already-failed")
        #expect(client.post("/v1/progress/\(id)/finish", "{\(more)}").problem == "already-failed")
        #expect(client.patch("/v1/progress/\(id)", "{\(more)}").problem == "limit-urls")
    }

    @Test func `what vanishes as it finishes is answered with its result`() {
        for (call, body) in [("finish", "{\(Self.result)}"), ("completed-units", #"{"count":1,\#(Self.result)}"#)] {
            let id = client.create(#"{"totalUnitCount":8,"completedUnitCount":7,"removeWhenFinished":true}"#)
            #expect(hasResult(client.post("/v1/progress/\(id)/\(call)", body).json))
            #expect(client.get("/v1/progress/\(id)").status == 404)
        }
    }

    @Test func `forms and lines of a batch carry it, too`() {
        let form = ["Content-Type": "application/x-www-form-urlencoded"]
        let id = working()
        let body = "count=1&urls.log=https://ci.example/1&started=true&localizedDescription=All"
        let counted = client.post("/v1/progress/\(id)/completed-units", body, form)
        #expect(counted.json.urls.log.string == "https://ci.example/1" && counted.json.state.string == "finished")
        let failed = client.post("/v1/progress/\(working())/fail", "message=no&urls.log=https://ci.example/1", form)
        #expect(failed.json.urls.log.string == "https://ci.example/1")
        let lines = ["finish", "fail"].map { call in
            let own = call == "fail" ? #""message":"no","# : ""
            return #"{"method":"POST","path":"/v1/progress/\#(working())/\#(call)","body":{\#(own)\#(Self.result)}}"#
        }

        let reply = client.post(
            "/v1/batch",
            lines.joined(separator: "\n"),
            ["Content-Type": "application/x-ndjson"]
        )

        #expect(reply.text.ranges(of: #"{"status":200"#).count == 2)
        #expect(reply.text.ranges(of: #""rows":7"#).count == 2)
    }

    @Test func `a reported speed of an end is never shown`() {
        let id = working()

        let reply = client.post("/v1/progress/\(id)/finish", #"{"throughput":5,"estimatedTimeRemaining":9}"#)

        #expect(reply.json.throughput.isNull && reply.json.estimatedTimeRemaining.isNull)
    }

    // MARK: started

    @Test func `started sets startedAt once, of a step and what is above it`() {
        let root = client.create(#"{"totalUnitCount":2}"#)
        let step = client.create(#"{"pendingUnitCount":1,"totalUnitCount":1}"#, under: root)
        #expect(client.snapshot(step).startedAt.isNull)

        let begun = client.patch("/v1/progress/\(step)", #"{"started":true}"#)
        let again = client.patch("/v1/progress/\(step)", #"{"started":true}"#)
        let done = client.post("/v1/progress/\(step)/completed-units", #"{"count":1,"started":true}"#)

        #expect(begun.status == 200 && !begun.json.startedAt.isNull)
        #expect(again.json == begun.json)
        #expect(done.json.startedAt == begun.json.startedAt)
        #expect(client.snapshot(root).startedAt == begun.json.startedAt)
        #expect(begun.json["started"].isMissing)
    }

    @Test func `a create and counts say it, too, and false or null say nothing`() {
        let begun = client.post("/v1/progress", #"{"started":true}"#).json
        #expect(begun.startedAt == begun.createdAt && !begun.startedAt.isNull)
        for value in ["false", "null"] {
            let id = client.create("{\"started\":\(value)}")
            _ = client.patch("/v1/progress/\(id)", "{\"started\":\(value)}")
            _ = client.post("/v1/progress/\(id)/completed-units", "{\"count\":0,\"started\":\(value)}")
            #expect(client.snapshot(id).startedAt.isNull && client.snapshot(id).version.int == 1)
        }
        let id = client.create()
        let counted = client.post("/v1/progress/\(id)/completed-units", #"{"count":0,"started":true}"#)
        #expect(!counted.json.startedAt.isNull && counted.json.version.int == 2)
        #expect(client.patch("/v1/progress/\(id)", #"{"started":"yes"}"#).problem == "wrong-type")
    }
}
