import Testing

@testable import ProgressCore

/// The steps that a run keeps, for how long, and the steps that later runs are compared with.
struct RunStepTests {
    private func named(_ name: String, _ text: String? = nil) -> (inout NewProgress) -> Void {
        { new in
            new.details = ProgressDetails()
            new.details?.name = name
            new.details?.localizedDescription = text
        }
    }

    private func open(_ letter: String, _ fixture: TreeFixture, of name: String = "x") throws -> OpenedRun {
        try #require(fixture.openedRun(letter, of: name))
    }

    /// A run of `name` whose step `name.a` takes so many seconds.
    private func run(
        _ letter: String,
        seconds: Int64,
        _ fixture: TreeFixture,
        of name: String = "x",
        removing: Bool = true
    ) throws {
        try fixture.root(letter, 0, named(name))
        try fixture.child("\(letter)a", of: letter, worth: 10, 0, named("\(name).a"))
        try fixture.complete("\(letter)a", by: 1)
        fixture.now += seconds * 1_000
        try fixture.complete("\(letter)a", by: 9)
        if removing { try fixture.remove(letter) }
    }

    @Test func `a run that works shows its steps as they are, in the order of the tree`() throws {
        let fixture = TreeFixture()
        try fixture.root("r", 0, named("x"))
        try fixture.child("a", of: "r", worth: 5, 0, named("x.fetch", "Fetching"))
        try fixture.child("b", of: "r", worth: 5)
        try fixture.child("c", of: "a", worth: 1, 0, named("x2"))
        fixture.now += 1_000
        try fixture.complete("a", by: 4)
        fixture.now += 2_000
        try fixture.complete("a", by: 6)

        let story = try open("r", fixture).item.story

        #expect(story.steps.map(\.id) == ["a", "c", "b"].map { fixture.id($0) })
        #expect(story.steps.map(\.parentID) == ["r", "a", "r"].map { fixture.id($0) })
        #expect(story.steps.map(\.depth) == [1, 2, 1])
        #expect(story.steps.map(\.name) == ["fetch", "x2", nil])
        #expect(story.steps.map(\.state) == [.finished, .running, .running])
        #expect(story.steps.map(\.durationSeconds) == [2, nil, nil])
        #expect(story.steps[0].localizedDescription == "Fetching")
        #expect(story.stepCounts == [0, 0, 1, 0, 0, 0, 2])
    }

    @Test func `a run that is gone keeps them, and what worked was cancelled by that`() throws {
        let fixture = TreeFixture()
        try fixture.root("r", 0) { new in
            new.details = ProgressDetails()
            new.details?.name = "x"
            new.details?.userInfo = Array(#"{"a":1}"#.utf8)
            new.details?.labels.set("team", to: "b")
            new.details?.urls.set("log", to: "https://logs/1")
            new.details?.localizedDescription = String(repeating: "é", count: 200)
        }
        try fixture.child("a", of: "r", worth: 5)
        try fixture.child("b", of: "r", worth: 5)
        try fixture.fail("a", "no disk")
        fixture.now += 5_000

        try fixture.remove("r")

        let story = try open("r", fixture).item.story
        #expect(story.steps.map(\.state) == [.failed, .cancelled])
        #expect(story.steps.map(\.failure?.message) == ["no disk", nil])
        #expect(story.steps[1].endedAt == fixture.now && story.steps[1].startedAt == nil)
        #expect(story.stepCounts == [1, 1, 0, 0, 0, 0, 0])
        #expect(story.userInfo == Array(#"{"a":1}"#.utf8))
        #expect(story.labels.map(\.value) == ["b"] && story.urls.map(\.value) == ["https://logs/1"])
        #expect(story.localizedDescription?.utf8.count == RunItem.longestText)
    }

    @Test(arguments: [true, false])
    func `a hundred are kept: those that failed, then the longest`(isGone: Bool) throws {
        let fixture = TreeFixture()
        try fixture.root("r", 0, of: 1_000, named("x"))
        for step in 0..<350 {
            try fixture.child("\(step)", of: "r", worth: 1)
            try fixture.complete("\(step)", by: 1)
            // Each is longer than all before it of the other parity.
            fixture.now += Int64(step.isMultiple(of: 2) ? step : 1_000 - step)
            if step < 4 { try fixture.fail("\(step)") } else { try fixture.complete("\(step)", by: 9) }
        }
        if isGone { try fixture.remove("r") }

        let story = try open("r", fixture).item.story

        // Odd ones are the longest, the earlier the longer.
        let expected = (0..<4).map { $0 } + stride(from: 5, through: 195, by: 2).map { $0 }
        #expect(story.steps.map(\.id) == expected.map { fixture.id("\($0)") })
        #expect(story.stepCount == 350)
    }

    @Test func `the newest three runs of a name keep their steps, and nine how long they took`() throws {
        let fixture = TreeFixture()

        for number in 1...11 { try run("\(number)", seconds: Int64(number), fixture) }

        let stories = fixture.runs(of: "x").map(\.story)
        #expect(stories.map(\.steps.count) == [1, 1, 1] + Array(repeating: 0, count: 8))
        #expect(stories.map(\.durations.count) == [0, 0, 0, 1, 1, 1, 1, 1, 1, 0, 0])
        #expect(stories.map(\.stepCount) == Array(repeating: 1, count: 11))
    }

    @Test func `a step is compared with the other runs of the last nine, from three on`() throws {
        let fixture = TreeFixture()
        for number in 1...2 { try run("\(number)", seconds: Int64(number), fixture) }
        try run("3", seconds: 60, fixture, removing: false)
        let afterTwo = try open("3", fixture).typicalDurations

        try run("4", seconds: 100, fixture, removing: false)
        let afterThree = try open("4", fixture).typicalDurations
        let ofThird = try open("3", fixture).typicalDurations
        for number in 5...13 { try run("\(number)", seconds: Int64(number), fixture) }

        #expect(afterTwo == [:])
        #expect(afterThree == ["a": 2])
        // The fourth works, or has just ended, under the name.
        #expect(ofThird == [:])
        #expect(try open("13", fixture).typicalDurations == ["a": 8.5])
        #expect(try open("4", fixture).typicalDurations == ["a": 9])
    }

    @Test func `a step that failed teaches nothing, and one that comes twice its last time`() throws {
        let fixture = TreeFixture()
        for number in 1...3 {
            try fixture.root("\(number)", 0, named("x"))
            for (step, seconds) in [("a", 50), ("b", 4), ("c", 7)] {
                try fixture.child(step, of: "\(number)", worth: 3, 0, named(step == "c" ? "x.c" : "x.a"))
                try fixture.complete(step, by: 1)
                fixture.now += Int64(seconds) * 1_000
                if step == "c" { try fixture.fail("c") } else { try fixture.complete(step, by: 9) }
            }
            try fixture.remove("\(number)")
        }
        try fixture.root("now", 0, named("x"))

        #expect(try open("now", fixture).typicalDurations == ["a": 4])
    }

    @Test func `the name that is unused longest gives its steps up first`() throws {
        let fixture = TreeFixture { $0.maximumRunStepByteCount = 1_000 }
        for (number, name) in ["x", "y", "x", "z", "w", "v"].enumerated() {
            try run("\(number)", seconds: 1, fixture, of: name)
        }

        let kept = ["x", "y", "z", "w", "v"].map { fixture.runs(of: $0)[0].story.steps.count }

        #expect(kept == [0, 0, 0, 1, 1] || kept == [0, 0, 1, 1, 1])
        #expect(fixture.runs(of: "x").map(\.story.stepCount) == [1, 1])
        #expect(fixture.runStepByteCount <= 1_000)
    }

    @Test func `none are kept where none may be`() throws {
        let fixture = TreeFixture { $0.maximumRunStepByteCount = 0 }
        for number in 1...4 { try run("\(number)", seconds: 1, fixture) }
        try run("5", seconds: 1, fixture, removing: false)

        #expect(fixture.runs(of: "x").allSatisfy { $0.story.steps.isEmpty && $0.story.durations.isEmpty })
        #expect(try open("4", fixture).item.story.stepCount == 1)
        #expect(try open("5", fixture).item.story.steps.count == 1)
        #expect(try open("5", fixture).typicalDurations == [:])
        #expect(fixture.runStepByteCount == 0)
    }

    @Test func `what a run was like is there after a restart, and what living ones teach`() throws {
        let fixture = TreeFixture()
        fixture.tree.beginRecording()
        for number in 1...4 { try run("\(number)", seconds: Int64(number), fixture) }
        for number in 5...6 { try run("\(number)", seconds: Int64(number), fixture, removing: false) }
        let (items, typical) = (fixture.runs(of: "x"), try open("6", fixture).typicalDurations)
        let byteCount = fixture.runStepByteCount

        try fixture.restart()

        #expect(fixture.runs(of: "x") == items)
        #expect(try open("6", fixture).typicalDurations == typical && typical == ["a": 3])
        #expect(fixture.runStepByteCount == byteCount)
    }

    @Test func `who reaches a subtree alone learns of no other run`() throws {
        let fixture = TreeFixture()
        for number in 1...3 { try run("\(number)", seconds: 1, fixture) }
        try run("4", seconds: 1, fixture, removing: false)
        try run("5", seconds: 1, fixture, removing: false)
        let reach = NameReach.subtree(fixture.id("5"))

        let own = fixture.openedRun("5", of: "x", within: reach)

        #expect(own?.typicalDurations == [:])
        for other in ["3", "4"] {
            #expect(fixture.openedRun(other, of: "x", within: reach) == nil)
        }
        #expect(try open("5", fixture).typicalDurations == ["a": 1])
    }

    @Test func `runs that are forgotten free what they kept`() throws {
        let fixture = TreeFixture()
        for number in 1...4 { try run("\(number)", seconds: 1, fixture) }

        _ = fixture.forgetRuns(of: "x")

        #expect(fixture.runStepByteCount == 0)
        #expect(fixture.heldTextByteCount == 0)
    }
}

extension TreeFixture {
    /// Bytes of the steps of runs that are gone.
    fileprivate var runStepByteCount: Int { tree.runs.stepByteCount }
}
