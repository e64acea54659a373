import MicroHTTPD
import Testing

@testable import ProgressHTTP

/// What a replica knows of a request before it reads it.
struct RequestReachTests {
    private static func reach(_ method: MicroHTTPD.Method, _ path: String) -> RequestNeeds {
        Array(path.utf8).withUnsafeBufferPointer { RequestNeeds(method, path: $0) }
    }

    @Test(arguments: [
        "/", "/healthz", "/readyz", "/metrics", "/docs", "/openapi.yaml", "/openapi.json", "/dashboard.css",
        "/problems/not-found", "/nowhere", "/v1/nowhere",
    ])
    func `what is the same on all replicas needs no trees`(path: String) {
        #expect(Self.reach(.get, path) == .nothing)
    }

    @Test(arguments: [
        "/v1/progress", "/v1/progress/a", "/v1/progress/a/tree", "/v1/progress/a/children", "/v1/progress/a/runs",
        "/v1/session", "/progress/a", "/progress/a.svg", "http://host/v1/progress/a",
    ])
    func `what shows the trees reads them`(path: String) {
        #expect(Self.reach(.get, path) == .reads)
        #expect(Self.reach(.head, path) == .reads)
    }

    @Test(arguments: ["/v1/events", "/v1/progress/a/events", "/progress.txt", "/progress/a.txt"])
    func `streams and text views follow the trees`(path: String) {
        #expect(Self.reach(.get, path) == .follows)
    }

    @Test func `every call that counts as a write needs the writer, and so does a batch`() {
        let writes: [(MicroHTTPD.Method, String)] = [
            (.post, "/v1/progress"), (.put, "/v1/progress/a"), (.patch, "/v1/progress/a"), (.delete, "/v1/progress/a"),
            (.post, "/v1/progress/a/children"), (.post, "/v1/progress/a/completed-units"),
            (.post, "/v1/progress/a/heartbeat"), (.post, "/v1/progress/a/cancel"), (.post, "/v1/progress/a/grants"),
            (.delete, "/v1/grants/a"), (.post, "/v1/progress/a/reservations"), (.delete, "/v1/reservations/a"),
            (.post, "/v1/session"), (.delete, "/v1/session"), (.post, "/v1/batch"), (.delete, "/v1/progress/a/runs"),
        ]

        for (method, path) in writes { #expect(Self.reach(method, path) == .writes, "\(method) \(path)") }
    }

    @Test func `a method that a path lacks is refused anywhere`() {
        #expect(Self.reach(.post, "/v1/events") == .nothing)
        #expect(Self.reach(.delete, "/docs") == .nothing)
        #expect(Self.reach(.options, "/v1/progress") == .nothing)
    }
}
