import TestKit
import TestSupport
import Testing

/// Lines of a batch that are nearly alike: the part that one shares with the line before is not read again, which must
/// not show.
struct AlikeLineTests {
    private let server: LiveServer
    private let client: HTTPClient

    init() throws {
        server = try LiveServer()
        client = HTTPClient(server)
        for name in ["a", "b", "longer-name"] { _ = client.create("{\"name\":\"\(name)\",\"totalUnitCount\":10}") }
    }

    private func send(_ lines: [String]) -> [String] {
        let reply = client.post("/v1/batch", lines.joined(separator: "\n"), ["Content-Type": "application/x-ndjson"])
        #expect(reply.status == 200)
        return reply.text.split(separator: "\n").map(String.init)
    }

    /// None of them changes anything.
    private static let lines = [
        #"{"method":"POST","path":"/v1/progress/a/completed-units","body":{"count":0}}"#,
        #"{"method":"POST","path":"/v1/progress/b/completed-units","body":{"count":0}}"#,
        #"{"method":"POST","path":"/v1/progress/longer-name/completed-units","body":{"count": 0}}"#,
        #"{"method":"POST","path":"/v1/progress/nobody/completed-units","body":{"count":0}}"#,
        #"{"method":"POST","path":"/v1/progress/a/completed-units","body":{"count":true}}"#,
        #"{"method":"POST","path":"/v1/progress/a/completed-units","body":{"count":0"#,
        #"{"method":"POST","path":"/v1/progress/a/completed-units","body":{}}"#,
        #"{"method":"POST","path":"/v1/progress/a/completed-units?locale=de","body":{"count":0}}"#,
        #"{"method":"POST","path":"/v1/progress/a/completed-units?nonsense=1","body":{"count":0}}"#,
        #"{"method":"POST","path":"/v1/progress/a/heartbeat","body":{"count":0}}"#,
        #"{"method":"POST","path":"/v1/progress/a/nothing","body":{"count":0}}"#,
        #"{"method":"POST","path":"/v1/progress/\u0061/completed-units","body":{"count":0}}"#,
        #"{"method":"POST","path":"/v1/progress/%61/completed-units","body":{"count":0}}"#,
        #"{"method":"POST","path":"/v1/progress//completed-units","body":{"count":0}}"#,
        #"{"method":"GET","path":"/v1/progress/a"}"#,
        #"{"method":"GET","path":"/v1/progress/b"}"#,
        #"{"method":"HEAD","path":"/v1/progress/b"}"#,
        #"{"method":"GET","path":"/v1/progress/a/tree"}"#,
        #"{"method":"GET","path":"/v1/progress/nobody"}"#,
        #"{"method":"GET","path":"/v1/progress/a?locale=de"}"#,
        #"{"method":"PUT","path":"/v1/progress/a"}"#,
        #"{"method":"POST","path":"/v1/progress/a/completed-units","body":{"count":0},"headers":{"Prefer":"return=minimal"}}"#,
        #"{"method":"POST","path":"/v1/progress/b/completed-units","body":{"count":0},"headers":{"Prefer":"return=minimal"}}"#,
        #"{"method":"POST","path":"/v1/progress/b/completed-units","body":{"count":0},"headers":{"If-Match":"\"x\""}}"#,
        #"{"method":"POST","path":"/v1/progress/a/completed-units","body":{"count":0},"headers":{"Accept-Language":"fr"}}"#,
        #"{"method":"POST","path":"/v1/progress/b/completed-units","body":{"count":0},"headers":{"Accept-Language":"fr"}}"#,
        #"{"method":"POST","path":"/v1/progress/b/completed-units","headers":{"Accept-Language":"fr"}}"#,
        "nonsense",
    ]

    /// Each line after each other one, as if it were alone.
    @Test(arguments: lines) func `a line is answered the same after any other`(_ line: String) throws {
        let alone = try #require(send([line]).first)
        #expect(send([line]) == [alone])

        let replies = send(Self.lines.flatMap { [$0, line] })

        #expect(replies.count == Self.lines.count * 2)
        for (other, reply) in zip(Self.lines, stride(from: 1, to: replies.count, by: 2).map { replies[$0] }) {
            #expect(reply == alone, "after \(other)")
        }
    }
}
