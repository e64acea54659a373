import Foundation
import ProgressClient
import ProgressMirroring
import Testing

@Suite struct MirroringTests {
    private let world = FakeWorld()

    /// A local progress, mirrored; the service knows it as `1`.
    private func mirror(_ local: Progress) throws -> RemoteProgress {
        let remote = RemoteProgress(mirroring: local, reporter: try world.reporter())
        world.advance()
        world.create("1")
        return remote
    }

    @Test func `counts of a local progress are reported as they are`() throws {
        let local = Progress(totalUnitCount: 10)
        let remote = try mirror(local)

        local.completedUnitCount = 4
        world.advance(by: .milliseconds(500))

        #expect(world.sent.last?.json == ["completedUnitCount": 4] && remote.fractionCompleted == 0.4)
    }

    @Test func `the last word is the newest state of the local progress`() async throws {
        let local = Progress(totalUnitCount: 10)
        let remote = try mirror(local)

        local.completedUnitCount = 7
        async let isSaid = remote.node.reporter?.flush(within: .seconds(30))
        while remote.completedUnitCount != 7 { await Task.yield() }
        while world.openCount == 0 {
            world.advance()
            await Task.yield()
        }
        let request = world.answer(204)

        #expect(await isSaid == true && request?.json == ["completedUnitCount": 7])
    }

    @Test func `children of a local progress show in thousandths`() throws {
        let local = Progress(totalUnitCount: 2)
        let child = Progress(totalUnitCount: 4, parent: local, pendingUnitCount: 1)
        let remote = try mirror(local)

        child.completedUnitCount = 1
        world.advance(by: .milliseconds(500))

        #expect(remote.totalUnitCount == 2_000 && remote.completedUnitCount == 250)
    }

    @Test func `the end of a local progress is the end of the remote one`() throws {
        let local = Progress(totalUnitCount: 2)
        let remote = try mirror(local)

        local.completedUnitCount = 2
        world.advance(by: .milliseconds(500))
        world.answerBatch([#"{"status":204}"#, #"{"status":204}"#])
        world.advance(by: .seconds(60))

        #expect(world.sent.count == 2 && world.sent.last?.lines.last?["path"] == "/v1/progress/1/finish")
        withExtendedLifetime(remote) {}
    }

    @Test func `pause, resume and cancel at the service reach the local progress`() throws {
        let local = Progress(totalUnitCount: 10)
        let remote = try mirror(local)

        local.completedUnitCount = 1
        world.advance(by: .milliseconds(500))
        world.answer(204, ["progress-directive": "pause"])
        let isPaused = local.isPaused
        local.completedUnitCount = 2
        world.advance(by: .milliseconds(500))
        world.answer(204, ["progress-directive": "run"])
        let isResumed = !local.isPaused
        local.completedUnitCount = 3
        world.advance(by: .milliseconds(500))
        world.answer(204, ["progress-directive": "cancel"])

        #expect(isPaused && isResumed && local.isCancelled && remote.isCancelled)
    }

    @Test func `pause and cancel of the local progress reach the service`() throws {
        let local = Progress(totalUnitCount: 10)
        let remote = try mirror(local)

        local.pause()
        world.advance(by: .milliseconds(500))
        let pause = world.answer(204, ["progress-directive": "pause"])
        local.cancel()
        world.advance(by: .milliseconds(500))

        #expect(pause?.line == "POST /v1/progress/1/pause" && world.sent.last?.line == "POST /v1/progress/1/cancel")
        withExtendedLifetime(remote) {}
    }
}
