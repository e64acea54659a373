import ProgressRegistry
import Testing

@testable import ProgressHTTP

struct RouterTests {
    @Test(arguments: [
        ("/v1/progress", "progressList"), ("/v1/progress/a", "progress"), ("/v1/progress/a/tree", "tree"),
        ("/v1/progress/a/children", "children"), ("/v1/progress/a/completed-units", "completedUnits"),
        ("/v1/progress/a/heartbeat", "heartbeat"), ("/v1/progress/a/reservations", "reservations"),
        ("/v1/progress/a/cancel", "cancel"), ("/v1/progress/a/pause", "pause"),
        ("/v1/progress/a/resume", "resume"), ("/v1/progress/a/fail", "fail"),
        ("/v1/progress/a/finish", "finish"),
        ("/v1/progress/a/events", "progressEvents"), ("/v1/events", "events"), ("/v1/batch", "batch"),
        ("/v1/reservations/a", "reservation"), ("/healthz", "health"), ("/readyz", "readiness"),
        ("/metrics", "metrics"), ("/openapi.yaml", "contract"), ("/openapi.json", "contractJSON"),
        ("/docs", "reference"), ("/", "dashboard"), ("/progress/a", "page"), ("/mcp", "mcp"),
        ("/v1/progress/a/kubeflow-status", "kubeflowStatus"),
        ("/apis/trainer.kubeflow.org/v1alpha1/namespaces/ns/trainjobs/job/status", "trainJobStatus"),
        ("/progress/a.svg", "badge"), ("/progress/.svg", "page"),
        ("/problems/cycle", "problemPage"),
    ])
    func `every path finds its route`(path: String, name: String) {
        let route = Self.route(path).map { "\($0.path)" }

        #expect(route == name)
    }

    @Test(arguments: [
        "", "v1/progress", "/v1", "/v1/", "/v1/progress/", "/v1/progress//", "/v1/progress//tree",
        "/v1/progress/a/", "/v1/progress/a/tree/", "/v1/progress/a/trees", "/v1/progress/a/tre",
        "/v1/progress/a/tree/b", "/v1/progresses", "/V1/progress", "/v1/progress/a/Tree", "/v1/reservations",
        "/v1/reservations/", "/v1/reservations/a/b", "/progress", "/progress/", "/progress/a/b", "/healthz/",
        "/v2/progress", "//", "/../v1/progress", "/v1/events/", "/v1/batch/",
    ])
    func `no other path finds one`(path: String) {
        #expect(Self.route(path) == nil)
    }

    @Test func `a node is named by its id in either case, by its name, or not at all`() {
        let id = "3F0C9A5E-7d41-4e0b-9c67-5b1f0f6f2a11"

        #expect(Self.reference("/v1/progress/\(id)") == "id \(id.lowercased())")
        #expect(Self.reference("/v1/progress/%33F0C9A5E-7d41-4e0b-9c67-5b1f0f6f2a11") == "id \(id.lowercased())")
        #expect(Self.reference("/v1/progress/nightly-backup") == "name nightly-backup")
        #expect(Self.reference("/v1/progress/nightly%2Dbackup") == "name nightly-backup")
        #expect(Self.reference("/v1/progress/a%2Fb") == "impossible")
        #expect(Self.reference("/v1/progress/a%zz") == "impossible")
        #expect(Self.reference("/v1/progress/-a") == "impossible")
        #expect(Self.reference("/v1/progress/" + String(repeating: "a", count: 128)).hasPrefix("name"))
        #expect(Self.reference("/v1/progress/" + String(repeating: "a", count: 129)) == "impossible")
    }

    private static func route(_ path: String) -> Route? {
        Array(path.utf8).withUnsafeBufferPointer { Router.route($0) }
    }

    private static func reference(_ path: String) -> String {
        guard let node = route(path)?.node else { return "no node" }
        switch node {
        case .id(let id): return "id \(id)"
        case .name(let name): return "name \(name)"
        case .impossible: return "impossible"
        }
    }
}
