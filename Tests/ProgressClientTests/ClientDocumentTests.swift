import TestKit
import Testing

@testable import ProgressClient

/// The client's values against `openapi.yaml`: a member that one of them forgets fails.
@Suite struct ClientDocumentTests {
    private let server: LiveServer
    private let service: ProgressService
    private let schemas: JSON

    init() throws {
        server = try LiveServer()
        service = try ProgressService(for: server)
        schemas = HTTPClient(server).get("/openapi.json").json.components.schemas
    }

    @Test func `a snapshot has the members that the document gives a progress`() async throws {
        let root = try await service.create(NewProgress(totalUnitCount: 10))
        var child = NewProgress(totalUnitCount: 1)
        child.pendingUnitCount = 1
        let failed = try await service.fail(service.create(child, under: root.id).id, message: "out of memory")
        let cancelled = try await service.cancel(root.id)
        let summary = try #require(try await service.progress(root.id, summary: true).summary)
        let failure = try #require(failed.failure)
        let control = try #require(cancelled.control)

        // The client writes its paths itself, and notes when a snapshot came.
        #expect(
            members(root).subtracting(["arrival"])
                == properties("Progress").subtracting(["links"]).union(treeProperties)
        )
        let move = try ServiceCoding.decode(ProgressMove.self, from: await service.progressData(root.id))
        #expect(members(move) == properties("ProgressEvent"))
        #expect(members(summary) == properties("Summary"))
        #expect(members(summary.latest) == Set(schemas.Summary.properties.latest.properties.keys))
        #expect(members(try #require(summary.firstFailure)) == properties("FirstFailure"))
        #expect(members(failure) == properties("Failure"))
        #expect(members(control) == properties("ControlCall"))
        #expect(members(try #require(control.by)) == properties("Caller"))
    }

    @Test func `other replies have the members that the document gives them`() async throws {
        let root = try await service.create(NewProgress(name: "import", totalUnitCount: 10))
        var step = NewProgress(totalUnitCount: 1)
        step.pendingUnitCount = 1
        _ = try await service.create(step, under: root.id)
        let runs = try await service.runs(of: "import")
        let opened = try await service.run(root.id, of: "import")
        let refusal = await #expect(throws: ServiceError.self) { _ = try await service.progress("nothing") }

        #expect(members(try await service.roots()) == properties("ProgressPage"))
        #expect(members(runs) == properties("RunList"))
        #expect(members(try #require(runs.items.first)) == properties("Run"))
        #expect(members(opened) == properties("OpenedRun"))
        #expect(members(try #require(opened.steps.first)) == properties("RunStep"))
        #expect(members(try await service.grant(root.id)) == properties("Grant"))
        #expect(members(try await service.reserve(1, of: root.id)) == properties("Reservation"))
        #expect(members(try #require(refusal?.problem)) == properties("Problem"))
    }

    @Test func `a new progress can set what the document lets it set`() {
        #expect(members(NewProgress()) == properties("NewProgress").union(properties("NewChild")))
    }

    @Test func `the states are those of the document`() {
        #expect(Set(ProgressState.allCases.map(\.rawValue)) == Set(schemas.State.enum.list.compactMap(\.string)))
    }

    // MARK: Members

    private func members(_ value: some Decodable) -> Set<String> {
        Set(Mirror(reflecting: value).children.compactMap(\.label))
    }

    private func properties(_ schema: String) -> Set<String> { Set(schemas[schema].properties.keys) }

    /// The properties that a tree has beside those of a progress.
    private var treeProperties: Set<String> {
        Set(schemas.ProgressTree.allOf.list.flatMap(\.properties.keys))
    }
}

extension ServiceError {
    fileprivate var problem: Problem? { if case .problem(let problem) = self { problem } else { nil } }
}
