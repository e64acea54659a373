import Glibc
import Platform
import Testing

@testable import MicroHTTPD

extension LoopTests {
    struct DeadlineTests {
        private static func server() throws -> TestServer {
            try TestServer { configuration in
                configuration.headSeconds = 0.2
                configuration.bodySeconds = 0.2
                configuration.idleSeconds = 1.0
            }
        }

        /// Sends a byte every 20 ms, until the connection ends or a second has passed.
        private static func drip(_ client: RawClient, _ text: String) -> Double {
            let start = MonotonicClock.now()
            for character in text {
                client.send(String(character))
                var state = pollfd(fd: client.descriptor, events: Int16(POLLIN), revents: 0)
                if poll(&state, 1, 20) > 0 { break }
            }
            return Double(MonotonicClock.now() - start) / 1e9
        }

        @Test func `a head that comes slowly is cut off in all, with 408`() throws {
            let server = try Self.server()
            defer { server.stop() }
            let client = RawClient(server)

            let seconds = Self.drip(client, "GET /" + String(repeating: "x", count: 50))

            #expect(seconds > 0.15 && seconds < 0.6)
            #expect(client.reply().status == 408)
            #expect(client.isEnded())
            #expect(server.perform { $0.reactor.counters.slowRequests } == 1)
        }

        @Test func `a body that comes slowly is cut off in all, with 408`() throws {
            let server = try Self.server()
            defer { server.stop() }
            let client = RawClient(server)
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 50\r\n\r\n")

            let seconds = Self.drip(client, String(repeating: "x", count: 49))

            #expect(seconds > 0.15 && seconds < 0.6)
            #expect(client.reply().status == 408)
            #expect(server.eventually { $0.completedCount == 1 })
            #expect(server.perform { $0.refusals } == [.slowRequest])
        }

        @Test(arguments: ["Content-Length: 50\r\n\r\nhalf", "Transfer-Encoding: chunked\r\n\r\n9\r\nhalf"])
        func `a peer that ends in the middle of a body is noticed long before the deadline`(_ rest: String) throws {
            let server = try TestServer()
            defer { server.stop() }
            let client = RawClient(server)
            #expect(client.get("/page").status == 200)
            let (descriptor, bytes) = (client.descriptor, Array("POST / HTTP/1.1\r\nHost: a\r\n\(rest)".utf8))

            // On the reactor's thread, so that it finds the body and its end together.
            server.perform { _ in
                send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
                shutdown(descriptor, Int32(SHUT_WR))
            }

            #expect(client.readToEnd() == "" && client.isEnded())
            #expect(server.eventually { $0.completedCount == 2 })
            #expect(server.perform { $0.refusals } == [])
        }

        @Test func `a chunk whose size never ends is cut off long before its deadline, and others are served`() throws {
            let server = try TestServer()
            defer { server.stop() }
            let endless = RawClient(server)
            let other = RawClient(server)
            endless.send("POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n")

            endless.send("1;" + String(repeating: "x", count: 20_000))

            #expect(other.get("/page").status == 200)
            #expect(endless.isEnded())
            #expect(server.perform { $0.refusals } == [.slowRequest])
        }

        @Test func `a second head that comes slowly is cut off, an idle connection lives on`() throws {
            let server = try Self.server()
            defer { server.stop() }
            let slow = RawClient(server)
            let headers = RawClient(server)
            let idle = RawClient(server)
            for client in [slow, headers, idle] { #expect(client.get("/page").status == 200) }

            headers.send("GET /page HTTP/1.1\r\nX: ")
            let seconds = Self.drip(slow, "GET /" + String(repeating: "x", count: 45))

            #expect(seconds > 0.15 && seconds < 0.8)
            #expect(slow.reply().status == 408)
            #expect(headers.reply().status == 408)
            #expect(idle.get("/page").status == 200)
        }

        @Test func `a silent connection is closed without a word, an idle one after its own time`() throws {
            let server = try Self.server()
            defer { server.stop() }
            let silent = RawClient(server)
            let idle = RawClient(server)
            #expect(idle.get("/page").status == 200)
            let start = MonotonicClock.now()

            #expect(silent.readToEnd() == "")
            let silentSeconds = Double(MonotonicClock.now() - start) / 1e9
            #expect(idle.readToEnd() == "")
            let idleSeconds = Double(MonotonicClock.now() - start) / 1e9

            #expect(silentSeconds < 0.6)
            #expect(idleSeconds > 0.6 && idleSeconds < 2.2)
        }

        @Test func `the wheel gives out each item once, when its last deadline has passed`() {
            var wheel = DeadlineWheel(granularity: 1_000_000, now: 0)
            let items = (0..<300).map { _ in EventSource() }
            for (index, item) in items.enumerated() { wheel.schedule(item, at: UInt64(index + 1) * 1_000_000) }
            for item in items.prefix(100) { wheel.schedule(item, at: 400_000_000) }
            for item in items.suffix(50) { wheel.schedule(item, at: 5_000_000) }
            wheel.remove(items[150])
            wheel.schedule(items[151], at: .max)

            var due: [EventSource] = []
            var now: UInt64 = 0
            while let next = wheel.nextTime, now < 1_000_000_000 {
                #expect(next > now)
                now = next
                let count = due.count
                wheel.expire(now: now, into: &due)
                for item in due[count...] { #expect(item.deadline <= now && now - item.deadline <= 2_000_000) }
            }

            #expect(due.count == 298 && Set(due.map(ObjectIdentifier.init)).count == 298)
            #expect(wheel.nextTime == nil)
        }
    }
}
