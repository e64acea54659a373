import Glibc
import Testing

@testable import MicroHTTPD

extension LoopTests {
    struct StreamTests {
        private static let head = "\r\n\r\n"

        private static func streamHead(_ client: RawClient) -> String {
            client.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n")
            return client.reply(bodyIsExpected: false).head
        }

        @Test func `this libmicrohttpd hands over a socket`() throws {
            try TakeOver.selfCheck()
        }

        @Test func `a stream is chunked for HTTP 1.1 and ends in good order`() throws {
            let server = try TestServer()
            defer { server.stop() }
            let client = RawClient(server)

            let head = Self.streamHead(client)
            #expect(server.eventually { $0.streams.count == 1 })
            server.perform { application in
                #expect(application.streams[0].send(Array("id: 1\n".utf8), Array("data: x\n\n".utf8)) == .sent)
                #expect(application.streams[0].send([], Array(repeating: 65, count: 20)) == .sent)
                application.streams[0].finish()
            }

            #expect(
                head.contains("Transfer-Encoding: chunked\r\n") && head.contains("Content-Type: text/event-stream\r\n")
            )
            let chunks = "f\r\nid: 1\ndata: x\n\n\r\n14\r\nAAAAAAAAAAAAAAAAAAAA\r\n0\r\n\r\n"
            #expect(client.readToEnd() == chunks)
            #expect(server.perform { $0.goneCount } == 0)
        }

        @Test(arguments: [0, 100_000]) func `a stream lives on though its client has sent more than was read`(
            _ count: Int
        ) throws {
            let server = try TestServer()
            defer { server.stop() }
            let client = RawClient(server)

            client.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n" + String(repeating: "x", count: count))
            #expect(client.reply(bodyIsExpected: false).status == 200)
            #expect(server.eventually { $0.streams.count == 1 })
            server.perform { application in
                #expect(application.streams[0].send(Array("a".utf8), Array("b".utf8)) == .sent)
                application.streams[0].finish()
            }

            #expect(client.readToEnd() == "2\r\nab\r\n0\r\n\r\n")
        }

        @Test func `a stream is bare for HTTP 1.0, and chunked though the client wants to close`() throws {
            let server = try TestServer()
            defer { server.stop() }
            let old = RawClient(server)
            let closing = RawClient(server)

            old.send("GET /stream HTTP/1.0\r\n\r\n")
            closing.send("GET /stream HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            #expect(server.eventually { $0.streams.count == 2 })
            server.perform { application in
                for socket in application.streams {
                    #expect(socket.send(Array("a".utf8), Array("b".utf8)) == .sent)
                    socket.finish()
                }
            }

            #expect(old.readToEnd().hasSuffix("\r\n\r\nab"))
            #expect(closing.readToEnd().hasSuffix("\r\n\r\n2\r\nab\r\n0\r\n\r\n"))
        }

        @Test func `a frame cut short is finished before the next, and the writer hears when it may go on`() throws {
            let server = try TestServer()
            defer { server.stop() }
            let client = RawClient(server, receiveBufferByteCount: 4_096)
            _ = Self.streamHead(client)
            #expect(server.eventually { $0.streams.count == 1 })
            let size = 200_000

            let frames = server.perform { application in
                var count = 0
                while count < 1_000, !application.streams[0].isBehind {
                    _ = application.streams[0].send([], Array(repeating: UInt8(65 + count % 26), count: size))
                    count += 1
                }
                return count
            }
            let frame = String(size, radix: 16).count + 2 + size + 2
            let first = client.read(frames * frame)

            #expect(first.utf8.count == frames * frame)
            #expect(server.eventually { $0.writableCount == 1 && !$0.streams[0].isBehind })
            server.perform { application in
                _ = application.streams[0].send(Array("end".utf8), [])
                application.streams[0].finish()
            }
            #expect(client.readToEnd() == "3\r\nend\r\n0\r\n\r\n")
            for index in 0..<frames {
                let character = UInt8(65 + index % 26)
                let chunk = first.utf8.dropFirst(index * frame).prefix(frame).dropFirst(7).dropLast(2)
                #expect(chunk.allSatisfy { $0 == character })
            }
        }

        @Test func `finish while behind sends the rest and the last chunk`() throws {
            let server = try TestServer()
            defer { server.stop() }
            let client = RawClient(server, receiveBufferByteCount: 4_096)
            _ = Self.streamHead(client)
            #expect(server.eventually { $0.streams.count == 1 })

            server.perform { application in
                #expect(application.streams[0].send([], Array(repeating: 65, count: 8_000_000)) == .behind)
                application.streams[0].finish()
                #expect(application.streams[0].send([], [65]) == .gone)
            }

            let text = client.readToEnd()
            #expect(text.utf8.count == 8_000_000 + 15 && text.hasSuffix("A\r\n0\r\n\r\n"))
        }

        @Test func `a reader that stalls is cut off, one that reads slowly is not`() throws {
            let server = try TestServer { $0.stalledStreamSeconds = 0.3 }
            defer { server.stop() }
            let stalled = RawClient(server, receiveBufferByteCount: 4_096)
            let slow = RawClient(server, receiveBufferByteCount: 4_096)
            for client in [stalled, slow] { _ = Self.streamHead(client) }
            #expect(server.eventually { $0.streams.count == 2 })

            server.perform { application in
                for socket in application.streams { _ = socket.send([], Array(repeating: 65, count: 8_000_000)) }
            }
            var count = 0
            while server.perform({ $0.goneCount }) == 0, count < 7_000_000 {
                count += slow.read(20_000).utf8.count
                poll(nil, 0, 5)
            }

            #expect(server.perform { $0.goneCount } == 1)
            #expect(slow.read(8_000_000 - count).utf8.count == 8_000_000 - count)
            #expect(server.perform { $0.goneCount } == 1)
            #expect(server.perform { $0.reactor.counters.stalledStreams } == 1)
        }

        @Test func `a reader that has gone is noticed and freed, what it sends is thrown away`() throws {
            let server = try TestServer()
            defer { server.stop() }
            var clients = (0..<20).map { _ in RawClient(server) }
            for client in clients { _ = Self.streamHead(client) }
            #expect(server.eventually { $0.streams.count == 20 })
            clients[19].send(String(repeating: "x", count: 200_000))

            clients.removeFirst(19)

            #expect(server.eventually { $0.goneCount == 19 && $0.reactor.counters.streams == 1 })
            server.perform { _ = $0.streams[0].send([], [65]) }
            #expect(clients[0].read(6) == "1\r\nA\r\n")
            clients[0].send(String(repeating: "x", count: 2_000_000))
            #expect(server.eventually { $0.reactor.counters.streams == 0 && $0.goneCount == 20 })
        }
    }
}
