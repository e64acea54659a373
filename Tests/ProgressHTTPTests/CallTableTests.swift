import MicroHTTPD
import Testing

@testable import ProgressHTTP

/// The table's rows, by which calls are judged before they are read.
struct CallTableTests {
    private typealias Method = MicroHTTPD.Method

    private static func row(_ method: Method, _ path: String) -> CallRow? {
        Array(path.utf8).withUnsafeBufferPointer { path in
            Router.route(Router.originForm(path)).flatMap { CallTable.row(method, on: $0.path) }
        }
    }

    private static func isRepeatable(
        _ method: Method,
        _ path: String,
        _ body: String = "{}",
        isForm: Bool = false,
        hasKey: Bool = false,
        hasQuery: Bool = false,
        hasCondition: Bool = false
    ) -> Bool? {
        Array(body.utf8).withUnsafeBytes { body in
            row(method, path)?.repeats.allows(
                body,
                isForm: isForm,
                hasKey: hasKey,
                hasQuery: hasQuery,
                hasCondition: hasCondition
            )
        }
    }

    private static let writes: [(Method, String)] = [
        (.post, "/v1/progress"), (.patch, "/v1/progress/a"), (.delete, "/v1/progress/a"),
        (.post, "/v1/progress/a/children"), (.post, "/v1/progress/a/cancel"), (.post, "/v1/progress/a/pause"),
        (.post, "/v1/progress/a/resume"), (.post, "/v1/progress/a/fail"), (.post, "/v1/progress/a/finish"),
        (.post, "/v1/progress/a/reservations"), (.post, "/v1/progress/a/grants"), (.delete, "/v1/grants/a"),
        (.delete, "/v1/reservations/a"), (.post, "/v1/session"), (.delete, "/v1/session"), (.post, "/v1/batch"),
        (.delete, "/v1/progress/a/runs"), (.post, "/v1/progress/a/kubeflow-status"),
    ]

    // MARK: What a call needs

    @Test(arguments: [
        "/", "/healthz", "/readyz", "/readyz/writes", "/metrics", "/docs", "/openapi.yaml", "/openapi.json",
        "/dashboard.css",
        "/problems/not-found",
    ])
    func `what is the same on all replicas needs no trees`(path: String) {
        #expect(Self.row(.get, path)?.needs == .nothing)
    }

    @Test(arguments: [
        "/v1/progress", "/v1/progress/a", "/v1/progress/a/tree", "/v1/progress/a/children", "/v1/progress/a/runs",
        "/v1/session", "/progress/a", "/progress/a.svg", "http://host/v1/progress/a",
    ])
    func `what shows the trees reads them`(path: String) {
        #expect(Self.row(.get, path)?.needs == .reads)
        #expect(Self.row(.head, path)?.needs == .reads)
    }

    @Test(arguments: ["/v1/events", "/v1/progress/a/events", "/progress.txt", "/progress/a.txt"])
    func `streams and text views follow the trees`(path: String) {
        #expect(Self.row(.get, path)?.needs == .follows)
    }

    @Test func `every call that counts as a write needs the writer, and so does a batch`() {
        let others: [(Method, String)] = [
            (.put, "/v1/progress/a"), (.post, "/v1/progress/a/completed-units"), (.post, "/v1/progress/a/heartbeat"),
            (.post, "/mcp"),
        ]

        for (method, path) in Self.writes + others {
            #expect(Self.row(method, path)?.needs == .writes, "\(method) \(path)")
        }
    }

    @Test func `a method that a path lacks has no row, and OPTIONS needs nothing`() {
        #expect(Self.row(.post, "/v1/events") == nil)
        #expect(Self.row(.delete, "/docs") == nil)
        #expect(Self.row(.options, "/v1/progress")?.needs == .nothing)
    }

    // MARK: What may be sent twice

    @Test(arguments: ["/v1/progress", "/v1/progress/a", "/v1/events", "/healthz"])
    func `reads are repeatable`(path: String) {
        #expect(Self.isRepeatable(.get, path) == true)
        #expect(Self.isRepeatable(.head, path) == true)
    }

    @Test func `PUT is repeatable unless it has a condition or a query`() {
        #expect(Self.isRepeatable(.put, "/v1/progress/a") == true)
        #expect(Self.isRepeatable(.put, "/v1/progress/a", hasCondition: true) == false)
        #expect(Self.isRepeatable(.put, "/v1/progress/a", hasQuery: true) == false)
    }

    @Test func `units are repeatable with their writer and sequence alone`() {
        func units(_ body: String, isForm: Bool = false) -> Bool? {
            Self.isRepeatable(.post, "/v1/progress/a/completed-units", body, isForm: isForm)
        }

        #expect(units(#"{"count":1,"writer":"w","sequence":3}"#) == true)
        #expect(units("count=1&writer=w&sequence=3", isForm: true) == true)
        #expect(units("count=1", isForm: true) == false)
        #expect(units(#"{"count":1}"#) == false)
        #expect(units(#"{"count":1,"writer":"w"}"#) == false)
        #expect(units(#"{"count":1,"writer":"w","sequence":3"#) == false)
        #expect(units("") == false)
    }

    @Test(arguments: ["/v1/progress", "/v1/progress/a/children"])
    func `a create is repeatable with a key, and without a name`(path: String) {
        func create(_ body: String, hasKey: Bool = true, isForm: Bool = false) -> Bool? {
            Self.isRepeatable(.post, path, body, isForm: isForm, hasKey: hasKey)
        }
        let deep = String(repeating: #"{"children":["#, count: 1_000) + "{}" + String(repeating: "]}", count: 1_000)

        #expect(create("{}") == true)
        #expect(create(#"{"name":null,"totalUnitCount":2}"#) == true)
        #expect(create("totalUnitCount=2", isForm: true) == true)
        #expect(create(deep) == true)
        #expect(create("{}", hasKey: false) == false)
        #expect(create(#"{"name":"a"}"#) == false)
        #expect(create("name=a", isForm: true) == false)
        #expect(create(#"{"childID":"a","pendingUnitCount":1}"#) == false)
        #expect(create("{") == false)
    }

    @Test func `a heartbeat is repeatable`() {
        #expect(Self.isRepeatable(.post, "/v1/progress/a/heartbeat") == true)
    }

    @Test func `an agent's tool is repeatable if it only reads`() {
        func call(_ tool: String) -> Bool? {
            let body = #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"\#(tool)"}}"#
            return Self.isRepeatable(.post, "/mcp", body)
        }

        #expect(call("wait_progress") == true)
        #expect(call("list_progress") == true)
        #expect(call("report_progress") == false)
        #expect(call("no_tool") == false)
        #expect(Self.isRepeatable(.post, "/mcp", "{") == false)
    }

    @Test func `nothing else is`() {
        let body = #"{"count":1,"writer":"w","sequence":3}"#

        for (method, path) in Self.writes {
            #expect(Self.isRepeatable(method, path, body) == false, "\(method) \(path)")
        }
    }

    // MARK: Who may wait

    @Test func `reads and heartbeats may wait, and tools that do`() {
        #expect(Self.row(.get, "/v1/progress/a")?.waits == .ifAsked)
        #expect(Self.row(.post, "/v1/progress/a/heartbeat")?.waits == .ifAsked)
        #expect(Self.row(.post, "/mcp")?.waits == .asTool)
        for (method, path) in Self.writes { #expect(Self.row(method, path)?.waits == .never, "\(method) \(path)") }
    }
}
