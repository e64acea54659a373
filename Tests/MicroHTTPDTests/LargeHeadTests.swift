import Testing

@testable import MicroHTTPD

extension LoopTests {
    struct LargeHeadTests {
        /// A head with so much of everything, padded to so many bytes.
        private static func head(
            _ target: String = "/query",
            bytes: Int = 0,
            fields: Int = 1,
            parameters: Int = 0,
            cookies: Int = 0
        ) -> String {
            let query = parameters == 0 ? "" : "?" + Array(repeating: "a", count: parameters).joined(separator: "&")
            var lines = ["GET \(target)\(query) HTTP/1.1", "Host: a"]
            if cookies > 0 { lines.append("Cookie: " + Array(repeating: "k=v", count: cookies).joined(separator: ";")) }
            while lines.count <= fields { lines.append("X: a") }
            let text = lines.joined(separator: "\r\n") + "\r\n\r\n"
            let missing = bytes - text.utf8.count
            if missing <= 0 { return text }
            return String(text.dropLast(1)) + "Y: " + String(repeating: "y", count: missing - 5) + "\r\n\r\n"
        }

        private static let largest = [
            head(bytes: HeadLimit.bytes.most), head(fields: 128), head(parameters: 256), head(cookies: 256),
            head(bytes: HeadLimit.bytes.most, fields: 127, parameters: 256, cookies: 256),
        ]
        private static let beyond: [(String, HeadLimit)] = [
            (head(bytes: HeadLimit.bytes.most + 1), .bytes), (head(fields: 129), .fields),
            (head(parameters: 257), .parameters), (head(cookies: 257), .cookies),
            (head("/" + String(repeating: "a", count: 100_000)), .bytes),
        ]

        @Test(arguments: largest) func `the largest heads are answered, first and later, whole and in pieces`(
            head: String
        ) throws {
            let server = try TestServer()
            defer { server.stop() }
            let (first, later, slow) = (RawClient(server), RawClient(server), RawClient(server))
            #expect(later.get("/page").body == "page")
            #expect(head.utf8.count <= HeadLimit.bytes.most)

            first.send(head)
            later.send(head)
            var rest = head[...]
            while !rest.isEmpty {
                slow.send(String(rest.prefix(1_000)))
                rest = rest.dropFirst(1_000)
                server.perform { _ in }
            }

            for client in [first, later, slow] {
                #expect(client.reply().status == 200)
                client.send(head)
                #expect(client.reply().status == 200)
                #expect(client.get("/page").body == "page")
            }
            #expect(server.perform { $0.refusals } == [])
        }

        @Test(arguments: beyond) func `a head beyond a limit is refused, first and later, and the connection ends`(
            head: String,
            limit: HeadLimit
        ) throws {
            let server = try TestServer()
            defer { server.stop() }
            let (first, later) = (RawClient(server), RawClient(server))
            #expect(later.get("/page").body == "page")

            for client in [first, later] {
                client.send(head + "GET /page HTTP/1.1\r\nHost: a\r\n\r\n")

                let text = client.readToEnd()
                #expect(text.hasPrefix("HTTP/1.1 431 Request Header Fields Too Large\r\n"))
                #expect(text.split(separator: "HTTP/1.1").count == 1 && text.contains("Connection: close"))
            }
            #expect(server.perform { $0.refusals } == [.headTooLarge(limit), .headTooLarge(limit)])
        }

        @Test(arguments: beyond) func `the limits hold in the larger memory, too`(
            head: String,
            limit: HeadLimit
        ) throws {
            let server = try TestServer()
            defer { server.stop() }
            let client = RawClient(server)
            client.send(Self.largest[0])
            #expect(client.reply().status == 200)

            client.send(head)

            #expect(client.readToEnd().hasPrefix("HTTP/1.1 431 "))
            #expect(server.perform { $0.refusals } == [.headTooLarge(limit)])
        }
    }
}
