import ProgressClient
import ProgressRegistry
import TestKit
import Testing

@Suite struct EventTests {
    private let server: LiveServer
    private let service: ProgressService

    init() throws {
        server = try LiveServer()
        service = try ProgressService(for: server)
    }

    @Test func `every event carries the whole snapshot, and the end of the work ends the sequence`() async throws {
        _ = try await service.put(NewProgress(name: "import", totalUnitCount: 2))
        var told: [String] = []

        for try await event in service.events(of: "import") {
            switch event {
            case .snapshot(let snapshot): told.append("snapshot \(snapshot.completedUnitCount)")
            case .progress(let snapshot): told.append("progress \(snapshot.completedUnitCount) \(snapshot.name ?? "")")
            case .state(let snapshot, _): told.append("state \(snapshot.state)")
            case .synced:
                told.append("synced")
                _ = try await service.complete("import", by: 2)
            default: told.append("other")
            }
        }

        #expect(told == ["snapshot 0", "synced", "progress 2 import", "state finished"])
    }

    @Test func `a stream of a subtree tells of children, and of what goes`() async throws {
        let root = try await service.create(NewProgress(totalUnitCount: 2))
        var child: ProgressSnapshot?
        var isGone = false

        for try await event in service.events(of: root.id, descendants: true) {
            switch event {
            case .synced:
                var new = NewProgress(name: "step", totalUnitCount: 1)
                new.pendingUnitCount = 1
                _ = try await service.create(new, under: root.id)
            case .child(let snapshot):
                child = snapshot
                try await service.delete(snapshot.id)
            case .removed(let id, let reason):
                if id == root.id { continue }
                isGone = id == child?.id && reason == nil
                try await service.delete(root.id)
            default: break
            }
        }

        #expect(child?.name == "step" && isGone)
    }

    @Test func `a stream of a name waits for its first run, and goes on with the next`() async throws {
        var runs: [Int64] = []
        let selection = EventSelection(references: ["nightly"], runs: true)

        for try await event in service.events(of: selection) {
            switch event {
            case .synced: _ = try await service.put(NewProgress(name: "nightly", totalUnitCount: 1))
            case .snapshot(let snapshot):
                runs.append(snapshot.run ?? 0)
                if runs.count == 2 { break }
                _ = try await service.finish("nightly")
                _ = try await service.put(NewProgress(name: "nightly", totalUnitCount: 1))
                continue
            default: continue
            }
            if runs.count == 2 { break }
        }

        #expect(runs == [1, 2])
    }

    @Test func `nobody to watch is a problem`() async throws {
        let error = await #expect(throws: ServiceError.self) {
            for try await _ in service.events(of: "nobody") {}
        }

        guard case .problem(let problem) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(problem.status == 404)
    }

    @Test func `a watcher whose task is cancelled ends`() async throws {
        _ = try await service.put(NewProgress(name: "import", totalUnitCount: 2))
        let service = service
        let watcher = Task {
            var count = 0
            for try await _ in service.events(of: "import") { count += 1 }
            return count
        }

        try await Task.sleep(for: .milliseconds(50))
        watcher.cancel()
        let result = await watcher.result

        #expect(throws: ServiceError.self) { try result.get() }
    }

    @Test func `a watcher goes on after the service was started again`() async throws {
        let port = server.port
        _ = try await service.put(NewProgress(name: "import", totalUnitCount: 2))
        var second: LiveServer?
        var resets = 0

        for try await event in service.events(of: "import") {
            if case .synced = event, second == nil {
                server.stop()
                second = try LiveServer { $0.port = port }
                _ = try await service.put(NewProgress(name: "import", totalUnitCount: 3))
            }
            if case .reset = event { resets += 1 }
            if event.snapshot?.totalUnitCount == 3 { break }
        }

        #expect(resets == 1)
        withExtendedLifetime(second) {}
    }
}
