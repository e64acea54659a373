import ProgressClient
import Testing

/// How a reporter creates its progresses, also if a reply is lost: nothing is begun or credited twice.
@Suite struct CreateTests {
    private let world = FakeWorld()

    @Test func `a progress with a name begins a run, with a lease, labels and the reservation`() throws {
        let reporter = try world.reporter(labels: ["job": "4711", "team": "data"], reservation: "token")
        var new = NewProgress(name: "import", totalUnitCount: 10)
        new.labels = ["team": "web"]

        let node = reporter.begin(new)
        world.advance()
        let request = world.create("1")

        #expect(request?.line == "PUT /v1/progress/import?run=new")
        #expect(request?.header("Progress-Reservation") == "token" && request?.header("Prefer") == "return=minimal")
        #expect(request?.json["totalUnitCount"] == 10 && request?.json["leaseSeconds"] == 60)
        #expect(request?.json["labels"] == ["job": "4711", "team": "web"])
        #expect(node.id == "1")
    }

    @Test func `only the first root takes the reservation`() throws {
        let reporter = try world.reporter(reservation: "token")

        _ = reporter.begin(NewProgress(name: "a"))
        world.advance()
        world.create("1")
        _ = reporter.begin(NewProgress(name: "b"))
        world.advance(by: .seconds(1))

        #expect(world.sent.map { $0.header("Progress-Reservation") } == ["token", nil])
    }

    @Test func `a child that finds no parent has its parent created first`() throws {
        let reporter = try world.reporter()
        let root = reporter.begin(NewProgress(name: "import", totalUnitCount: 10))
        world.advance()
        world.create("1")
        _ = reporter.begin(NewProgress(totalUnitCount: 5), under: root, pending: 4)

        world.advance(by: .milliseconds(250))
        world.answer(404)
        world.advance(by: .milliseconds(250))
        let rootAgain = world.create("3")
        world.advance(by: .milliseconds(250))

        #expect(rootAgain?.line == "PUT /v1/progress/import?run=new")
        #expect(world.sent.last?.line == "POST /v1/progress/3/children")
    }

    @Test func `a run whose create was not answered is not begun again, but asked for as it was`() throws {
        let reporter = try world.reporter(reservation: "token")
        let node = reporter.begin(NewProgress(name: "import", totalUnitCount: 10))
        world.advance()

        world.answer(.failure(.timedOut(.seconds(2))))
        node.complete(by: 4)
        world.advance(by: .seconds(5))
        let again = world.answer(200, ["etag": "\"1.node.en.1\""])
        world.advance(by: .milliseconds(250))

        #expect(again?.line == "PUT /v1/progress/import" && again?.json == world.sent.first?.json)
        #expect(again?.header("Progress-Reservation") == "token")
        #expect(world.sent.count == 3 && world.sent.last?.line == "POST /v1/progress/1/completed-units")
        #expect(world.sent.last?.json["count"] == 4)
    }

    @Test func `where the name is another's after a lost reply, a run begins`() throws {
        let reporter = try world.reporter()
        _ = reporter.begin(NewProgress(name: "import", totalUnitCount: 10))
        world.advance()

        world.answer(.failure(.timedOut(.seconds(2))))
        world.advance(by: .seconds(5))
        world.answer(409)
        world.advance(by: .milliseconds(250))

        #expect(world.sent.last?.line == "PUT /v1/progress/import?run=new")
    }

    @Test func `a create that was refused for the time being is repeated with all that it asked for`() throws {
        let reporter = try world.reporter(reservation: "token")
        _ = reporter.begin(NewProgress(name: "import", totalUnitCount: 10))
        world.advance()

        world.answer(429)
        world.advance(by: .seconds(5))

        #expect(world.sent.count == 2 && world.sent.last?.line == "PUT /v1/progress/import?run=new")
        #expect(world.sent.last?.header("Progress-Reservation") == "token")
    }

    @Test func `a child that has finished at once is created so, and its units are not said again`() throws {
        let reporter = try world.reporter()
        let root = reporter.begin(NewProgress(name: "import", totalUnitCount: 10))
        world.advance()
        world.create("1")
        let child = reporter.begin(NewProgress(totalUnitCount: 5), under: root, pending: 4)
        child.complete(by: 5)
        world.advance(by: .milliseconds(250))

        let create = world.create("2")
        root.setCounts(completed: 6)
        world.advance(by: .milliseconds(250))

        #expect(create?.json["completedUnitCount"] == 5)
        #expect(world.sent.count == 3 && world.sent.last?.json == ["completedUnitCount": 6])
    }
}
