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

    @Test func `the runs do cut groups, tell states, and see followers take over`() throws {
        var (groups, states, takeovers) = (0, 0, 0)
        for seed in UInt64(0)..<6 {
            let run = RandomRun(seed: seed)
            try run.follow(2)
            try run.run(300)
            groups += run.groupCount
            takeovers += run.takeoverCount
            states += run.followers.reduce(0) { $0 + $1.toldStateCount }
        }

        #expect(groups > 150)
        #expect(states > 50)
        #expect(takeovers > 3)
    }
}
