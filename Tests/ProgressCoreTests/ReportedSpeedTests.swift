import Testing

@testable import ProgressCore

/// A reported throughput or time left holds as long as the work that it is about.
struct ReportedSpeedTests {
    private let fixture = TreeFixture()

    init() throws {
        fixture.tree.beginRecording()
        try fixture.root("p", 1, of: 10)
        try fixture.child("c", of: "p", worth: 5)
        try fixture.edit("p", .throughput(5), .estimatedTimeRemaining(60))
        try fixture.edit("c", .throughput(3), .estimatedTimeRemaining(30))
    }

    @Test(arguments: ["counts", "finish", "cancel", "fail", "patch", "parent"])
    func `an end drops it, however it comes, and it does not come back`(end: String) throws {
        let before = fixture.speed("c")
        switch end {
        case "counts": try fixture.complete("c", by: 10)
        case "finish": try fixture.finish("c")
        case "cancel": try fixture.control("p", .cancel)
        case "fail": try fixture.fail("c")
        case "patch": try fixture.edit("c", .completedUnitCount(10), .throughput(7))
        default: try fixture.fail("p")
        }
        let after = fixture.speed("c")
        let version = fixture.snapshot("c").version
        try fixture.edit("c", .throughput(9), .estimatedTimeRemaining(9))

        #expect(before == [3, 30] && after == [nil, nil])
        #expect(fixture.speed("c") == [nil, nil] && fixture.snapshot("c").version == version)
        try fixture.setCounts("c", 1, of: 10)
        #expect(fixture.speed("c") == [nil, nil])
    }

    @Test func `a pause drops it; what is reported meanwhile is shown after the resume`() throws {
        try fixture.control("p", .pause)
        let paused = [fixture.speed("p"), fixture.speed("c")]
        try fixture.edit("c", .throughput(4), .estimatedTimeRemaining(20))
        let reported = fixture.speed("c")
        try fixture.control("p", .resume)

        #expect(paused == [[nil, nil], [nil, nil]] && reported == [nil, nil])
        #expect(fixture.speed("p") == [nil, nil] && fixture.speed("c") == [4, 20])
    }

    @Test func `a root that joins a paused parent drops it; a child that is created there has said it since`() throws {
        try fixture.control("p", .pause)
        try fixture.root("joins")
        try fixture.edit("joins", .throughput(2))
        try fixture.attach("joins", to: "p", worth: 1)
        try fixture.child("new", of: "p", worth: 1) { new in
            new.details = ProgressDetails()
            new.details?.throughput = 8
        }
        let paused = [fixture.speed("joins"), fixture.speed("new")]
        try fixture.control("p", .resume)

        #expect(paused == [[nil, nil], [nil, nil]])
        #expect(fixture.speed("joins") == [nil, nil] && fixture.speed("new") == [8, nil])
    }

    @Test func `a stalled worker shows none, and is believed again when it is heard of`() throws {
        try fixture.edit("c", .leaseSeconds(10))
        fixture.pass(10_000)
        let stalled = fixture.speed("c")
        fixture.heartbeat("c")

        #expect(stalled == [nil, nil] && fixture.speed("c") == [3, 30])
        #expect(fixture.speed("p") == [5, 60])
    }

    @Test func `what is created finished has none, also when it is not finished any more`() throws {
        try fixture.root("before") { $0.details = .named("done") }
        try fixture.finish("before")
        // Its run is the second: another change of what it was created with.
        try fixture.child("done", of: "p", worth: 1, 10, of: 10) { new in
            new.details = .named("done")
            new.details?.throughput = 8
        }
        let version = fixture.snapshot("done").version
        try fixture.edit("done", .throughput(nil))

        #expect(fixture.speed("done") == [nil, nil] && fixture.snapshot("done").version == version)
        try fixture.setCounts("done", 1, of: 10)
        #expect(fixture.speed("done") == [nil, nil])
    }

    @Test func `dropping it survives a restart`() throws {
        try fixture.control("c", .pause)
        try fixture.restart()
        try fixture.control("c", .resume)

        #expect(fixture.speed("c") == [nil, nil] && fixture.speed("p") == [5, 60])
    }
}

extension ProgressDetails {
    fileprivate static func named(_ name: String) -> ProgressDetails {
        var details = ProgressDetails()
        details.name = name
        return details
    }
}
