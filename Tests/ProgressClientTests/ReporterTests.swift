import ProgressClient
import Testing

/// The requests that a reporter sends for its progresses, and when.
@Suite struct ReporterTests {
    private let world = FakeWorld()

    /// A root of 10 units, which the service knows as 1.
    private func begin() throws -> (Reporter, ReportedNode) {
        let reporter = try world.reporter()
        let root = reporter.begin(NewProgress(name: "import", totalUnitCount: 10))
        world.advance()
        world.create("1")
        return (reporter, root)
    }

    @Test func `however fast the work is, four requests a second say everything`() throws {
        let reporter = try world.reporter()
        let node = reporter.begin(NewProgress(name: "import", totalUnitCount: 10_000))
        world.advance()
        world.create("1")

        for _ in 0..<10_000 {
            node.complete(by: 1)
            world.advance(by: .milliseconds(1))
            world.answer(204, ["progress-directive": "run"])
        }
        world.advance(by: .milliseconds(250))

        let counts = world.sent.dropFirst().compactMap { request -> Int64? in
            guard case .integer(let count)? = request.json["count"] else { return nil }
            return count
        }
        #expect((30...42).contains(counts.count) && counts.reduce(0, +) == 10_000)
    }

    @Test func `several progresses that changed are one batch, children first`() throws {
        let (reporter, root) = try begin()
        let child = reporter.begin(NewProgress(totalUnitCount: 5), under: root, pending: 4)
        world.advance(by: .milliseconds(250))
        let creation = world.create("2")

        root.setCounts(completed: 3)
        child.complete(by: 2)
        child.set(["localizedDescription": "Copying"])
        world.advance(by: .milliseconds(250))

        #expect(creation?.line == "POST /v1/progress/1/children" && creation?.json["pendingUnitCount"] == 4)
        #expect(world.sent.last?.line == "POST /v1/batch")
        #expect(
            world.sent.last?.lines.map { $0["path"] } == [
                "/v1/progress/2", "/v1/progress/2/completed-units", "/v1/progress/1",
            ]
        )
        #expect(world.sent.last?.lines.last?["body"] == ["completedUnitCount": 3])
    }

    @Test func `a parent ends after everything below it has had its say`() throws {
        let (reporter, root) = try begin()
        let child = reporter.begin(NewProgress(totalUnitCount: 5), under: root)
        let grandchild = reporter.begin(NewProgress(totalUnitCount: 2), under: child)
        child.fail("no space left")
        grandchild.complete(by: 1)
        root.finish()

        world.advance(by: .milliseconds(250))
        #expect(world.create("2")?.line == "POST /v1/progress/1/children")
        world.advance(by: .milliseconds(250))
        #expect(world.create("3")?.line == "POST /v1/progress/2/children")
        world.advance(by: .milliseconds(250))
        #expect(world.sent.last?.lines.map { $0["path"] } == ["/v1/progress/2/fail", "/v1/progress/1/finish"])
    }

    @Test func `a child that finished before the service knew it has finished when its parent ends`() throws {
        let (reporter, root) = try begin()
        reporter.begin(NewProgress(totalUnitCount: 5), under: root).finish()
        root.finish()

        world.advance(by: .milliseconds(250))
        #expect(world.create("2")?.line == "POST /v1/progress/1/children")
        world.advance(by: .milliseconds(250))
        #expect(
            world.sent.last?.lines.map { $0["path"] } == ["/v1/progress/2/finish", "/v1/progress/1/finish"]
        )
    }

    @Test func `what a node credits is not claimed before its end is sent`() throws {
        let (reporter, root) = try begin()
        let part = reporter.begin(NewProgress(totalUnitCount: 10), under: root, pending: 5)
        world.advance(by: .milliseconds(250))
        world.create("2")
        reporter.begin(NewProgress(totalUnitCount: 5), under: part).finish()
        part.complete(by: 10)
        part.finish()
        root.setCounts(completed: 8)

        world.advance(by: .milliseconds(250))
        #expect(
            world.sent.last?.lines.map { $0["path"] } == ["/v1/progress/2/children", "/v1/progress/1"]
        )
        #expect(world.sent.last?.lines.last?["body"] == ["completedUnitCount": 3])
        world.answerBatch([#"{"status":201,"headers":{"Location":"/v1/progress/3"}}"#, #"{"status":204}"#])
        world.advance(by: .milliseconds(250))
        #expect(
            world.sent.last?.lines.map { $0["path"] } == [
                "/v1/progress/3/finish", "/v1/progress/2", "/v1/progress/2/completed-units", "/v1/progress/2/finish",
            ]
        )
    }

    @Test func `what the service cannot take for now keeps nothing above it from ending`() throws {
        let (reporter, root) = try begin()
        _ = reporter.begin(NewProgress(totalUnitCount: 5), under: root)
        world.advance(by: .milliseconds(250))
        world.answer(507)
        root.finish()

        world.advance(by: .seconds(5))
        #expect(world.sent.last?.lines.map { $0["path"] } == ["/v1/progress/1/children", "/v1/progress/1/finish"])
    }

    @Test func `what begins after the end of what is above it does not hold that up`() throws {
        let (reporter, root) = try begin()
        root.finish()
        _ = reporter.begin(NewProgress(totalUnitCount: 5), under: root)

        world.advance(by: .milliseconds(250))
        #expect(world.sent.last?.lines.map { $0["path"] } == ["/v1/progress/1/children", "/v1/progress/1/finish"])
    }

    @Test func `a service that has lost a tree gets it again, with what it has come to`() throws {
        let (reporter, root) = try begin()
        let child = reporter.begin(NewProgress(totalUnitCount: 5), under: root, pending: 4)
        world.advance(by: .milliseconds(250))
        world.create("2")

        root.setCounts(completed: 3)
        child.complete(by: 2)
        world.advance(by: .milliseconds(250))
        world.answerBatch([#"{"status":404}"#, #"{"status":404}"#, #"{"status":404}"#])
        world.advance(by: .milliseconds(250))
        let rootAgain = world.create("3")
        world.advance(by: .milliseconds(250))
        let childAgain = world.create("4")

        #expect(rootAgain?.line == "PUT /v1/progress/import?run=new" && rootAgain?.json["completedUnitCount"] == 3)
        #expect(childAgain?.line == "POST /v1/progress/3/children" && childAgain?.json["completedUnitCount"] == 2)
    }

    @Test func `who else answers 404 at that address is asked every five seconds, with one warning`() throws {
        let reporter = try world.reporter()
        _ = reporter.begin(NewProgress(name: "import", totalUnitCount: 10))
        world.advance()

        for _ in 0..<3 {
            world.answer(404)
            world.advance(by: .milliseconds(4_900))
        }
        let meanwhile = world.sent.count
        world.advance(by: .milliseconds(200))

        #expect(meanwhile <= 3 && world.sent.count == meanwhile + 1 && world.warnings.count == 1)
        #expect(world.sent.first?.line == "PUT /v1/progress/import?run=new")
    }

    @Test func `units of finished children are neither lost nor counted twice`() throws {
        let reporter = try world.reporter()
        let root = reporter.begin(NewProgress(name: "import", totalUnitCount: 10))
        let child = reporter.begin(NewProgress(totalUnitCount: 1), under: root, pending: 4)

        child.finish()
        world.advance()
        let rootCreation = world.create("1")
        world.advance(by: .milliseconds(250))
        let childCreation = world.create("2")
        world.advance(by: .milliseconds(250))
        let finish = world.answer(204)
        root.setCounts(completed: 5)
        world.advance(by: .milliseconds(250))

        // The service credits the four units itself, when the child is created.
        #expect(rootCreation?.json["completedUnitCount"] == 0 && childCreation?.json["completedUnitCount"] == 0)
        #expect(finish?.line == "POST /v1/progress/2/finish" && world.sent.last?.line == "PATCH /v1/progress/1")
        #expect(world.sent.last?.json == ["completedUnitCount": 5] && root.fractionCompleted == 0.5)
    }

    @Test func `what the service refuses for good is said once, and not tried again`() throws {
        let reporter = try world.reporter()
        let node = reporter.begin(NewProgress(name: "import", totalUnitCount: 10))
        world.advance()

        let problem =
            #"{"type":"/problems/forbidden","title":"Forbidden","status":403,"detail":"A viewer cannot write."}"#
        world.answer(403, body: problem)
        node.complete(by: 1)
        world.advance(by: .seconds(60))

        #expect(world.sent.count == 1 && node.completedUnitCount == 1)
        #expect(world.warnings.count == 1 && world.warnings.first?.contains("403, A viewer cannot write") == true)
    }
}
