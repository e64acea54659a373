import Testing

@testable import ProgressCore

/// How long a parent takes, from how long its children do.
struct TimeOfParentTests {
    private let fixture = TreeFixture()

    private func seconds(_ letter: String = "p") -> Double? { fixture.snapshot(letter).estimatedTimeRemaining }

    private func expect(_ seconds: Double, of letter: String = "p", within part: Double = 0.03) throws {
        let told = try #require(self.seconds(letter))
        #expect(abs(told - seconds) <= part * seconds + 1, "\(letter): \(told) instead of \(seconds)")
    }

    /// Each letter completes its units once a second.
    private func work(_ seconds: Int, _ units: KeyValuePairs<String, Int64>) throws {
        for _ in 0..<seconds {
            fixture.now += 1_000
            for (letter, count) in units { try fixture.complete(letter, by: count) }
        }
    }

    private func children(_ sizes: KeyValuePairs<String, Int64>, worth: Int64 = 1) throws {
        try fixture.root("p", 0, of: Int64(sizes.count) * worth)
        for (letter, size) in sizes { try fixture.child(letter, of: "p", worth: worth, 0, of: size) }
    }

    @Test func `a parent promises no end before a child that works`() throws {
        try children(["a": 60, "b": 600])

        try work(59, ["a": 1, "b": 1])
        try expect(541)
        try work(61, ["b": 1, "a": 0])
        try expect(480)
    }

    @Test func `a child that is created started counts as one that starts in the same moment`() throws {
        let other = TreeFixture()
        for fixture in [fixture, other] {
            try fixture.root("p", 0, of: 10)
            var before: String?
            for letter in ["a", "b", "c"] {
                try fixture.child(letter, of: "p", worth: 1, 0, of: 20) { $0.hasStarted = fixture === other }
                if fixture !== other { fixture.heartbeat(letter) }
                for _ in 0..<20 {
                    fixture.now += 1_000
                    if let before { try fixture.complete(before, by: 0) }
                    try fixture.complete(letter, by: 1)
                }
                before = letter
            }
            try fixture.child("d", of: "p", worth: 1, 0, of: 20) { $0.hasStarted = fixture === other }
            if fixture !== other { fixture.heartbeat("d") }
            fixture.now += 5_000
            try fixture.complete("d", by: 5)
        }

        let index = (fixture.index("p"), other.index("p"))
        let places = (
            fixture.tree.forest.nodes[familyOf: index.0].times, other.tree.forest.nodes[familyOf: index.1].times
        )
        #expect(places.0 != .none && places.1 != .none)
        #expect(fixture.tree.forest.nodes[places.0].hasSuccessor)
        #expect(other.tree.forest.nodes[places.1].hasSuccessor)
        #expect(fixture.snapshot("p").estimatedTimeRemaining == other.snapshot("p").estimatedTimeRemaining)
    }

    @Test func `a child of another speed in the same moment counts at once`() throws {
        try children(["a": 100, "b": 1_000])
        for _ in 0..<20 {
            fixture.now += 1_000
            // The parent is sampled with the first, and still knows of the second.
            try fixture.complete("a", by: 2)
            fixture.now += 10
            try fixture.complete("b", by: 1)
            guard let child = seconds("b"), let parent = seconds() else { continue }
            #expect(parent >= child)
        }
        try expect(980)
    }

    @Test func `so do those above it, up to the root`() throws {
        try fixture.root("r", 0, of: 10)
        try fixture.child("p", of: "r", worth: 5, 0, of: 2)
        try fixture.child("a", of: "p", worth: 1, 0, of: 50)
        try fixture.child("b", of: "p", worth: 1, 0, of: 500)

        try work(30, ["a": 1, "b": 1])

        try expect(470, of: "p")
        try expect(470, of: "r")
    }

    @Test func `children that wait take as long as those that ended, one after the other`() throws {
        try children(["a": 10, "b": 10, "c": 10, "d": 10, "e": 10], worth: 1)

        try work(10, ["a": 1])
        try work(5, ["b": 1])

        try expect(35, within: 0.15)
    }

    @Test func `they take as long by their units, where that fits better`() throws {
        try children(["a": 10, "b": 40, "c": 20, "d": 300], worth: 1)

        try work(10, ["a": 1])
        try work(40, ["b": 1])
        try work(10, ["c": 1])

        try expect(310, within: 0.15)
    }

    @Test func `as many at once as have worked until now`() throws {
        try children(["a": 20, "b": 20, "c": 20, "d": 20, "e": 20, "f": 20], worth: 1)

        try work(20, ["a": 1, "b": 1])
        try work(10, ["c": 1, "d": 1])

        try expect(30, within: 0.15)
    }

    /// `a` and `b` do one unit a second together, whatever their number.
    private func shareLine() throws {
        try fixture.root("p", 0, of: 420)
        try fixture.child("a", of: "p", worth: 20, 0, of: 40)
        try fixture.child("b", of: "p", worth: 100, 0, of: 200)
        try fixture.child("c", of: "p", worth: 300, 0, of: 600)
        try work(20, ["a": 2, "b": 2, "c": 2])
        try work(10, ["b": 3, "c": 3])
    }

    @Test func `children that get faster when another ends share a line, and none takes longer than all`() throws {
        try shareLine()

        let rest = Double(840 - 120 - 60) / 6
        try expect(rest, within: 0.1)
        #expect(try #require(seconds("c")) <= #require(seconds()) + 1)
    }

    @Test func `children that do not are independent, also after others took their place`() throws {
        try children(["a": 20, "b": 20, "c": 400, "d": 20], worth: 10)
        try work(20, ["a": 1, "c": 1])
        try work(8, ["c": 1])
        try work(10, ["b": 1, "c": 1])
        try work(8, ["d": 1, "b": 1, "c": 1])

        try expect(354)
    }

    @Test func `files share a line until something else is seen`() throws {
        try fixture.root("p", 0, of: 330)
        for (letter, size) in [("a", 110), ("b", 220)] as [(String, Int64)] {
            try fixture.child(letter, of: "p", worth: size, 0, of: size) { $0.isFile() }
        }
        try work(10, ["a": 1, "b": 1])

        try expect(155)
    }

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

    @Test func `files that report their own time from the first update share, too`() throws {
        try fixture.root("p", 0, of: 330)
        for (letter, size) in [("a", 110), ("b", 220)] as [(String, Int64)] {
            try fixture.child(letter, of: "p", worth: size, 0, of: size) { $0.isFile() }
        }
        for _ in 0..<10 {
            fixture.now += 1_000
            for letter in ["a", "b"] {
                try fixture.complete(letter, by: 1)
                try fixture.edit(letter, .estimatedTimeRemaining(900))
            }
        }

        try expect(155)
    }

    @Test func `no file is told a later end than all of them together`() throws {
        try fixture.root("p", 0, of: 720)
        for (letter, size) in [("a", 120), ("b", 600)] as [(String, Int64)] {
            try fixture.child(letter, of: "p", worth: size, 0, of: size) { $0.isFile() }
        }
        for _ in 0..<20 {
            fixture.now += 700
            for letter in ["a", "b"] { try fixture.complete(letter, by: 5) }
        }

        let told = try (#require(seconds("b")), #require(seconds()))
        // The newest end of all of them is at most an update older.
        #expect(told.0 <= told.1 + 1)
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

extension NewProgress {
    fileprivate mutating func isFile() {
        details = ProgressDetails()
        details?.kind = "file"
    }
}
