import ProgressClient
import ProgressRegistry
import TestKit
import Testing

@Suite struct RemoteProgressTests {
    private let server: LiveServer
    private let service: ProgressService

    init() throws {
        server = try LiveServer()
        // Another server of this process may have had the port: the label makes the reporter this test's own.
        service = try ProgressService(for: server, labels: ["test": "\(UInt64.random(in: 0 ... .max))"])
    }

    /// The first snapshot of `reference` that fits, from its stream.
    private func snapshot(
        of reference: String,
        where fits: (ProgressSnapshot) -> Bool
    ) async throws -> ProgressSnapshot? {
        let selection = EventSelection(references: [reference], runs: true)
        for try await event in service.events(of: selection) {
            if let snapshot = event.snapshot, fits(snapshot) { return snapshot }
        }
        return nil
    }

    @Test func `a tree of work reads at the service as it does here`() async throws {
        let progress = RemoteProgress(totalUnitCount: 10, name: "import", service: service)
        let child = progress.child(totalUnitCount: 4, pendingUnitCount: 8)

        progress.complete(by: 1)
        child.complete(by: 2)
        child.localizedDescription = "Copying photos"
        progress.setUserInfo("x", forKey: "note")
        await progress.flush(within: .seconds(30))
        let tree = try await service.tree(of: "import")

        #expect(progress.fractionCompleted == 0.5 && tree.fractionCompleted == 0.5 && tree.leaseSeconds == 60)
        #expect(tree.children?.first?.localizedDescription == "Copying photos" && tree.userInfo == ["note": "x"])
        #expect(progress.id == tree.id && !progress.isFinished && !progress.isIndeterminate)
    }

    @Test func `finished children complete their parent, here and there`() async throws {
        let progress = RemoteProgress(totalUnitCount: 2, name: "import", service: service)
        for _ in 0..<2 {
            await progress.withChild(totalUnitCount: 3, pendingUnitCount: 1) { $0.complete(by: 1) }
        }

        await progress.flush(within: .seconds(30))
        let snapshot = try await service.progress("import")

        #expect(progress.isFinished && progress.completedUnitCount == 2)
        #expect(snapshot.isFinished && snapshot.completedUnitCount == 2)
    }

    @Test func `a hundred tasks complete one progress, and no unit is lost`() async throws {
        let progress = RemoteProgress(totalUnitCount: 10_000, name: "import", service: service)

        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<100 {
                group.addTask { for _ in 0..<100 { progress.complete(by: 1) } }
            }
        }
        await progress.flush(within: .seconds(30))

        #expect(try await service.progress("import").completedUnitCount == 10_000)
    }

    @Test func `who cancels at the service makes the work throw`() async throws {
        let service = service
        let work = Task {
            try await withProgress(totalUnitCount: 10, name: "import", service: service) { progress in
                while true {
                    try await progress.checkpoint()
                    await Task.yield()
                }
            }
        }

        _ = try await snapshot(of: "import") { _ in true }
        _ = try await service.cancel("import")
        let result = await work.result

        #expect(throws: CancellationError.self) { try result.get() }
        #expect(try await service.progress("import").state == .cancelled)
    }

    @Test func `work that is paused at the service stands still until it is resumed`() async throws {
        let progress = RemoteProgress(totalUnitCount: 10, name: "import", service: service)
        await progress.flush(within: .seconds(30))
        let (steps, step) = AsyncStream.makeStream(of: String.self)
        progress.pausingHandler = { step.yield("pause") }
        progress.resumingHandler = { step.yield("resume") }
        var told = steps.makeAsyncIterator()

        _ = try await service.pause("import")
        let first = await told.next()
        let work = Task {
            try await progress.checkpoint()
            step.yield("work")
        }
        _ = try await service.resume("import")
        let second = await told.next()
        let third = await told.next()
        try await work.value

        #expect(first == "pause" && Set([second, third]) == ["resume", "work"])
    }

    @Test func `a scope finishes what returns, and fails what throws`() async throws {
        struct DiskFull: Error {}

        await withProgress(totalUnitCount: 10, name: "good", service: service) { $0.complete(by: 3) }
        try? await withProgress(totalUnitCount: 10, name: "bad", service: service) { _ in throw DiskFull() }
        await Reporter.shared(for: service).flush(within: .seconds(30))

        let good = try await service.progress("good")
        let bad = try await service.progress("bad")
        #expect(good.state == .finished && good.completedUnitCount == 10)
        #expect(bad.state == .failed && bad.failure?.message == "DiskFull()" && bad.failure?.code == "DiskFull")
    }

    @Test func `a task that is cancelled fails its progress`() async throws {
        let progress = RemoteProgress(totalUnitCount: 10, name: "import", service: service)
        let work = Task {
            try await progress.end { progress in
                while true {
                    try await progress.checkpoint()
                    await Task.yield()
                }
            }
        }
        work.cancel()

        _ = await work.result
        await progress.flush(within: .seconds(30))

        let snapshot = try await service.progress("import")
        #expect(snapshot.state == .failed && snapshot.failure?.code == "cancelled")
    }

    @Test func `code that knows nothing of its caller begins a child of it`() async throws {
        let progress = RemoteProgress(totalUnitCount: 10, name: "import", service: service)

        await progress.withReservation(units: 4) {
            let header = RemoteProgress.reservationHeaders["Progress-Reservation"]
            // Another service: it has the header of the request only.
            await RemoteProgress.withReservation(of: header) {
                await withProgress(totalUnitCount: 3, name: "resize", service: service) { $0.complete(by: 3) }
            }
        }
        await progress.withReservation(units: 2) {}
        await progress.flush(within: .seconds(30))

        let parent = try await service.progress("import")
        let child = try await service.progress("resize")
        #expect(child.parentID == parent.id && child.pendingUnitCount == 4)
        #expect(parent.completedUnitCount == 6 && progress.completedUnitCount == 6)
        #expect(RemoteProgress.reservationHeaders.isEmpty)
    }

    @Test func `after a restart of the service the progress is there again`() async throws {
        let port = server.port
        let progress = RemoteProgress(totalUnitCount: 10, name: "import", service: service)
        await progress.flush(within: .seconds(30))

        server.stop()
        let second = try LiveServer { $0.port = port }
        progress.complete(by: 4)
        let snapshot = try await snapshot(of: "import") { $0.completedUnitCount == 4 }

        #expect(snapshot?.totalUnitCount == 10)
        withExtendedLifetime((second, progress)) {}
    }
}
