import FoundationEssentials
import ProgressClient
import TestKit
import Testing

@Suite struct ServiceTests {
    private let server: LiveServer
    private let service: ProgressService

    init() throws {
        server = try LiveServer()
        service = try ProgressService(for: server)
    }

    @Test func `a progress is created, counted and finished`() async throws {
        var new = NewProgress(name: "import", totalUnitCount: 4)
        new.kind = "file"
        new.labels = ["job": "4711"]
        new.userInfo = ["note": "x", "size": 2.5]

        let created = try await service.put(new)
        let halfway = try await service.complete("import", by: 2)
        let finished = try await service.setCounts(created.id, completed: 4)

        #expect(created.name == "import" && created.run == 1 && created.labels == ["job": "4711"])
        #expect(created.userInfo == ["note": "x", "size": 2.5])
        #expect(halfway.fractionCompleted == 0.5 && halfway.state == .running)
        #expect(finished.isFinished && finished.endedAt != nil && finished.version > created.version)
    }

    @Test func `a tree comes nested, lists come in pages`() async throws {
        let root = try await service.create(NewProgress(totalUnitCount: 10))
        for name in ["a", "b", "c"] {
            var child = NewProgress(name: name, totalUnitCount: 2)
            child.pendingUnitCount = 3
            _ = try await service.create(child, under: root.id)
        }

        let tree = try await service.tree(of: root.id, summary: true)
        let page = try await service.children(of: root.id, limit: 2)
        let rest = try await service.children(of: root.id, limit: 2, cursor: page.nextCursor)
        let roots = try await service.roots(RootQuery(states: [.running, .indeterminate]))

        #expect(tree.children?.map(\.name) == ["a", "b", "c"] && tree.summary?.nodeCounts["running"] == 4)
        #expect(page.items.map(\.name) == ["a", "b"] && rest.items.map(\.name) == ["c"] && rest.nextCursor == nil)
        #expect(roots.items.map(\.id) == [root.id])
    }

    @Test func `a create with a key is made once, others each time`() async throws {
        var child = NewProgress()
        child.pendingUnitCount = 1
        let first = try await service.create(NewProgress(), idempotencyKey: "k")
        let second = try await service.create(NewProgress(), idempotencyKey: "k")
        let children = [
            try await service.create(child, under: first.id, idempotencyKey: "k"),
            try await service.create(child, under: first.id, idempotencyKey: "k"),
            try await service.create(child, under: first.id), try await service.create(child, under: first.id),
        ]

        #expect(first.id == second.id)
        #expect(Set(children.map(\.id)).count == 3)
    }

    @Test func `control, failure, grants, reservations and runs are one call each`() async throws {
        let first = try await service.put(NewProgress(name: "backup", totalUnitCount: 4))

        let paused = try await service.pause(first.id, reason: "lunch")
        let resumed = try await service.resume(first.id)
        let grant = try await service.grant(first.id, role: "viewer", expiresIn: 60)
        let reservation = try await service.reserve(1, of: first.id)
        try await service.resign(reservation.token)
        let failed = try await service.fail(first.id, message: "The disk is full.", code: "ENOSPC")
        let second = try await service.put(NewProgress(name: "backup", totalUnitCount: 4))
        let finished = try await service.finish("backup")
        let runs = try await service.runs(of: "backup")
        try await service.delete(second.id)

        #expect(paused.isPaused && paused.control?.reason == "lunch" && !resumed.isPaused)
        #expect(grant.nodeID == first.id && reservation.parentID == first.id)
        #expect(failed.failure?.code == "ENOSPC" && failed.completedUnitCount == 1)
        #expect(finished.id == second.id && finished.isFinished)
        #expect(runs.items.map(\.state) == [.finished, .failed])
    }

    @Test func `a problem is thrown with its status, slug and detail`() async throws {
        let error = await #expect(throws: ServiceError.self) { try await service.progress("nobody") }

        guard case .problem(let problem) = error else {
            Issue.record("no problem")
            return
        }
        #expect(problem.status == 404 && problem.slug == "not-found" && problem.detail?.contains("nobody") == true)
        #expect(ServiceError.problem(problem).description.hasPrefix("404, No progress has the id or name \"nobody\"."))
    }

    @Test func `a service that is not there is unreachable at once`() async throws {
        let service = try ProgressService(port: AbsentServer.port())

        let error = await #expect(throws: ServiceError.self) { try await service.progress("import") }

        guard case .unreachable = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `many calls at once all get their own replies`() async throws {
        let root = try await service.create(NewProgress(totalUnitCount: 1_000))
        let service = service

        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<100 { group.addTask { _ = try await service.complete(root.id, by: 1) } }
            try await group.waitForAll()
        }

        #expect(try await service.progress(root.id).completedUnitCount == 100)
    }

    @Test func `a cancelled task does not wait for the reply`() async throws {
        let root = try await service.create(NewProgress(totalUnitCount: 1))
        let service = service
        let call = Task { () throws(ServiceError) -> Int in
            let waits = [(name: "Prefer", value: "wait=60")]
            return try await service.call(
                "POST",
                "/v1/progress/\(root.id)/heartbeat",
                headers: waits,
                timeout: .seconds(62)
            ).status
        }

        call.cancel()
        let result = await call.result

        #expect(throws: ServiceError.self) { try result.get() }
    }

    @Test func `the environment says where the service is`() throws {
        let service = try ProgressService.fromEnvironment([
            "PROGRESSD_URL": "https://progress.example.com/team/", "PROGRESSD_TOKEN": " secret ",
            "PROGRESSD_RESERVATION": "", "PROGRESSD_LABELS": "job=4711, team=data=x",
        ])

        #expect(service.url.absoluteString == "https://progress.example.com/team" && service.token == "secret")
        #expect(service.reservation == nil && service.labels == ["job": "4711", "team": "data=x"])
        #expect(try ProgressService.fromEnvironment([:]).url.absoluteString == "http://127.0.0.1:8080")
    }

    @Test(arguments: [
        ["PROGRESSD_URL": "progress.example.com?token=x"], ["PROGRESSD_URL": "ftp://host"], ["PROGRESSD_LABELS": "job"],
        ["PROGRESSD_LABELS": "=4711"],
    ]) func `a setting that cannot be used is named`(environment: [String: String]) {
        let error = #expect(throws: ServiceError.self) { try ProgressService.fromEnvironment(environment) }

        #expect(error?.description.hasPrefix("invalid \(environment.keys.first ?? "?") ") == true)
    }
}
