import ProgressRegistry
import Testing

@testable import ProgressHTTP

struct RouterTests {
    /// A path of each pattern.
    private static let examples = [
        "{id}": "a", "{token}": "a", "{grantID}": "a", "{slug}": "cycle", "{asset}": "dashboard.css",
        "{namespace}": "ns", "{name}": "job",
    ]

    @Test(arguments: Path.allCases) func `every path finds its route`(path: Path) {
        let example = Self.examples.reduce(path.pattern.description) { $0.replacing($1.key, with: $1.value) }

        #expect(Self.route(example)?.path == path, "\(example)")
    }

    @Test func `a name of four letters is never a picture`() {
        #expect(Self.route("/progress/.svg")?.path == .page)
    }

    @Test(arguments: [
        "", "v1/progress", "/v1/", "/v11", "/v1/progress/", "/v1/progress//", "/v1/progress//tree",
        "/v1/progress/a/", "/v1/progress/a/tree/", "/v1/progress/a/trees", "/v1/progress/a/tre",
        "/v1/progress/a/tree/b", "/v1/progresses", "/V1/progress", "/v1/progress/a/Tree", "/v1/reservation",
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
