import Testing

@testable import ProgressCore

/// A parent follows the time left that its children report.
struct TimeOfReportTests: ParentTimes {
    let fixture = TreeFixture()

    @Test(arguments: [500, 5, nil] as [Double?])
    func `a parent follows its child down, also in the moment of an update`(reported: Double?) throws {
        try fixture.root("r", 0, of: 1)
        try fixture.child("p", of: "r", worth: 1, 0, of: 1)
        try fixture.child("a", of: "p", worth: 1, 0, of: 100)
        try work(6, ["a": 1])
        try fixture.edit("a", .estimatedTimeRemaining(1_000))
        let before = [seconds("p"), seconds("r")]
        let version = fixture.snapshot("r").version

        try fixture.edit("a", .estimatedTimeRemaining(reported))

        // Nothing but the child is left to do; its fraction needs 94 s.
        for letter in ["p", "r"] { try expect(reported ?? 94, of: letter) }
        #expect(before.allSatisfy { $0 != nil && abs($0! - 1_000) < 1 })
        #expect(fixture.snapshot("r").version == version + 1)
    }

    @Test func `also at the next count, unless there is other work`() throws {
        try fixture.root("p", 0, of: 10)
        try fixture.child("a", of: "p", worth: 10, 0, of: 100)
        try work(6, ["a": 1])
        try fixture.edit("a", .estimatedTimeRemaining(5))
        try work(1, ["a": 1])
        let alone = seconds()
        try fixture.edit("p", .totalUnitCount(20))

        #expect(alone.map { abs($0 - 5) < 0.2 } == true)
        try expect(193)
    }

    @Test func `what a child reports for the second time changes its parent no more`() throws {
        try children(["a": 100, "b": 1_000])
        try work(10, ["a": 1, "b": 1])
        try fixture.edit("b", .estimatedTimeRemaining(3_000))
        let version = fixture.snapshot("p").version

        try fixture.edit("b", .estimatedTimeRemaining(3_000))
        try fixture.edit("a", .estimatedTimeRemaining(20))

        #expect(fixture.snapshot("p").version == version)
    }

    @Test(arguments: ["create", "edit", "heartbeat", "resume"])
    func `a child that works and has not counted yet is promised for`(way: String) throws {
        try fixture.root("p", 0, of: 2)
        try fixture.child("a", of: "p", worth: 1, 0, of: 100) { $0.hasStarted = true }
        try fixture.child("b", of: "p", worth: 1, 0, of: 100) { new in
            new.hasStarted = way == "create"
            if way != "create" { return }
            new.details = ProgressDetails()
            new.details?.estimatedTimeRemaining = 700
        }
        switch way {
        case "edit": try fixture.edit("b", .start, .estimatedTimeRemaining(700))
        case "heartbeat":
            try fixture.edit("b", .estimatedTimeRemaining(700))
            fixture.heartbeat("b")
        case "resume":
            try fixture.edit("b", .start)
            try fixture.control("b", .pause)
            try fixture.edit("b", .estimatedTimeRemaining(700))
            try fixture.control("b", .resume)
        default: break
        }

        try work(8, ["a": 1])
        try expect(692)
        #expect(fixture.speed("b") == [nil, 700])
        // Its rate begins with the first update.
        try fixture.complete("b", by: 10)
        try work(4, ["a": 1, "b": 1])
        #expect(fixture.speed("b")[0] == 1)
    }

    @Test func `a silent child that reports its time is promised for`() throws {
        try children(["a": 100, "b": 1_000])
        try work(10, ["a": 1, "b": 1])
        try fixture.edit("b", .estimatedTimeRemaining(3_000))
        for _ in 0..<60 {
            fixture.pass(1_000)
            try fixture.complete("a", by: 1)
        }

        try expect(2_940)
    }

    private func indeterminate() throws {
        try fixture.root("p", 0, of: 1)
        try fixture.child("a", of: "p", worth: 1, 0, of: -1)
        for _ in 0..<12 {
            fixture.now += 500
            try fixture.complete("a", by: 1)
        }
        try fixture.edit("a", .estimatedTimeRemaining(89))
    }

    @Test func `a parent without a speed takes as long as its only child says`() throws {
        try indeterminate()
        let reported = seconds()
        fixture.now += 4_000
        // It has counted, and still says the same.
        try fixture.complete("a", by: 1)
        let counted = seconds()
        try fixture.edit("a", .estimatedTimeRemaining(20))

        #expect(reported.map { abs($0 - 89) < 0.2 } == true)
        #expect(counted.map { abs($0 - 89) < 0.2 } == true)
        try expect(20)
        #expect(fixture.speed()[0] == nil)
    }

    @Test(arguments: ["pause", "cancel", "stall", "remove", "nothing", "waits", "more"])
    func `it says nothing where that is not all of its work`(way: String) throws {
        try fixture.root("s", 0, of: 1)
        try indeterminate()
        try fixture.attach("p", to: "s", worth: 1)
        try fixture.edit("a", .estimatedTimeRemaining(80))
        let before = [seconds("p"), seconds("s")]
        switch way {
        case "pause": try fixture.control("a", .pause)
        case "cancel": try fixture.control("a", .cancel)
        case "stall":
            try fixture.edit("a", .leaseSeconds(5))
            fixture.pass(6_000)
        case "remove": try fixture.remove("a", pending: .release)
        case "nothing": try fixture.edit("a", .estimatedTimeRemaining(nil))
        case "waits":
            try fixture.child("b", of: "p", worth: 1)
            try fixture.edit("a", .estimatedTimeRemaining(70))
        default: try fixture.edit("p", .totalUnitCount(3))
        }

        #expect(before.allSatisfy { $0 != nil })
        #expect([seconds("p"), seconds("s")] == [nil, nil])
    }

    @Test func `it keeps what it says across a restart`() throws {
        fixture.tree.beginRecording()
        try indeterminate()
        let before = seconds()

        try fixture.restart()

        #expect(before != nil && seconds() == before)
    }
}
