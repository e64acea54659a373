import Testing

@testable import MicroHTTPD

extension LoopTests {
    struct ResponsePoolTests {
        @Test(arguments: ["/pool/rewritten", "/pool/added"])
        func `a response that is used again says what is new and nothing that is old`(_ path: String) throws {
            let server = try TestServer()
            defer { server.stop() }
            let client = RawClient(server)
            let uses = [
                ("aaaa", "1"), ("bbbb", "2"), ("bbbb", "333"), ("cccc", "1"), ("dd", "4"), ("eeee", "5"), ("", "6"),
                ("ffff", "a longer one"), ("", "7"),
            ]

            for (body, value) in uses {
                client.send(
                    "POST \(path) HTTP/1.1\r\nHost: a\r\nX-A: \(value)\r\nContent-Length: \(body.count)\r\n\r\n\(body)"
                )

                let reply = client.reply()
                #expect(reply.body == body)
                let lines = reply.head.split(separator: "\r\n")
                #expect(lines.filter { $0.hasPrefix("X-Value: ") } == ["X-Value: \(value)"])
                #expect(lines.filter { $0.hasPrefix("X-Fixed: ") } == ["X-Fixed: fixed"])
            }
        }

        @Test func `requests that come together get replies of their own`() throws {
            let server = try TestServer()
            defer { server.stop() }
            let client = RawClient(server)
            let numbers = 100..<200

            client.send(
                numbers.map { number in
                    "POST /pool/rewritten HTTP/1.1\r\nHost: a\r\nX-A: \(number)\r\nContent-Length: 3\r\n\r\n\(number)"
                }.joined()
            )

            for number in numbers {
                let reply = client.reply()
                #expect(reply.body == "\(number)")
                #expect(reply.head.contains("\r\nX-Value: \(number)\r\n"))
            }
        }

        @Test(arguments: [true, false])
        func `two headers that differ keep apart, and a reply without the second has none`(_ rewrites: Bool) {
            let pool = ResponsePool(rewritesHeaders: rewrites)
            let uses: [(String, String?)] = [("1", "a"), ("2", "b"), ("3", nil), ("44", "cc"), ("5", "d"), ("6", nil)]

            let heads = uses.map { value, other in
                let response = pool.response(
                    shape: other == nil ? 0 : 1,
                    status: 200,
                    body: UnsafeRawBufferPointer(start: nil, count: 0),
                    variable: ("X-Value", Array(value.utf8)),
                    another: other.map { ("X-Other", Array($0.utf8)) },
                    prepare: { _ in }
                )
                let lines = String(decoding: response.headerLines, as: UTF8.self).split(separator: "\r\n")
                return Set(lines.map { String($0) })
            }

            let expected = uses.map { value, other in
                Set(["X-Value: \(value)"] + (other.map { ["X-Other: \($0)"] } ?? []))
            }
            #expect(heads == expected)
        }

        @Test func `a response on its way out is left alone`() {
            let pool = ResponsePool(rewritesHeaders: true)
            let first = response(pool, "same")
            first.beginUse()

            let second = response(pool, "size")
            first.endUse()

            #expect(second !== first)
            #expect(response(pool, "time") === first)
        }

        @Test func `responses that are held together are used again, each for itself`() {
            let pool = ResponsePool(rewritesHeaders: true)

            let first = hold(100, of: pool)
            for response in first { response.endUse() }
            let second = hold(100, of: pool)

            #expect(Set(first.map(ObjectIdentifier.init)).count == 100)
            #expect(Set(second.map(ObjectIdentifier.init)) == Set(first.map(ObjectIdentifier.init)))
            for (number, response) in second.enumerated() {
                #expect(String(decoding: response.serialized(reason: "OK"), as: UTF8.self).hasSuffix("\(100 + number)"))
            }
        }

        @Test func `a spare response of another length makes way`() {
            let pool = ResponsePool(rewritesHeaders: true)
            let short = hold(2, of: pool)
            short[1].endUse()
            let longer = String(repeating: "x", count: 3 + 128)

            let long = response(pool, longer)

            #expect(long !== short[1])
            #expect(response(pool, longer) === long)
        }

        @Test func `512 responses that are held together are kept beside the first`() {
            let pool = ResponsePool(rewritesHeaders: true)

            let first = hold(600, of: pool)
            for response in first { response.endUse() }
            let second = hold(600, of: pool)

            let kept = Set(first.map(ObjectIdentifier.init)).intersection(second.map(ObjectIdentifier.init))
            #expect(kept.count == 513)
        }

        @Test func `a response is kept for its shape and the length of its body, if that is short`() {
            let pool = ResponsePool(rewritesHeaders: true)
            let first = response(pool, "four")
            let long = String(repeating: "x", count: 5_000)

            #expect(response(pool, "more!") !== first)
            #expect(response(pool, "four", shape: 2) !== first)
            #expect(response(pool, "fore") === first)
            #expect(response(pool, long) !== response(pool, long))
        }

        @Test func `a response that closes its connection does so once`() {
            let pool = ResponsePool(rewritesHeaders: true)
            let first = response(pool, "four")
            first.closesConnection = true

            #expect(response(pool, "four") !== first)
            #expect(!response(pool, "four").closesConnection)
        }

        @Test func `a control character gets into no header`() {
            let response = Response(status: 200)
            #expect(response.setVariableHeader("X-Value", Array("good".utf8), rewrites: true))

            #expect(!response.setVariableHeader("X-Value", Array("a\r\nb".utf8), rewrites: true))

            #expect(!String(decoding: response.serialized(reason: "OK"), as: UTF8.self).contains("X-Value"))
        }

        @Test func `what goes out past libmicrohttpd has its body, however the response was made`() {
            let body = Array("{\"status\":408}".utf8)
            let responses = [
                Response(status: 408, body: body), body.withUnsafeBytes { Response(status: 408, body: $0) },
                body.withUnsafeBytes { Response(status: 408, body: $0, isReusable: true) },
            ]

            for response in responses {
                let text = String(decoding: response.serialized(reason: "Request Timeout"), as: UTF8.self)

                #expect(text.hasPrefix("HTTP/1.1 408 Request Timeout\r\n"))
                #expect(text.hasSuffix("\r\nContent-Length: 14\r\n\r\n{\"status\":408}"))
            }
        }

        @Test func `this libmicrohttpd lets headers be rewritten`() {
            #expect(HeaderRewriting.works())
        }

        /// Holds responses with bodies of three digits, from 100 on.
        private func hold(_ count: Int, of pool: ResponsePool) -> [Response] {
            (100..<100 + count).map { number in
                let response = response(pool, "\(number)")
                response.beginUse()
                return response
            }
        }

        private func response(_ pool: ResponsePool, _ body: String, shape: Int = 1) -> Response {
            Array(body.utf8).withUnsafeBytes { body in
                pool.response(shape: shape, status: 200, body: body, variable: ("X-Value", [0x61]), prepare: { _ in })
            }
        }
    }
}
