import ProgressCore
import Testing

/// Whole percent for people: rounded down, and never 100 too early.
struct PercentTests {
    @Test(
        arguments: [
            (999, 1_000, 99), (29, 100, 29), (57, 100, 57), (58, 100, 58), (419_000, 5_300_000, 7), (2, 8, 25),
            (1, 3, 33), (2, 3, 66), (0, 5, 0), (5, 5, 100), (7, 0, 100), (150, 100, 150), (5, -1, 0), (-5, 10, 0),
            (.max - 1, .max, 99), (.max, 1, 999_999), (.max, 3, 999_999), (999_999, 100, 999_999),
            (1_000_000, 100, 999_999), (999_998, 100, 999_998),
        ] as [(Int64, Int64, Int)]
    )
    func `without children it is the exact quotient`(completed: Int64, total: Int64, percent: Int) throws {
        let fixture = TreeFixture()

        try fixture.root("p", completed, of: total)

        #expect(fixture.snapshot("p").percentCompleted == percent)
    }

    @Test func `every hundredth is itself, with and without an uncredited child`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", 0, of: 100)
        try fixture.root("q", 0, of: 100)
        try fixture.child("c", of: "q", worth: 100, 0, of: 100)

        for hundredth in 0..<100 {
            try fixture.setCounts("p", Int64(hundredth), of: 100)
            try fixture.setCounts("c", Int64(hundredth), of: 100)

            #expect(fixture.snapshot("p").percentCompleted == hundredth)
            #expect(fixture.snapshot("q").percentCompleted == hundredth)
        }
    }

    @Test func `with an uncredited child it stays at 99 while the fraction is below 1`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", 0, of: 1)

        try fixture.child("c", of: "p", worth: 1, 999_999_999_999, of: 1_000_000_000_000)

        #expect(fixture.fraction("p") < 1)
        #expect(fixture.snapshot("p").percentCompleted == 99)
    }

    @Test func `with an uncredited child it ends at 999,999 as well`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", 0, of: 1)

        try fixture.child("c", of: "p", worth: .max, 1, of: 2)

        #expect(fixture.snapshot("p").percentCompleted == 999_999)
    }

    @Test func `a child that is worth nothing leaves it to the counts, before it is credited and after`() throws {
        let fixture = TreeFixture()
        try fixture.root("p", 289_999_999_999, of: 1_000_000_000_000)
        try fixture.child("c", of: "p", worth: 0, 0, of: 1)
        fixture.heartbeat("c")
        let (percent, version) = (fixture.snapshot("p").percentCompleted, fixture.snapshot("p").version)

        try fixture.complete("c", by: 1)

        #expect(percent == 28)
        #expect(fixture.snapshot("p").percentCompleted == 28)
        #expect(fixture.snapshot("p").version == version)
    }
}
