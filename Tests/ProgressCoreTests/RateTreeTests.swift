import ProgressCore
import Testing

/// Computed rates of parents, as children join and leave.
struct RateTreeTests {
    @Test(arguments: [false, true])
    func `a parent is as fast as its fraction, whether somebody watches or not`(isWatched: Bool) throws {
        let fixture = TreeFixture()
        fixture.tree.forest.recordsTouches = isWatched
        try fixture.root("p", 0, of: 100)
        try fixture.child("a", of: "p", worth: 50, 0, of: 1_000)
        try fixture.child("b", of: "p", worth: 50, 0, of: 4)

        for _ in 0..<10 {
            try fixture.complete("a", by: 20)
            fixture.now += 300
        }

        let snapshot = fixture.snapshot("p")
        let rate = try #require(snapshot.throughput)
        #expect(abs(rate - 1 / 0.3) < 4e-3)
        #expect(abs(try #require(snapshot.estimatedTimeRemaining) - 90 / rate) < 0.5)
        #expect(fixture.snapshot("b").throughput == nil)
    }

    @Test func `children that come, work and vanish within a moment make the speed of their parent`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", 0, of: 100)
        for number in 0..<20 {
            try fixture.child("\(number)", of: "p", worth: 1, 0, of: 3) { $0.removeWhenFinished = true }
            fixture.now += 5
            try fixture.complete("\(number)", by: 3)
            fixture.now += 495
        }

        let rate = try #require(fixture.snapshot("p").throughput)

        #expect(abs(rate - 2) < 0.01)
    }

    @Test func `what joins or leaves with its work, and another total of a child, is not speed`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", 0, of: 1_000)
        try fixture.child("a", of: "p", worth: 100, 0, of: 100)
        try fixture.root("r", 5, of: 10)
        try fixture.work("a", by: 1, times: 4, every: 1_000)

        try fixture.child("b", of: "p", worth: 100, 10, of: 10)
        try fixture.attach("r", to: "p", worth: 200)
        try fixture.setCounts("r", 5, of: 20)
        try fixture.remove("r")
        try fixture.setCounts("a", 4, of: 50)
        try fixture.setCounts("a", 4, of: 100)
        try fixture.work("a", by: 1, times: 4, every: 1_000)

        let rate = try #require(fixture.snapshot("p").throughput)
        #expect(abs(rate - 1) < 0.01)
    }

    @Test func `what joins a paused parent stands still with it`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", 0, of: 1_000)
        try fixture.root("r", 0, of: 1_000)
        try fixture.work("r", by: 10, times: 4, every: 1_000)
        try fixture.control("p", .pause)
        try fixture.attach("r", to: "p", worth: 1)
        fixture.now += 600_000

        try fixture.control("p", .resume)
        try fixture.work("r", by: 10, times: 4, every: 1_000)

        #expect(fixture.snapshot("r").throughput == 10)
    }

    @Test func `counts and fractions at the ends of their ranges give finite numbers or none`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", 0, of: 2)
        try fixture.child("c", of: "p", worth: .max, 0, of: 1)
        try fixture.child("g", of: "c", worth: .max, .min, of: .max)

        for completed in [Int64.min, -1, 0, .max - 1, 5, .max - 1, .min] {
            for total in [Int64.max, 1, -1, 0, .min] {
                fixture.now += 1_000
                _ = try? fixture.setCounts("g", completed, of: total)
                for letter in ["p", "c", "g"] {
                    let snapshot = fixture.snapshot(letter)
                    for value in [snapshot.throughput, snapshot.estimatedTimeRemaining] {
                        #expect(value.map { $0.isFinite && $0.sign == .plus } ?? true)
                    }
                }
            }
        }
    }
}
