import ProgressHTTP
import ProgressRegistry
import Testing

struct BodyLimitsTests {
    private func limit(_ path: String, _ change: (inout Configuration) -> Void = { _ in }) -> Int {
        var configuration = Configuration()
        change(&configuration)
        var path = path
        return path.withUTF8 { BodyLimits(configuration).maximumByteCount(at: $0) }
    }

    @Test(arguments: [
        ("/v1/progress", 1 << 20), ("/v1/progress/a/completed-units", 1 << 20), ("/v1/batch", 16 << 20),
        ("http://localhost/v1/batch", 16 << 20), ("/mcp", 65_536), ("http://localhost/mcp", 65_536),
        ("/v1/progress/a/kubeflow-status", 65_536), ("/v1/progress/a/kubeflow-statuses", 1 << 20),
        ("/apis/trainer.kubeflow.org/v1alpha1/namespaces/ns/trainjobs/job/status", 65_536), ("/nothing", 1 << 20),
    ])
    func `a body may be as large as its path needs`(path: String, expected: Int) {
        #expect(limit(path) == expected)
    }

    @Test func `a message is no larger than other bodies may be`() {
        #expect(limit("/mcp") { $0.maximumBodyBytes = 1_000 } == 1_000)
    }
}
