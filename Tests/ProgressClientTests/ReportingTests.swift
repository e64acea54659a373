import Foundation
import Testing

/// The rules of docs/reporting.md, by the rows that all clients pass.
@Suite struct ReportingTests {
    static let rows: [ReportingRow] = {
        let folder = URL(filePath: #filePath).appending(path: "../../clients/reporting").standardized
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.filter { $0.hasSuffix(".json") }.sorted().flatMap { file -> [ReportingRow] in
            do {
                return try JSONDecoder().decode(
                    [ReportingRow].self,
                    from: Data(contentsOf: folder.appending(path: file))
                )
            } catch {
                Issue.record("\(file): \(error)")
                return []
            }
        }
    }()

    @Test func `there are rows`() { #expect(Self.rows.count > 50) }

    @Test(arguments: rows.filter { !$0.hasFractions })
    func `the client reports as the row says`(row: ReportingRow) async throws {
        try await ReportingStory(row).tell()
    }
}
