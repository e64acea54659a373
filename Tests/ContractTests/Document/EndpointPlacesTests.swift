import Foundation
import MicroHTTPD
import ProgressTelemetry
import Testing

@testable import ProgressHTTP

/// The places outside of the source that know every call, and that nothing else reminds of a new one.
struct EndpointPlacesTests {
    private static func text(_ path: String) throws -> String {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return try String(contentsOf: folder.deletingLastPathComponent().appending(path: "../\(path)"), encoding: .utf8)
    }

    /// The calls about a node: their last words, and whether their body is read.
    private static let belowNode = Path.allCases.compactMap { path -> (word: String, path: Path)? in
        guard path.isOfProgress, let word = path.pattern.description.split(separator: "/").dropFirst(3).first else {
            return nil
        }
        return path == .kubeflowStatus ? nil : (String(word), path)
    }

    @Test(arguments: [
        "docs/contract.md", "Tests/ContractTests/Access/RoleTests.swift", "Tests/attack/mutation/calls.py",
    ])
    func `every call about a node is there`(_ file: String) throws {
        let text = try Self.text(file)

        #expect(Self.belowNode.count > 12)
        for (word, _) in Self.belowNode where word != "events" {
            let isThere = ["/\(word)", "\"\(word)\""].contains(where: text.contains)
            #expect(isThere, "\(file) has no \(word)")
        }
    }

    @Test func `every body that is read is sent at its limit`() throws {
        let inputs = try Self.text("Tests/attack/attacking/inputs.py")

        for (word, path) in Self.belowNode where CallTable.row(.post, on: path) != nil {
            #expect(inputs.contains("/\(word)"), "no input for \(word)")
        }
    }

    @Test(arguments: ["Tests/ContractTests/Observability/MetricsTests.swift", "Tests/observability/check.py"])
    func `every operation is counted there`(_ file: String) throws {
        let text = try Self.text(file)

        for operation in WriteOperation.allCases {
            #expect(text.contains("\"\(operation.label)\""), "\(file) counts no \(operation.label)")
        }
    }
}
