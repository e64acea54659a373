import TestKit
import Testing

@testable import ProgressHTTP

/// The source's paths and the document's are the same set. Files that the pages load, and optional paths that speak
/// another protocol, which describes them, are not part of the document.
struct RouteTests {
    private static let others: Set<Path> = [.asset, .mcp, .kubeflowStatus, .trainJobStatus, .server]
    private static let paths = Path.allCases.filter { !others.contains($0) }

    @Test func `every path stands in the document, with the same methods`() throws {
        let document = try ContractDocument()

        for path in Self.paths {
            let documented = Set(document.operations.filter { $0.path == path.pattern.description }.map(\.method))
            let allowed = Set(CallTable.allowed(on: path).split(separator: ", ").map(String.init))
            #expect(allowed.subtracting(["HEAD", "OPTIONS"]) == documented, "\(path)")
        }
    }

    @Test func `every path of the document is a path of the service`() throws {
        let document = try ContractDocument()

        #expect(Set(document.root.paths.keys) == Set(Self.paths.map(\.pattern.description)))
    }

    @Test func `every path has a call`() {
        for path in Path.allCases { #expect(CallTable.allowed(on: path) != "OPTIONS", "\(path)") }
    }
}
