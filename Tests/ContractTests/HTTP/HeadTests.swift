import Glibc
import ProgressRegistry
import TestKit
import TestSupport
import Testing

/// docs/contract.md, section 5: a request whose head decides its reply is answered before its body.
struct HeadTests {
    private static let isThroughHeir = getenv("PROGRESSD_TESTS_THROUGH_HEIR") != nil

    private let world: AccessWorld

    init() throws {
        world = try AccessWorld {
            $0.maximumBatchBytes = 200_000
            $0.maximumHeldBodyBytes = 100_000
        }
    }

    /// A head that announces a body, and waits to be asked for it.
    private func head(
        _ line: String,
        _ fields: [String] = [],
        length: Int = 100,
        host: String = "127.0.0.1"
    ) -> (reply: Reply, client: HTTPClient) {
        let client = HTTPClient(world.server)
        let all = ["Host: \(host)", "Content-Length: \(length)", "Expect: 100-continue"] + fields
        client.socket.send("\(line) HTTP/1.1\r\n\(all.joined(separator: "\r\n"))\r\n\r\n")
        return (client.reply(), client)
    }

    private static let reporter = "Authorization: Bearer r"
    private static let viewer = "Authorization: Bearer v"
    private static let text = "Content-Type: text/plain"

    @Test(arguments: [
        ("POST /v1/nothing", [], 404), ("PATCH /v1/progress", [], 405), ("PURGE /v1/progress", [], 405),
        ("POST /v1/progress?nothing=1", [reporter], 400), ("POST /v1/progress", [], 401),
        ("POST /v1/progress", ["Authorization: Basic YTpi"], 401), ("POST /v1/batch", [], 401),
        ("PUT /v1/progress/a", [], 401), ("PATCH /v1/progress/a?create=true", [], 401),
        ("POST /v1/progress/a/completed-units", [], 401), ("DELETE /v1/progress/a", [], 401),
        ("GET /v1/progress", [], 401), ("POST /v1/progress", [viewer], 403),
        ("POST /v1/progress/a/cancel", [reporter], 403), ("DELETE /v1/progress/a", [reporter], 403),
        ("POST /v1/session", ["Origin: https://evil.example"], 403), ("POST /v1/progress", [reporter, text], 415),
        ("POST /v1/batch", [reporter, "Content-Type: application/json"], 415),
        ("POST /v1/progress", [reporter, "Content-Encoding: gzip"], 415), ("POST /v1/session", [text], 415),
    ])
    func `it refuses without asking for the body, and the connection ends`(
        line: String,
        fields: [String],
        status: Int
    ) {
        let (reply, client) = head(line, fields)

        #expect(reply.status == status)
        #expect(reply["content-type"] == "application/problem+json" && reply["connection"] == "close")
        #expect(client.isEnded())
    }

    @Test func `the first reason counts, in the order of the contract`() {
        let foreign = ["Origin: https://evil.example", "Content-Type: text/plain"]

        #expect(head("POST /v1/nothing", foreign, length: 10_000_000, host: "evil.example").reply.status == 421)
        #expect(head("POST /v1/nothing", foreign, length: 10_000_000).reply.status == 404)
        #expect(head("PATCH /v1/progress", foreign, length: 10_000_000).reply.status == 405)
        #expect(head("POST /v1/progress", foreign, length: 10_000_000).reply.problem == "cross-site")
        #expect(head("POST /v1/progress", [Self.text], length: 10_000_000).reply.status == 401)
        #expect(head("POST /v1/progress", [Self.viewer, Self.text], length: 10_000_000).reply.status == 403)
        #expect(head("POST /v1/progress", [Self.reporter, Self.text], length: 10_000_000).reply.status == 415)
        #expect(head("POST /v1/progress", [Self.reporter], length: 10_000_000).reply.status == 413)
    }

    @Test func `an expectation other than 100-continue is 417, also without a body`() {
        let client = world.client
        let other = ["Expect": "a-miracle"]

        let write = client.post("/v1/progress", "{}", world.bearer("r", other))
        let read = client.get("/v1/progress", world.bearer("v", other))
        let stranger = client.post("/v1/progress", "{}", other)

        #expect(write.status == 417 && write.problem == "expectation-failed")
        #expect(read.status == 417)
        #expect(stranger.status == 401)
    }

    @Test func `a wrong value in the query comes before the body's type`() {
        for (line, token) in [
            ("PATCH /v1/progress/a?create=maybe", "r"), ("PUT /v1/progress/a?run=old", "r"),
            ("DELETE /v1/progress/a?pending=no", "o"),
        ] {
            #expect(head(line, ["Authorization: Bearer \(token)", Self.text]).reply.problem == "invalid-parameter")
        }
    }

    @Test func `an expectation without a body is refused from the head, too`() {
        let (reply, client) = head("POST /v1/progress/a/heartbeat", length: 0)

        #expect(reply.status == 401)
        #expect(client.isEnded())
    }

    @Test func `OPTIONS is answered whatever comes with it`() {
        let foreign = ["Origin": "https://evil.example"]

        #expect(world.client.call("OPTIONS", "/v1/progress", foreign, "{}").status == 204)
        #expect(world.client.call("OPTIONS", "/v1/batch?x=%zz", foreign, "{}").status == 204)
    }

    @Test func `an empty body in chunks has no type where none is needed`() {
        let id = world.create()
        let client = HTTPClient(world.server)
        let fields = ["Host: 127.0.0.1", Self.reporter, Self.text, "Transfer-Encoding: chunked"]

        client.socket.send("POST /v1/progress/\(id)/heartbeat HTTP/1.1\r\n\(fields.joined(separator: "\r\n"))\r\n\r\n")
        client.socket.send("0\r\n\r\n")

        #expect(client.reply().status == 200)
    }

    @Test func `it asks for the body where the call must decide`() {
        let (reply, client) = head("POST /v1/progress/nobody/completed-units", [Self.reporter], length: 11)
        #expect(reply.status == 100)

        client.socket.send(#"{"count":1}"#)

        #expect(client.reply().problem == "not-found")
    }

    @Test func `calls that are open to everyone take 4 KiB at most`() {
        let long = String(repeating: " ", count: 4_096)

        #expect(world.client.post("/v1/session", #"{"token":"o"}"# + long).status == 413)
        #expect(world.client.call("GET", "/healthz", [:], long).status == 200)
        #expect(world.client.call("GET", "/healthz", [:], long + " ").status == 413)
        #expect(world.client.post("/v1/session", #"{"token":"o"}"#).status == 204)
        #expect(world.client.call("GET", "/v1/progress", world.bearer("v"), long + " ").status == 413)
        #expect(world.client.call("DELETE", "/v1/progress/a", world.bearer("o"), long + " ").status == 413)
    }

    @Test func `strangers who announce bodies and stop keep nobody's body out`() {
        let strangers = (0..<24).map { _ in HTTPClient(world.server) }
        for stranger in strangers {
            stranger.send("POST", "/v1/batch", ["Content-Length": "200000", "Content-Type": "application/x-ndjson"])
            stranger.socket.send(String(repeating: " ", count: 60_000))
        }
        let line = #"{"method":"GET","path":"/v1/progress/a"}"#
        let lines = line + String(repeating: " ", count: 40_000)

        let batch = world.client.post(
            "/v1/batch",
            lines,
            world.bearer("v", ["Content-Type": "application/x-ndjson"])
        )

        #expect(batch.status == 200)
        for stranger in strangers { #expect(stranger.reply().status == 401) }
    }

    @Test func `a wrong token is refused before the body, unless the writer may know it`() {
        let (reply, _) = head("POST /v1/progress", ["Authorization: Bearer wrong"])

        #expect(reply.status == (Self.isThroughHeir ? 100 : 401))
    }

    @Test func `bodies that bring an unknown token hold a part of the memory for bodies at most`() {
        let strangers = (0..<24).map { _ in HTTPClient(world.server) }
        for stranger in strangers {
            stranger.send(
                "POST",
                "/v1/batch",
                world.bearer("wrong", ["Content-Length": "200000", "Content-Type": "application/x-ndjson"])
            )
            stranger.socket.send(String(repeating: " ", count: 60_000))
        }
        let body =
            #"{"userInfo":{"a":"\#(String(repeating: "x", count: 15_000))"}}"# + String(repeating: " ", count: 20_000)

        #expect(world.client.post("/v1/progress", body, world.bearer("r")).status == 201)
    }

    // MARK: Reservations

    @Test func `a guessed reservation is refused from the head, and one that exists is not`() {
        guard !Self.isThroughHeir else { return }
        let token = world.reserve(world.create(#"{"totalUnitCount":10}"#))

        let guess = head("POST /v1/progress", ["Progress-Reservation: 00000000-0000-4000-8000-000000000000"])
        let viewer = head(
            "PUT /v1/progress/x",
            [Self.viewer, "Progress-Reservation: 00000000-0000-4000-8000-000000000000"]
        )
        let right = head("POST /v1/progress", ["Progress-Reservation: \(token)"])

        #expect([guess, viewer, right].map(\.reply.status) == [401, 403, 100])
        let child = world.client.post("/v1/progress", "{}", ["Progress-Reservation": token]).id
        #expect(head("POST /v1/progress", ["Progress-Reservation: \(token)"]).reply.status == 401)
        // The token may be the one that claimed it: the call decides by the name.
        #expect(head("PUT /v1/progress/x", ["Progress-Reservation: \(token)"]).reply.status == 100)
        #expect(world.client.put("/v1/progress/x", "{}", ["Progress-Reservation": token]).status == 401)
        _ = world.client.delete("/v1/progress/\(child)", world.bearer("o"))
        #expect(head("PUT /v1/progress/x", ["Progress-Reservation: \(token)"]).reply.status == 401)
    }

    @Test func `a viewer's grant creates nothing, and a reporter's no name outside its subtree`() {
        let id = world.create(#"{"name":"top"}"#)
        _ = world.create(#"{"name":"other"}"#)
        let viewer = world.grant(id, #"{"role":"viewer"}"#).json.token.string ?? ""
        let reporter = world.grant(id, #"{"role":"reporter"}"#).json.token.string ?? ""

        #expect(head("PUT /v1/progress/new?grant=\(viewer)").reply.status == 403)
        #expect(head("PUT /v1/progress/top?grant=\(viewer)").reply.status == 403)
        #expect(head("PUT /v1/progress/new?grant=\(reporter)").reply.status == 100)
        for name in ["new", "other"] {
            // Not read: it would be 400 otherwise.
            #expect(world.client.put("/v1/progress/\(name)?grant=\(reporter)", "{").problem == "forbidden")
        }
        #expect(world.client.put("/v1/progress/top?grant=\(reporter)", "{}").status == 200)
    }

    @Test(arguments: [
        "/v1/events", "/v1/progress/ID/events", "/progress.txt?follow=true", "/progress/ID.txt?follow=true",
    ])
    func `HEAD of what has no end is a head alone`(target: String) throws {
        let server = try LiveServer()
        let id = HTTPClient(server).create("{}")
        let client = HTTPClient(server)

        client.socket.send("HEAD \(target.replacing("ID", with: id)) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")

        let reply = String(decoding: client.socket.rest(until: Moment.now() + 5), as: UTF8.self)
        #expect(reply.hasPrefix("HTTP/1.1 200 ") && reply.hasSuffix("\r\n\r\n"))
        #expect(reply.split(separator: "\r\n\r\n").count == 1)
    }
}
