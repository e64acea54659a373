import Testing

@testable import ProgressCore

/// Changes to a parent's time left that are not work of its children.
struct TimeOfParentChangeTests: ParentTimes {
    let fixture = TreeFixture()

    @Test(arguments: [Control.pause, .cancel])
    func `a child that does not work any more promises nothing`(control: Control) throws {
        try children(["a": 100, "b": 1_000, "c": 100])
        try work(10, ["a": 1, "b": 1, "c": 1])
        try expect(990)

        try fixture.control("b", control)
        let atOnce = seconds()
        try work(5, ["a": 1, "c": 1])

        #expect(control == .pause ? atOnce != nil : atOnce == nil)
        if control == .pause { #expect(try #require(seconds()) < 900) } else { #expect(seconds() == nil) }
    }

    @Test func `a child that is removed promises nothing`() throws {
        try children(["a": 100, "b": 1_000])
        try work(10, ["a": 1, "b": 1])
        try fixture.remove("b")
        try work(1, ["a": 1])

        try expect(89)
    }

    @Test func `what a child reports of its own time counts`() throws {
        try children(["a": 100, "b": 1_000])
        try work(10, ["a": 1, "b": 1])
        try fixture.edit("b", .estimatedTimeRemaining(3_000))
        try work(1, ["a": 1])

        try expect(3_000)
    }

    @Test func `the last child gone, the time is that of the fraction`() throws {
        try fixture.root("p", 0, of: 100)
        try fixture.child("a", of: "p", worth: 10, 0, of: 100)
        for _ in 0..<99 {
            fixture.now += 1_000
            try fixture.complete("a", by: 1)
            try fixture.complete("p", by: 1)
            if fixture.snapshot("p").completedUnitCount == 80 { break }
        }
        try expect(20)
        try fixture.complete("a", by: 100)

        try expect(9.2, within: 0.1)
    }

    @Test func `times change only together with the version`() throws {
        try children(["a": 100, "b": 1_000, "c": 50])
        var before = fixture.snapshot("p")
        for second in 0..<60 {
            fixture.now += 370
            try fixture.complete(["a", "b", "c"][second % 3], by: 1)
            if second == 30 { try fixture.control("b", .pause) }
            if second == 33 { try fixture.control("b", .resume) }
            if second == 40 { try fixture.fail("c") }
            let after = fixture.snapshot("p")
            if after.version == before.version {
                #expect(after.estimatedTimeRemaining == before.estimatedTimeRemaining)
            }
            before = after
        }
    }

    @Test func `a restart keeps what is shown, and goes on`() throws {
        fixture.tree.beginRecording()
        try children(["a": 100, "b": 1_000, "c": 100])
        try work(20, ["a": 1, "b": 1])
        let before = fixture.snapshot("p").estimatedTimeRemaining

        try fixture.restart()

        #expect(before != nil && seconds() == before)
        try work(1, ["a": 1, "b": 1])
        try expect(979, within: 0.1)
    }

    @Test(arguments: [ProgressTree.PendingPolicy.credit, .release])
    func `a root without children any more has the time of its fraction`(pending: ProgressTree.PendingPolicy) throws {
        try fixture.root("p", 0, of: 1_000)
        try fixture.child("a", of: "p", worth: 100, 0, of: 5_000)
        try work(20, ["p": 5, "a": 1])
        try expect(4_980)

        try fixture.remove("a", pending: pending)
        let told = try #require(seconds())
        try work(200, ["p": 1])

        #expect(told < 1_000)
        #expect(try #require(seconds()) > 300)
    }

    @Test func `a child that is worth nothing changes no time as it ends`() throws {
        try fixture.root("p", 0, of: 300)
        try fixture.child("a", of: "p", worth: 100, 0, of: 100) { $0.isFile() }
        try fixture.child("b", of: "p", worth: 200, 0, of: 200) { $0.isFile() }
        try fixture.child("c", of: "b", worth: 0, 0, of: 1)
        try work(10, ["a": 3, "b": 1])
        let before = fixture.snapshot("b")
        try fixture.complete("c", by: 1)
        let after = fixture.snapshot("b")

        #expect(before.estimatedTimeRemaining != nil)
        #expect(after.version != before.version || after.estimatedTimeRemaining == before.estimatedTimeRemaining)
    }

    @Test(arguments: ["p", "b"]) func `after a pause a parent still promises no end before its child`(_ letter: String)
        throws
    {
        try children(["a": 60, "b": 600])
        try work(20, ["a": 1, "b": 1])

        try fixture.control(letter, .pause)
        if letter == "b" { try work(5, ["a": 1]) } else { fixture.now += 60_000 }
        try fixture.control(letter, .resume)

        try expect(580)
        #expect(try #require(seconds()) >= #require(seconds("b")) - 0.2)
    }

    @Test(arguments: [.totalUnitCount(3_000), .estimatedTimeRemaining(1_500)] as [ProgressTree.Edit])
    func `a parent follows what changed during a pause of its child`(edit: ProgressTree.Edit) throws {
        try children(["a": 100, "b": 100])
        try work(5, ["a": 1, "b": 1])

        try fixture.control("b", .pause)
        try work(20, ["a": 1])
        try fixture.edit("b", edit)
        try fixture.control("b", .resume)

        #expect(try #require(seconds("b")) >= 1_500)
        #expect(try #require(seconds()) >= #require(seconds("b")) - 0.2)
    }

    @Test(arguments: [Control.resume, .pause])
    func `a child that resumes or pauses soon after an end is no sign of one source`(control: Control) throws {
        try children(["a": 20, "b": 1_000, "d": 2_000])
        if control == .resume {
            try work(2, ["d": 1])
            try fixture.control("d", .pause)
        }
        let before: Int64 = control == .resume ? 0 : 2
        try work(10, ["a": 2, "b": 2, "d": before])

        fixture.now += 1_000
        try fixture.control("d", control)
        try work(8, control == .resume ? ["b": 2, "d": 2] : ["b": 4])

        let parent = fixture.index("p")
        #expect(fixture.tree.forest.nodes[rateOf: parent].told.sharing == .unknown)
        if control == .resume { try expect(990, within: 0.1) }
    }

    @Test func `nor after another total of it`() throws {
        try children(["a": 60, "b": 600])
        try work(20, ["a": 1, "b": 1])

        try fixture.setCounts("b", 20, of: 6_000)

        try expect(5_980)
    }

    @Test func `what a child reports counts in the same moment`() throws {
        try children(["a": 100, "b": 1_000])
        try work(10, ["a": 1, "b": 1])

        try fixture.edit("b", .estimatedTimeRemaining(3_000))

        try expect(3_000)
    }

    @Test func `after a restart it waits for no end that nobody worked for`() throws {
        fixture.tree.beginRecording()
        try children(["a": 100, "b": 1_000])
        try work(20, ["a": 1, "b": 1])
        fixture.now += 600_000
        try fixture.restart()

        fixture.now += 1_000
        try fixture.complete("a", by: 1)

        try expect(980)
    }
}
