import ProgressClient
import ProgressRegistry
import TestKit
import Testing

/// A program that has a reservation and no token, at a service that wants tokens.
@Suite struct ClaimTests {
    private let world = FakeWorld()

    @Test func `what is created with a reservation is reported with its token`() throws {
        let reporter = try world.reporter(reservation: "claim")
        let root = reporter.begin(NewProgress(name: "import", totalUnitCount: 10))
        world.advance()
        let creation = world.create("1")
        world.advance(by: .seconds(1))
        let beat = world.answer(204, ["progress-directive": "run"])

        root.complete(by: 1)
        world.advance(by: .milliseconds(250))
        let addition = world.answer(204)
        _ = reporter.begin(NewProgress(totalUnitCount: 5), under: root)
        root.complete(by: 1)
        world.advance(by: .milliseconds(250))

        #expect(creation?.header("Authorization") == nil && creation?.header("Progress-Reservation") == "claim")
        #expect(beat?.header("Authorization") == "Bearer claim" && beat?.header("Prefer")?.hasPrefix("wait") == true)
        #expect(addition?.header("Authorization") == "Bearer claim")
        #expect(world.sent.last?.header("Authorization") == "Bearer claim")
        #expect(world.sent.last?.lines.map { $0["headers"]?["Authorization"] } == ["Bearer claim", "Bearer claim"])
    }

    @Test func `a token counts more than a reservation`() throws {
        let reporter = try world.reporter(token: "secret", reservation: "claim")
        let root = reporter.begin(NewProgress(name: "import", totalUnitCount: 10))
        world.advance()
        let creation = world.create("1")
        root.complete(by: 1)
        world.advance(by: .milliseconds(250))

        #expect(creation?.header("Authorization") == "Bearer secret")
        #expect(world.sent.last?.headers.count { $0.name == "Authorization" } == 1)
        #expect(world.sent.last?.header("Authorization") == "Bearer secret")
    }
}

/// Claims at a real service.
@Suite struct LiveClaimTests {
    private let server: LiveServer
    /// A client with the token of an operator.
    private let owner: ProgressService

    init() throws {
        let tokens = try AccessToken.list("operator:secret")
        server = try LiveServer { $0.tokens = tokens }
        var owner = try ProgressService(for: server)
        owner.token = "secret"
        self.owner = owner
    }

    /// Without a token, with the reservation of 4 units of a parent of 10.
    private func worker() async throws -> ProgressService {
        let parent = try await owner.create(NewProgress(name: "parent", totalUnitCount: 10))
        var worker = try ProgressService(for: server)
        worker.reservation = try await owner.reserve(4, of: parent.id).token
        return worker
    }

    @Test func `work is reported to its end`() async throws {
        let service = try await worker()

        await withProgress(totalUnitCount: 3, name: "work", service: service) { progress in
            await progress.withChild(totalUnitCount: 1, pendingUnitCount: 1) { $0.complete(by: 1) }
            await progress.withReservation(units: 1) {}
            progress.complete(by: 1)
            await progress.flush(within: .seconds(30))
        }
        await Reporter.shared(for: service).flush(within: .seconds(30))

        #expect(try await owner.progress("work").state == .finished)
        #expect(try await owner.progress("parent").completedUnitCount == 4)
    }

    @Test func `a cancel is heard`() async throws {
        let service = try await worker()
        let progress = RemoteProgress(totalUnitCount: 3, name: "work", service: service)
        await progress.flush(within: .seconds(30))
        let (cancels, cancel) = AsyncStream.makeStream(of: Void.self)
        progress.cancellationHandler = { cancel.yield() }

        _ = try await owner.cancel("work")
        var told = cancels.makeAsyncIterator()
        await told.next()

        #expect(progress.isCancelled)
    }

    @Test func `calls after the create have the token of the reservation, and none before has it`() async throws {
        let service = try await worker()

        await #expect(throws: ServiceError.self) { try await service.progress("parent") }
        let created = try await service.put(NewProgress(name: "work", totalUnitCount: 3))
        let finished = try await service.finish(created.id)

        #expect(finished.state == .finished)
    }
}
