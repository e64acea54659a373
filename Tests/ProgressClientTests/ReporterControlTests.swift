import ProgressClient
import Synchronization
import Testing

@Suite struct ReporterControlTests {
    private let world = FakeWorld()

    /// A progress that the service knows as `1`.
    private func node(listens: Bool = false, leaseSeconds: Double? = nil) throws -> (Reporter, ReportedNode) {
        let reporter = try world.reporter()
        var new = NewProgress(name: "import", totalUnitCount: 10)
        new.leaseSeconds = leaseSeconds
        let node = reporter.begin(new, listens: listens)
        world.advance()
        world.create("1")
        return (reporter, node)
    }

    @Test func `nothing keeps work alive that has finished, or that its worker let go of`() throws {
        let (reporter, finished) = try node()
        let abandoned = reporter.begin(NewProgress(name: "export"))
        world.advance(by: .milliseconds(250))
        world.create("2")

        finished.complete(by: 10)
        abandoned.abandon()
        world.advance(by: .milliseconds(250))
        world.answer(204)
        world.advance(by: .seconds(300))

        #expect(world.sent.count == 3)
    }

    @Test func `who listens waits at the service for the next directive, and learns of it`() throws {
        let (_, node) = try node(listens: true)
        let told = Mutex<[Directive]>([])
        node.onDirective { directive in told.withLock { $0.append(directive) } }

        world.advance(by: .seconds(1))
        let listener = world.answer(204, ["progress-directive": "pause"])
        world.advance(by: .milliseconds(250))
        let paused = world.answer(204, ["progress-directive": "cancel"])
        world.advance(by: .seconds(60))

        #expect(
            listener?.line == "POST /v1/progress/1/heartbeat"
                && listener?.header("Prefer")?.hasPrefix("wait=20") == true
        )
        #expect(listener?.header("Progress-Directive") == "run" && paused?.header("Progress-Directive") == "pause")
        #expect(told.withLock { $0 } == [.pause, .cancel] && world.sent.count == 3)
    }

    @Test(arguments: [401, 403]) func `a pause ends where nothing more may be reported`(status: Int) async throws {
        let (_, node) = try node()
        let told = Mutex<[Directive]>([])
        node.onDirective { directive in told.withLock { $0.append(directive) } }
        node.complete(by: 1)
        world.advance(by: .milliseconds(250))
        world.answer(204, ["progress-directive": "pause"])

        node.complete(by: 1)
        world.advance(by: .milliseconds(250))
        world.answer(status)
        await node.waitWhilePaused()

        #expect(told.withLock { $0 } == [.pause, .run])
    }

    @Test func `counts are sent while a request listens`() throws {
        let (_, node) = try node(listens: true)

        world.advance(by: .seconds(1))
        node.complete(by: 1)
        world.advance(by: .milliseconds(250))

        #expect(world.openCount == 2 && world.sent.last?.line == "POST /v1/progress/1/completed-units")
    }

    @Test func `a service that holds no more requests gets heartbeats instead`() throws {
        let (_, node) = try node(listens: true)

        world.advance(by: .seconds(1))
        world.answer(429)
        world.advance(by: .seconds(19))
        world.advance(by: .seconds(1))

        #expect(
            world.sent.count == 3 && world.sent.last?.header("Prefer") == "return=minimal" && world.warnings.isEmpty
        )
        withExtendedLifetime(node) {}
    }

    @Test func `a directive reaches children, and cancel is for good`() throws {
        let (reporter, root) = try node()
        let child = reporter.begin(NewProgress(totalUnitCount: 5), under: root, pending: 4)

        root.complete(by: 1)
        world.advance(by: .milliseconds(250))
        world.answerBatch([
            #"{"status":201,"headers":{"Location":"/v1/progress/2"}}"#,
            #"{"status":204,"headers":{"Progress-Directive":"cancel"}}"#,
        ])
        root.complete(by: 1)
        world.advance(by: .milliseconds(250))
        world.answer(204, ["progress-directive": "run"])

        #expect(root.directive == .cancel && child.directive == .cancel)
    }

    @Test func `the worker's own control works at once, and a reply from before does not undo it`() throws {
        let (_, node) = try node()

        node.complete(by: 1)
        world.advance(by: .milliseconds(250))
        node.give(.pause)
        let atOnce = node.directive
        world.answer(204, ["progress-directive": "run"])
        let afterReply = node.directive
        world.advance(by: .milliseconds(250))

        #expect(atOnce == .pause && afterReply == .pause && world.sent.last?.line == "POST /v1/progress/1/pause")
    }

    @Test func `a pause suspends a task, and resume lets it go on`() async throws {
        let (_, node) = try node()
        node.give(.pause)
        let task = Task { await node.waitWhilePaused() }

        node.give(.resume)
        await task.value

        #expect(node.directive == .run)
    }

    @Test func `a task that waits out a pause ends its wait when it is cancelled`() async throws {
        let (_, node) = try node()
        node.give(.pause)
        let task = Task { await node.waitWhilePaused() }

        task.cancel()
        await task.value

        #expect(node.directive == .pause)
    }
}
