import FoundationEssentials
import Glibc
import Synchronization
import Testing

@testable import ProgressClient

/// A caller gets the same by both ways: to this machine by sockets, to any other by libcurl.
@Suite struct TransportTests {
    /// A host of this machine by each way: the second is one that only libcurl understands.
    enum Way: String, CaseIterable {
        case sockets = "127.0.0.1"
        case libcurl = "127.1"
    }

    private static let okay = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

    private func request(_ way: Way, port: UInt16, timeout: Duration = .seconds(20)) -> ServiceRequest {
        ServiceRequest("GET", "http://\(way.rawValue):\(port)/a?b=c", headers: [("X-Told", "yes")], timeout: timeout)
    }

    private func outcome(_ request: ServiceRequest) async -> Result<ServiceReply, ServiceError> {
        do throws(ServiceError) { return .success(try await request.reply()) } catch { return .failure(error) }
    }

    /// One request after another: each is sent on the thread that heard the reply before, so that no busy machine lets
    /// libcurl's connections grow old, or give way to those of other tests.
    private func statuses(of request: ServiceRequest, _ count: Int) async -> [Int?] {
        await withCheckedContinuation { continuation in
            Self.ask(request, count, after: []) { continuation.resume(returning: $0) }
        }
    }

    private static func ask(
        _ request: ServiceRequest,
        _ count: Int,
        after statuses: [Int?],
        end: @escaping @Sendable ([Int?]) -> Void
    ) {
        if statuses.count == count { return end(statuses) }
        let receiver = TransferReceiver(
            end: { ask(request, count, after: statuses + [try? $0.get().status], end: end) }
        )
        Transfers.shared.start(request, receiver)
    }

    @Test func `each way is the one that it is meant to be`() {
        #expect(LoopbackTarget("http://\(Way.sockets.rawValue):8080") != nil)
        #expect(LoopbackTarget("http://\(Way.libcurl.rawValue):8080") == nil)
    }

    @Test(
        arguments: Way.allCases,
        [
            "Content-Length: 5\r\n\r\nhello",
            "Transfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3;x=y\r\nllo\r\n0\r\nAfter: x\r\n\r\n",
            "\r\nhello", "Connection: close\r\nContent-Length:5\r\n\r\nhello",
        ]
    ) func `a reply has its status, its headers and its whole body`(way: Way, rest: String) async throws {
        let server = ScriptedServer([
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 Created\r\nX-One: 1\r\nx-one:  2 \r\n\(rest)"
        ])

        let reply = try await request(way, port: server.port).reply()

        #expect(reply.status == 201 && String(decoding: reply.body, as: UTF8.self) == "hello")
        #expect(reply.headers["x-one"] == "2")
        let head = try #require(server.heads.first)
        #expect(head.hasPrefix("GET /a?b=c HTTP/1.1\r\nHost: \(way.rawValue):\(server.port)\r\n") || way == .libcurl)
        #expect(head.contains("X-Told: yes\r\n") && head.contains("User-Agent: progressd-swift\r\n"))
    }

    @Test(
        arguments: Way.allCases,
        [
            "", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello", "SSH-2.0-OpenSSH_9.2\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel",
            "HTTP/1.1 200 OK\r\nX: \(String(repeating: "x", count: 400_000))\r\nContent-Length: 0\r\n\r\n",
        ]
    ) func `what is no whole reply is an error that says so`(way: Way, text: String) async throws {
        let server = ScriptedServer([text])

        let outcome = await outcome(request(way, port: server.port))

        guard case .failure(.unreachable(let told)) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(!told.isEmpty && server.heads.count == 1)
    }

    @Test(arguments: Way.allCases) func `a port at which nothing listens refuses at once`(way: Way) async {
        let port = AbsentServer.port()

        let outcome = await outcome(request(way, port: port))

        guard case .failure(.unreachable(let told)) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(told.hasPrefix("Failed to connect to \(Way.sockets.rawValue)"))
    }

    @Test(arguments: Way.allCases) func `a service that says nothing has the time that a request gives it`(way: Way)
        async
    {
        let server = ScriptedServer()

        let outcome = await outcome(request(way, port: server.port, timeout: .milliseconds(50)))

        guard case .failure(.timedOut(.milliseconds(50))) = outcome else {
            Issue.record("\(outcome)")
            return
        }
    }

    @Test(arguments: Way.allCases) func `a reply is as long as it may be, and no longer`(way: Way) async throws {
        let reply = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"
        let server = ScriptedServer([reply, reply])
        var request = request(way, port: server.port)

        request.longestReply = 5
        #expect(try await request.reply().body.count == 5)

        request.longestReply = 4
        let outcome = await outcome(request)
        guard case .failure(.unreachable(let told)) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(told == "a reply of more than 4 bytes")
    }

    @Test(arguments: Way.allCases) func `a connection has one request after another`(way: Way) async {
        let server = ScriptedServer(connections: [[Self.okay, Self.okay, Self.okay]])

        #expect(await statuses(of: request(way, port: server.port), 3) == [200, 200, 200])

        #expect(server.heads.count == 3)
    }

    @Test(arguments: Way.allCases) func `a request that meets the end of a kept connection is sent again`(
        way: Way
    ) async {
        // The second request is read, and the connection closed.
        let server = ScriptedServer(connections: [[Self.okay, ""], [Self.okay]])

        #expect(await statuses(of: request(way, port: server.port), 2) == [200, 200])

        #expect(server.heads.count == 3)
    }

    @Test(arguments: Way.allCases) func `connections to several services are all kept`(way: Way) async throws {
        let requests = (0..<8).map { _ in
            request(way, port: ScriptedServer(connections: [[Self.okay, Self.okay]]).port)
        }

        // A service of these answers on its first connection only.
        for request in requests + requests { #expect(try await request.reply().status == 200) }
    }

    @Test(arguments: Way.allCases) func `a connection that the service closed meanwhile is not used`(way: Way)
        async throws
    {
        let server = ScriptedServer(Array(repeating: Self.okay, count: 20))
        let request = request(way, port: server.port)

        for _ in 0..<20 { #expect(try await request.reply().status == 200) }

        #expect(server.heads.count == 20)
    }

    @Test func `what was sent to a service that is gone may have been heard, and what no service took was not`()
        async throws
    {
        let server = ScriptedServer(connections: [[Self.okay, ""]], end: .refusesOthers)
        let heard = request(.sockets, port: server.port)
        #expect(try await heard.reply().status == 200)
        let refused = request(.sockets, port: AbsentServer.port())

        guard case .failure(let lost) = await outcome(heard), case .failure(let error) = await outcome(refused) else {
            Issue.record("there are replies")
            return
        }

        #expect(lost.mayBeHeard && server.heads.count == 2)
        #expect(!error.mayBeHeard)
    }

    @Test(arguments: Way.allCases) func `a reply may come before the whole request is sent`(way: Way) async throws {
        let server = ScriptedServer(
            connections: [["HTTP/1.1 413 Content Too Large\r\nContent-Length: 0\r\n\r\n"]],
            end: .staysOpen
        )
        var request = request(way, port: server.port)
        request.body = Data(repeating: 0, count: 32 * 1_024 * 1_024)

        #expect(try await request.reply().status == 413)
    }

    @Test(arguments: ["", "<html>", #"{"error":"no"}"#])
    func `a refusal of something else is known by its status alone`(body: String) {
        #expect("\(Problem(ServiceReply(status: 302, body: Data(body.utf8))))" == "302")
    }

    @Test(arguments: Way.allCases) func `a caller names its own agent`(way: Way) async throws {
        let server = ScriptedServer([Self.okay])
        var request = request(way, port: server.port)
        request.headers.append(("User-Agent", "mine"))

        _ = try await request.reply()

        let agents = try #require(server.heads.first).split(separator: "\r\n").filter { $0.hasPrefix("User-Agent") }
        #expect(agents == ["User-Agent: mine"])
    }

    @Test(arguments: Way.allCases) func `a program that is started meanwhile gets no connection`(way: Way) async {
        let server = ScriptedServer([Self.okay], end: .staysOpen)
        let port = server.port

        let flags = await withCheckedContinuation { continuation in
            let receiver = TransferReceiver(
                end: { _ in
                    let connections = (3..<Int32(8_192)).filter { LoopbackSocket.peerPort(of: $0) == port }
                    continuation.resume(returning: connections.map { fcntl($0, F_GETFD) & FD_CLOEXEC })
                }
            )
            Transfers.shared.start(request(way, port: port), receiver)
        }

        #expect(flags == [FD_CLOEXEC])
    }

    @Test func `a name of this machine is tried by each of its addresses`() async throws {
        let server = ScriptedServer([Self.okay])

        let reply = try await ServiceRequest("GET", "http://localhost:\(server.port)", timeout: .seconds(20)).reply()

        #expect(reply.status == 200 && server.heads.first?.hasPrefix("GET / HTTP/1.1\r\n") == true)
    }

    /// After the first refusal, the receiver takes longer than the service may be silent.
    @Test(arguments: Way.allCases) func `bytes that a receiver refuses come again, however long it takes`(way: Way)
        async throws
    {
        let server = ScriptedServer(["HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"])
        let state = Mutex((refusals: 0, bytes: [UInt8]()))
        var request = request(way, port: server.port)
        (request.timeout, request.silence) = (nil, .seconds(2))

        let id = Mutex<UInt64>(0)
        let reply = try await withCheckedContinuation { continuation in
            let receiver = TransferReceiver(
                bytes: { bytes in
                    state.withLock { state in
                        if state.refusals < 3 {
                            let again = ContinuousClock.now + (state.refusals == 0 ? .milliseconds(2_500) : .zero)
                            state.refusals += 1
                            Transfers.shared.wake(at: again) { Transfers.shared.resume(id.withLock { $0 }) }
                            return false
                        }
                        state.bytes += bytes
                        return true
                    }
                },
                end: { continuation.resume(returning: $0) }
            )
            id.withLock { $0 = Transfers.shared.start(request, receiver) }
        }.get()

        #expect(reply.status == 200 && reply.body.isEmpty)
        #expect(String(decoding: state.withLock(\.bytes), as: UTF8.self) == "hello")
    }

    @Test(arguments: Way.allCases) func `a stream that becomes silent ends`(way: Way) async throws {
        let server = ScriptedServer(
            connections: [["HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello"]],
            end: .staysOpen
        )
        var request = request(way, port: server.port)
        (request.timeout, request.silence) = (nil, .seconds(2))
        let bytes = Mutex<[UInt8]>([])

        let outcome: Result<ServiceReply, ServiceError> = await withCheckedContinuation { continuation in
            let receiver = TransferReceiver(
                bytes: { received in
                    bytes.withLock { $0 += received }
                    return true
                },
                end: { continuation.resume(returning: $0) }
            )
            Transfers.shared.start(request, receiver)
        }

        guard case .failure(.unreachable(let told)) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(told == "the stream has been silent for too long")
        #expect(String(decoding: bytes.withLock(\.self), as: UTF8.self) == "hello")
    }
}
