import MicroHTTPD
import Testing

@testable import ProgressHTTP

struct RepeatableTests {
    private static func isSafe(
        _ method: MicroHTTPD.Method,
        _ path: String,
        _ body: String = "",
        _ headers: [String: StaticString] = [:]
    ) -> Bool {
        Array(path.utf8).withUnsafeBufferPointer { path in
            Array(body.utf8).withUnsafeBytes { body in
                RetrySafety.isSafe(method, path: path, body) { name in
                    headers[name.description].map {
                        UnsafeBufferPointer(start: $0.utf8Start, count: $0.utf8CodeUnitCount)
                    }
                }
            }
        }
    }

    @Test(arguments: ["/v1/progress", "/v1/progress/a", "/v1/events", "/nowhere"])
    func `reads are repeatable`(path: String) {
        #expect(Self.isSafe(.get, path))
        #expect(Self.isSafe(.head, path))
    }

    @Test func `PUT is repeatable unless it has a condition`() {
        #expect(Self.isSafe(.put, "/v1/progress/a", "{}"))
        #expect(!Self.isSafe(.put, "/v1/progress/a", "{}", ["if-match": "\"1\""]))
        #expect(!Self.isSafe(.put, "/v1/progress/a", "{}", ["if-none-match": "*"]))
        #expect(!Self.isSafe(.put, "/v1/progress"))
    }

    @Test func `units are repeatable with their writer and sequence alone`() {
        let path = "/v1/progress/a/completed-units"
        let form: [String: StaticString] = ["content-type": "application/x-www-form-urlencoded"]

        #expect(Self.isSafe(.post, path, #"{"count":1,"writer":"w","sequence":3}"#))
        #expect(Self.isSafe(.post, path, "count=1&writer=w&sequence=3", form))
        #expect(!Self.isSafe(.post, path, "count=1", form))
        #expect(!Self.isSafe(.post, path, #"{"count":1}"#))
        #expect(!Self.isSafe(.post, path, #"{"count":1,"writer":"w"}"#))
        #expect(!Self.isSafe(.post, path, #"{"count":1,"writer":"w","sequence":3"#))
        #expect(!Self.isSafe(.post, path))
    }

    @Test func `a heartbeat is repeatable`() {
        #expect(Self.isSafe(.post, "/v1/progress/a/heartbeat"))
    }

    @Test func `an agent's tool is repeatable if it only reads`() {
        func call(_ tool: String) -> String {
            #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"\#(tool)"}}"#
        }

        #expect(Self.isSafe(.post, "/mcp", call("wait_progress")))
        #expect(Self.isSafe(.post, "/mcp", call("list_progress")))
        #expect(!Self.isSafe(.post, "/mcp", call("report_progress")))
        #expect(!Self.isSafe(.post, "/mcp", call("no_tool")))
        #expect(!Self.isSafe(.post, "/mcp", "{"))
    }

    @Test func `nothing else is`() {
        let others: [(MicroHTTPD.Method, String)] = [
            (.post, "/v1/progress"), (.patch, "/v1/progress/a"), (.delete, "/v1/progress/a"),
            (.post, "/v1/progress/a/children"), (.post, "/v1/progress/a/cancel"), (.post, "/v1/progress/a/pause"),
            (.post, "/v1/progress/a/resume"), (.post, "/v1/progress/a/fail"), (.post, "/v1/progress/a/finish"),
            (.post, "/v1/progress/a/reservations"), (.post, "/v1/progress/a/grants"), (.delete, "/v1/grants/a"),
            (.delete, "/v1/reservations/a"), (.post, "/v1/session"), (.delete, "/v1/session"), (.post, "/v1/batch"),
            (.delete, "/v1/progress/a/runs"), (.post, "/nowhere"),
        ]

        for (method, path) in others {
            #expect(!Self.isSafe(method, path, #"{"count":1,"writer":"w","sequence":3}"#), "\(method) \(path)")
        }
    }
}
