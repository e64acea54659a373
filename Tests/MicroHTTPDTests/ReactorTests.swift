import Glibc
import Testing

@testable import MicroHTTPD

extension LoopTests {
    struct ReactorTests {
        @Test(arguments: [127, 128, 129, 256])
        func `clients that are ready at the same moment are all answered`(_ count: Int) throws {
            let server = try TestServer()
            defer { server.stop() }
            let clients = (0..<count).map { _ in RawClient(server) }
            for client in clients { #expect(client.get("/page").status == 200) }

            for _ in 0..<3 {
                let gate = Signal()
                let blocked = Signal()
                let thread = Thread {
                    server.perform { _ in
                        blocked.post(); gate.wait()
                    }
                }
                blocked.wait()
                for client in clients { client.send("GET /page HTTP/1.1\r\nHost: a\r\n\r\n") }
                gate.post()
                thread.join()
                for client in clients { #expect(client.reply().body == "page") }
            }
        }

        @Test func `stopping with streams and parked exchanges ends in good order and leaks no descriptor`() throws {
            let before = Self.descriptorCount()

            for round in 0..<20 {
                let server = try TestServer()
                let clients = (0..<12).map { _ in RawClient(server) }
                for (index, client) in clients.enumerated() {
                    client.send("GET \(["/park", "/stream", "/page"][index % 3]) HTTP/1.1\r\nHost: a\r\n\r\n")
                }
                #expect(server.eventually { $0.parked.count == 4 && $0.streams.count == 4 })
                for index in stride(from: 2, to: 12, by: 3) { #expect(clients[index].reply().status == 200) }
                server.stop()
                #expect(clients[0].reply().body == "resumed")
                #expect(clients[1].readToEnd().hasSuffix("0\r\n\r\n"))
                #expect(clients[2].isEnded())
                #expect(server.reactor.currentCounters.connections == 0, "round \(round)")
            }

            #expect(Self.descriptorCount() == before)
        }

        @Test func `what does not end by itself is broken off at the deadline`() throws {
            let before = Self.descriptorCount()
            do {
                let server = try TestServer()
                server.perform { $0.finishesStreamsWhenStopping = false }
                let clients = (0..<4).map { _ in RawClient(server) }
                clients[0].send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n")
                clients[1].send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n")
                clients[2].send("GET / HT")
                #expect(server.eventually { $0.streams.count == 1 && $0.reactor.counters.connections == 3 })

                server.stop(within: 0.1)

                for client in clients { #expect(client.isEnded()) }
                #expect(server.reactor.currentCounters.connections == 0)
            }
            #expect(Self.descriptorCount() == before)
        }

        @Test func `while it drains a connection ends with its next reply, idle ones stay, and new ones are served`()
            throws
        {
            let server = try TestServer()
            defer { server.stop() }
            let (client, idle) = (RawClient(server), RawClient(server))
            #expect(client.get("/").status == 200 && idle.get("/").status == 200)
            server.perform { $0.reactor.drain() }

            #expect(server.eventually { $0.reactor.dispatcher.stop.isDraining })
            #expect(client.get("/").head.contains("Connection: close\r\n"))
            #expect(client.isEnded())
            #expect(RawClient(server).get("/").head.contains("Connection: close\r\n"))
            #expect(idle.get("/").status == 200)
            #expect(idle.isEnded())
        }

        @Test func `after quiesce a connection ends with its next reply, and nobody new comes in`() throws {
            let server = try TestServer()
            defer { server.stop() }
            let client = RawClient(server)
            let page = RawClient(server)
            #expect(client.get("/").status == 200 && page.get("/page").status == 200)
            server.perform { $0.reactor.quiesce() }

            #expect(server.eventually { $0.reactor.dispatcher.stop.isQuiescing })
            #expect(client.get("/").head.contains("Connection: close\r\n"))
            #expect(client.isEnded())
            #expect(page.get("/page").status == 200)
            #expect(page.isEnded())
            #expect(!RawClient().connect(to: server.port))
        }

        @Test func `an idle reactor does not turn`() throws {
            let server = try TestServer()
            defer { server.stop() }
            let clients = (0..<5).map { _ in RawClient(server) }
            for client in clients.prefix(3) { #expect(client.get("/page").status == 200) }
            clients[3].send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n")
            clients[4].send("GET /park HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(server.eventually { $0.streams.count == 1 && $0.parked.count == 1 })

            let before = server.perform { $0.reactor.counters.turns }
            poll(nil, 0, 300)

            #expect(server.perform { $0.reactor.counters.turns } - before < 6)
        }

        @Test func `above the limit of connections there is 503, far above it newcomers wait`() throws {
            let server = try TestServer { $0.connectionLimit = 2 }
            defer { server.stop() }
            let clients = (0..<2).map { _ in RawClient(server) }
            for client in clients { #expect(client.get("/page").status == 200) }
            let excess = RawClient(server)

            #expect(excess.get("/page").status == 503)
            #expect(excess.isEnded())
            #expect(server.perform { $0.refusals } == [.tooManyConnections])
            #expect(clients[0].get("/page").status == 200)
            let crowd = (0..<ConnectionQuota.slack + 10).map { _ in RawClient(server) }
            let newcomer = RawClient(server)
            #expect(server.eventually { $0.reactor.counters.excessConnections >= ConnectionQuota.slack })
            #expect(crowd[0].reply().status == 503)
            for client in crowd { shutdown(client.descriptor, Int32(SHUT_RDWR)) }
            #expect([200, 503].contains(newcomer.get("/page").status))
        }

        @Test func `with no descriptor left nothing spins, and service resumes`() throws {
            let server = try TestServer()
            defer { server.stop() }
            let clients = (0..<5).map { _ in RawClient() }
            var limit = rlimit()
            getrlimit(Self.resource, &limit)
            let old = limit

            let fillers = Self.fillHoles()
            defer { for filler in fillers { close(filler) } }
            limit.rlim_cur = rlim_t(Self.firstFree())
            setrlimit(Self.resource, &limit)
            for client in clients {
                client.connect(to: server.port)
                client.send("GET /page HTTP/1.1\r\nHost: a\r\n\r\n")
            }
            let before = server.perform { $0.reactor.counters.turns }
            poll(nil, 0, 400)
            let turns = server.perform { $0.reactor.counters.turns } - before
            limit.rlim_cur += 1
            setrlimit(Self.resource, &limit)
            let single = clients[0].reply()
            clients[0].send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n")
            let streamed = clients[0].readToEnd()
            limit = old
            setrlimit(Self.resource, &limit)

            #expect(turns < 20)
            #expect(single.body == "page")
            #expect(streamed.hasSuffix("\r\n\r\n"))
            for client in clients.dropFirst() { #expect(client.reply().body == "page") }
        }

        @Test func `a second listener is refused, other reactors may join`() throws {
            let server = try TestServer()
            defer { server.stop() }
            let port = server.port

            #expect(throws: ReactorError.addressInUse(host: "127.0.0.1", port: port)) {
                try Self.claimedPort(host: "127.0.0.1", port: port)
            }
            #expect(throws: ReactorError.addressInUse(host: "0.0.0.0", port: port)) {
                try Self.claimedPort(host: "0.0.0.0", port: port)
            }
            let second = try TestServer { $0.port = port }
            #expect(second.port == port)
            second.stop()
            #expect(try Self.claimedPort(host: "localhost", port: 0) != 0)
            #expect(throws: ReactorError.self) { try Self.claimedPort(host: "no such host", port: 0) }
        }

        @Test func `a claimed port is taken for others before anybody listens, and reactors may join`() throws {
            let claim = try ListeningAddress.Claim(host: "127.0.0.1", port: 0)
            let port = claim.port

            #expect(throws: ReactorError.addressInUse(host: "127.0.0.1", port: port)) {
                try Self.claimedPort(host: "127.0.0.1", port: port)
            }
            let servers = try (0..<2).map { _ in try TestServer { $0.port = port } }
            #expect(servers.allSatisfy { $0.port == port })
            _ = consume claim
            #expect(throws: ReactorError.addressInUse(host: "127.0.0.1", port: port)) {
                try Self.claimedPort(host: "127.0.0.1", port: port)
            }
            for server in servers { server.stop() }
            #expect(try Self.claimedPort(host: "127.0.0.1", port: port) == port)
        }

        @Test func `a port in TIME_WAIT is free`() throws {
            let server = try TestServer()
            let client = RawClient(server)
            client.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            #expect(client.reply().status == 200 && client.isEnded())
            server.stop()
            _ = client

            #expect(try Self.claimedPort(host: "127.0.0.1", port: server.port) == server.port)
        }

        private static func claimedPort(host: String, port: UInt16) throws -> UInt16 {
            try ListeningAddress.Claim(host: host, port: port).port
        }

        private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)

        private static func descriptorCount() -> Int {
            (0..<4_096).count { fcntl(Int32($0), F_GETFD) >= 0 }
        }

        /// Takes every free descriptor below the highest in use.
        private static func fillHoles() -> [Int32] {
            let end = firstFree()
            var fillers: [Int32] = []
            while true {
                let descriptor = dup(0)
                guard descriptor >= 0 else { return fillers }
                fillers.append(descriptor)
                if descriptor >= end { return fillers }
            }
        }

        /// Above every descriptor in use.
        private static func firstFree() -> Int {
            ((0..<4_096).last { fcntl(Int32($0), F_GETFD) >= 0 } ?? 0) + 1
        }
    }
}
