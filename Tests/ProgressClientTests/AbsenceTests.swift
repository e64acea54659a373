import ProgressClient
import ProgressRegistry
import TestKit
import Testing

/// Work with a service that is not there, or says nothing.
@Suite struct AbsenceTests {
    /// A second's work of a program, reported to the service at `port`.
    private func work(port: UInt16) async throws -> RemoteProgress {
        let progress = RemoteProgress(totalUnitCount: 100_000, service: try ProgressService(port: port))
        for _ in 0..<100_000 {
            progress.complete(by: 1)
            try await progress.checkpoint()
        }
        return progress
    }

    @Test func `work beside a service that is down is as done as any`() async throws {
        let progress = try await work(port: AbsentServer.port())
        progress.finish()
        let isSaid = await progress.flush(within: .seconds(30))

        #expect(progress.isFinished && !isSaid)
    }

    @Test func `the last word to a service that accepts and stays silent is given up after the time that it has`()
        async throws
    {
        let silent = ScriptedServer()
        let progress = try await work(port: silent.port)
        progress.finish()

        let isSaid = progress.node.reporter?.sayFarewell(within: .milliseconds(50))

        #expect(progress.isFinished && isSaid == false)
    }

    @Test func `a reservation that the service does not grant costs nothing but the child`() async throws {
        let service = try ProgressService(port: AbsentServer.port())
        let progress = RemoteProgress(totalUnitCount: 10, service: service)

        let value = await progress.withReservation(units: 4) { RemoteProgress.reservation }

        #expect(value == nil && progress.completedUnitCount == 4)
    }

    @Test func `a refused reservation is warned of once, and costs nothing but the child`() async throws {
        let server = try LiveServer { $0.maximumReservations = 0 }
        let world = FakeWorld()
        let reporter = Reporter(try ProgressService(for: server), environment: world.liveCourier)
        let progress = RemoteProgress(NewProgress(totalUnitCount: 10), reporter: reporter)

        for _ in 0..<2 { await progress.withReservation(units: 4) {} }

        #expect(progress.completedUnitCount == 8 && world.warnings.count == 1)
        #expect(world.warnings.first?.contains("507, The service holds at most 0 open reservations;") == true)
    }
}
