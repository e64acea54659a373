import ProgressCore
import ProgressStreams
import Testing

/// A subscription against the law of event ids, in random worlds.
struct SubscriptionTests {
    @Test(arguments: 0..<40 as Range<UInt64>)
    func `a reader is told all that it selects, in order, and no promise goes too far`(seed: UInt64) {
        for part in 0..<25 {
            let run = SubscriptionRun(seed: seed * 1_000 + UInt64(part))

            for _ in 0..<1_000 where run.fault == nil { run.step() }
            run.settle()

            #expect(
                run.fault == nil,
                "seed \(seed * 1_000 + UInt64(part)), after \(run.eventCount) events:\n\(run.story)"
            )
            if run.fault != nil { break }
        }
    }
}
