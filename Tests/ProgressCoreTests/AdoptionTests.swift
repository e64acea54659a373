import ProgressCore
import Testing

/// Trees that follow a writer by its groups.
struct AdoptionTests {
    @Test(arguments: RandomOperationTests.seeds)
    func `followers show what the writer shows after each of its groups`(seed: UInt64) throws {
        let run = RandomRun(seed: seed &+ 0xF0110)
        try run.follow(2)

        try run.run(300)
    }

    @Test func `the runs do cut groups`() throws {
        var count = 0
        for seed in UInt64(0)..<4 {
            let run = RandomRun(seed: seed)
            try run.follow(2)
            try run.run(300)
            count += run.groupCount
        }

        #expect(count > 100)
    }
}
