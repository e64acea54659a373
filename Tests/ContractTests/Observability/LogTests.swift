import ProgressRegistry
import ProgressTelemetry
import TestKit
import Testing

/// The lines of the log, and lines that it never has.
struct LogTests {
    private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    private static let parent = "00-\(trace)-00f067aa0ba902b7-01"

    @Test func `a request has a line with what was asked and what came of it`() throws {
        let log = LogRecorder(level: .debug)
        let client = HTTPClient(try LiveServer(log: log))
        let id = client.create()

        let reply = client.get("/v1/progress/\(id)?locale=de", ["X-Request-ID": "r1", "traceparent": Self.parent])
        _ = client.post("/v1/progress/\(id)/pause", nil, ["X-Request-ID": "r2"])

        let line = try #require(log.lines(with: "request.id=r1").first)
        for word in [
            "level=debug", "message=request", "http.method=GET", "http.route=/v1/progress/{id}", "http.status=200",
            "http.bytes=\(reply.body.count)", "http.seconds=0.", "trace.id=\(Self.trace)",
        ] {
            #expect(line.contains(word), "\(word)")
        }
        #expect(!line.contains("locale"))
        #expect(log.lines(with: "request.id=r2", "progress.id=\(id)").count == 1)
    }

    @Test func `a request that brings no id has one in the log, and in its reply`() throws {
        let log = LogRecorder(level: .debug)
        let client = HTTPClient(try LiveServer(log: log))
        let id = client.create()

        let replies = (0..<4).map { _ in client.complete(id, 1) }

        for reply in replies {
            let given = try #require(reply["x-request-id"])
            #expect(log.lines(with: "request.id=\(given)", "/completed-units").count == 1)
        }
    }

    @Test func `without debug there is no line for what went well, or for what a client did wrong`() throws {
        let log = LogRecorder(level: .info)
        let server = try LiveServer(log: log)
        let client = HTTPClient(server)

        for _ in 0..<5 { _ = client.get("/v1/progress") }
        _ = client.get("/v1/progress/nobody")
        server.stop()

        #expect(log.lines.filter { !$0.contains("message=listening") && !$0.contains("message=stopped") } == [])
    }

    @Test func `a failure of the service is an error, said once a second at the most`() throws {
        let log = LogRecorder(level: .notice)
        let client = HTTPClient(try LiveServer(log: log) { $0.maximumNodes = 1 })
        _ = client.create()

        let replies = (0..<5).map { _ in client.post("/v1/progress", "{}") }

        let lines = log.lines(with: "level=error")
        #expect(replies.allSatisfy { $0.status == 507 })
        #expect((1...2).contains(lines.count))
        #expect(lines[0].contains("problem.type=limit-nodes"))
        #expect(lines[0].contains("request.id=\(replies[0]["x-request-id"] ?? "none")"))
    }

    @Test func `the lines of a batch carry its id and its trace`() throws {
        let log = LogRecorder()
        let client = HTTPClient(try LiveServer(log: log))
        let lines = """
            {"method":"POST","path":"/v1/progress","body":{}}
            {"method":"GET","path":"/v1/progress/x"}
            """

        let headers = ["Content-Type": "application/x-ndjson", "X-Request-ID": "b1", "traceparent": Self.parent]
        _ = client.post("/v1/batch", lines, headers)

        let said = log.lines(with: "\"batch line\"", "request.id=b1", "trace.id=\(Self.trace)")
        #expect(said.map { $0.contains("http.status=201") } == [true, false])
        #expect(log.lines(with: "message=request", "http.route=/v1/batch", "request.id=b1").count == 1)
    }

    @Test(arguments: ["", "00-\(trace)-00f067aa0ba902b7", "00-\(trace.uppercased())-00f067aa0ba902b7-01", "x y=z"])
    func `a traceparent that is none is not carried`(_ parent: String) throws {
        let log = LogRecorder(level: .debug)
        let client = HTTPClient(try LiveServer(log: log))

        _ = client.get("/healthz", ["traceparent": parent])

        #expect(log.lines(with: "http.route=/healthz").count == 1)
        #expect(log.lines(with: "trace.id").isEmpty)
    }

    @Test func `in JSON each line is one object`() throws {
        let log = LogRecorder(format: .json)
        let client = HTTPClient(try LiveServer(log: log))

        _ = client.get("/v1/progress/nobody", ["X-Request-ID": "j1"])

        let line = try #require(log.lines(with: "j1").first)
        let json = JSON(text: line)
        #expect(json["request.id"].string == "j1")
        #expect(json["http.status"].string == "404")
        #expect(json["problem.type"].string == "not-found")
        #expect(json.level.string == "debug")
    }
}
