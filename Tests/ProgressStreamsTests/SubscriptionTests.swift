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

    @Test func `no promise covers an unknown name before the last of them is told`() {
        let named = ["a", "b"].map { Selection.Named(id: nil, text: $0) }
        var subscription = Subscription(.nodes(named, descendants: false), minimumInterval: 0)
        var opening = Opening(began: 9, after: 4)
        opening.unknownNames = ["a", "b"]
        subscription.open(opening)

        _ = subscription.nextPreface()
        let first = subscription.promise(taken: 9, held: nil)
        _ = subscription.nextPreface()
        let last = subscription.promise(taken: 9, held: nil)

        #expect(first == 4)
        #expect(last == 9)
    }

    @Test func `a reader that has everything is told of several unknown names again if it is cut between them`() {
        let named = ["a", "b"].map { Selection.Named(id: nil, text: $0) }
        var subscription = Subscription(.nodes(named, descendants: false), minimumInterval: 0)
        var opening = Opening(began: 9, after: 9)
        opening.unknownNames = ["a", "b"]
        subscription.open(opening)

        _ = subscription.nextPreface()

        // That they were told is remembered as of 9.
        #expect(subscription.promise(taken: 9, held: nil) == 8)
    }
}
