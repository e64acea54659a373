import Glibc
import ProgressCore
import Testing

/// All operations in any order, against a model that does the same the long way round.
///
/// `PROGRESS_RANDOM_SEEDS` asks for more seeds than the default.
struct RandomOperationTests {
    static let seeds: Range<UInt64> = {
        let wished = getenv("PROGRESS_RANDOM_SEEDS").flatMap { UInt64(String(cString: $0)) }
        return 0..<(wished ?? 70)
    }()

    @Test(arguments: seeds)
    func `the tree and the model agree after every operation`(seed: UInt64) throws {
        let run = RandomRun(seed: seed)

        try run.run(300)
    }

    @Test(arguments: seeds)
    func `they agree as well where looks are seldom and touches are recorded now and then`(seed: UInt64) throws {
        let run = RandomRun(seed: seed &+ 0x5EED, looksSeldom: true)

        try run.run(600)
    }

    @Test func `the runs do meet computed rates, and silent ones`() throws {
        var (count, silentCount, timesCount) = (0, 0, 0)
        for seed in UInt64(0)..<4 {
            let run = RandomRun(seed: seed)
            try run.run(300)
            count += run.computedRateCount
            silentCount += run.silentCount
            timesCount += run.rememberedTimesCount
        }

        #expect(count > 100)
        #expect(silentCount > 5)
        #expect(timesCount > 100)
    }

    @Test func `the runs do go on with copies that were made while things changed`() throws {
        var count = 0
        for seed in UInt64(0)..<4 {
            let run = RandomRun(seed: seed)
            try run.run(300)
            count += run.copyCount
        }

        #expect(count > 5)
    }
}
