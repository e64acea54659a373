import Testing

@testable import ProgressCore

/// How long a parent takes, from how long its children do.
struct TimeOfParentTests: ParentTimes {
    let fixture = TreeFixture()

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
}
