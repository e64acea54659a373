import ProgressStreams
import Testing

@testable import ProgressCore

/// A subscription against the law of event ids, in random worlds.
struct SubscriptionTests {
    @Test(arguments: 0..<40 as Range<UInt64>)
    func `a reader is told all that it selects, in order, and no promise goes too far`(seed: UInt64) {
        var collapseCount = 0
        for part in 0..<25 {
            let run = SubscriptionRun(seed: seed * 1_000 + UInt64(part))

            for _ in 0..<1_000 where run.fault == nil { run.step() }
            run.settle()

            #expect(
                run.fault == nil,
                "seed \(seed * 1_000 + UInt64(part)), after \(run.eventCount) events:\n\(run.story)"
            )
            #expect(run.syncedCount > 0)
            if run.fault != nil { break }
            collapseCount += run.collapseCount
        }
        #expect(collapseCount > 0, "none of the worlds made a backlog collapse")
    }

    @Test func `a stream without debts is in step at once, and says so once`() {
        var subscription = Subscription(.roots(RootFilter(), descendants: false), minimumInterval: 0)
        subscription.open(Opening(began: 9, after: 0, isFirst: true))
        #expect(subscription.nextSynced() == nil)
        subscription.endWalk(now: 0)

        let names = [subscription.nextSynced(), subscription.nextSynced()].map { $0.map { "\($0.kind)" } }

        let owesNothing = subscription.owesNothing

        #expect(names == ["synced", nil])
        #expect(owesNothing)
    }

    @Test func `a reader is in step after reset and what was there, before what came meanwhile`() {
        let (old, new) = (ProgressID(high: 0, low: 1), ProgressID(high: 0, low: 2))
        var subscription = Subscription(.roots(RootFilter(), descendants: false), minimumInterval: 0)
        subscription.open(Opening(began: 9, after: 0, isFirst: true, owesReset: true))
        subscription.introduce(old, at: .none)
        subscription.endWalk(now: 0)
        subscription.apply(Move(id: new, stamp: 10, before: nil, after: TreePosition()), keepsUp: true) { _ in false }

        let beforeReset = subscription.nextSynced()
        _ = subscription.nextStartEvent()
        let beforeSnapshot = subscription.nextSynced()
        let look = NodeView(snapshot: ProgressSnapshot(id: old, rootID: old), isSelected: true, isParentSelected: false)
        while subscription.next(of: old, look, untilGone: false, newsAsOf: nil, now: 0) != nil {}
        let afterSnapshot = subscription.nextSynced()
        let due = subscription.due(at: 0, limit: 8)

        #expect(beforeReset == nil && beforeSnapshot == nil)
        #expect(afterSnapshot?.kind == .synced)
        #expect(due == [new])
    }

    @Test func `news waits until the reader is in step`() {
        let id = ProgressID(high: 0, low: 1)
        var subscription = Subscription(.roots(RootFilter(), descendants: false), minimumInterval: 0)
        subscription.open(Opening(began: 9, after: 0, isFirst: true))
        subscription.endWalk(now: 0)
        var (early, late): (Contents, Contents) = (.progress, .progress)

        let before = subscription.hear(&early, of: id, at: .none, stamp: 10, newest: 10, now: 0, isBehind: false)
        _ = subscription.nextSynced()
        let look = NodeView(snapshot: ProgressSnapshot(id: id, rootID: id), isSelected: true, isParentSelected: false)
        while subscription.next(of: id, look, untilGone: false, newsAsOf: nil, now: 0) != nil {}
        let after = subscription.hear(&late, of: id, at: .none, stamp: 11, newest: 11, now: 0, isBehind: false)

        #expect(before == .owed(due: 0))
        #expect(after == .tellNow)
    }

    @Test(arguments: [true, false])
    func `what a reader missed comes before other news of the node, also once it reads again`(isHeard: Bool) {
        let id = ProgressID(high: 0, low: 1)
        var subscription = Subscription(.roots(RootFilter(), descendants: false), minimumInterval: 0)
        subscription.open(Opening(began: 9, after: 0, isFirst: true))
        subscription.endWalk(now: 0)
        _ = subscription.nextSynced()
        var (missed, news): (Contents, Contents) = (.progress, .progress)

        if isHeard {
            let hearing = subscription.hear(&missed, of: id, at: .none, stamp: 10, newest: 10, now: 0, isBehind: true)
            #expect(hearing == .owed(due: 0))
        } else {
            subscription.owe(missed, of: id, stamp: 10)
        }
        let later = subscription.hear(&news, of: id, at: .none, stamp: 11, newest: 11, now: 0, isBehind: false)
        let promise = subscription.promise(taken: 11, held: nil)

        #expect(later == .owed(due: 0))
        #expect(promise == 9)
    }

    @Test func `the last state of what vanishes is told, also after a look ahead of news that waits`() {
        let id = ProgressID(high: 0, low: 1)
        var subscription = Subscription(.roots(RootFilter(), descendants: false), minimumInterval: 0)
        subscription.open(Opening(began: 9, after: 0, isFirst: true))
        subscription.introduce(id, at: .none)
        subscription.endWalk(now: 0)
        let snapshot = ProgressSnapshot(id: id, rootID: id)
        let look = NodeView(snapshot: snapshot, isSelected: true, isParentSelected: false)
        while subscription.next(of: id, look, untilGone: false, newsAsOf: 9, now: 0) != nil {}
        _ = subscription.nextSynced()

        var vanishing = Move(id: id, stamp: 10, before: TreePosition(), after: nil)
        vanishing.earlier = Contents.state.events(showing: snapshot)
        vanishing.last = (Contents.progress.union(.state)).events(showing: snapshot)
        subscription.apply(vanishing, keepsUp: true) { _ in false }
        var told: [String] = []
        while let event = subscription.next(of: id, .gone, untilGone: true, newsAsOf: nil, now: 0) {
            told.append("\(event.kind)")
        }

        #expect(told == ["progress", "state", "removed"])
    }

    @Test func `what joined a tree that was deselected for a while is removed before it is shown there`() {
        let (root, moved) = (ProgressID(high: 0, low: 1), ProgressID(high: 0, low: 2))
        let (shown, hidden) = (
            TreePosition(rootDetails: Forest.details("a")), TreePosition(rootDetails: Forest.details("b"))
        )
        let filter = RootFilter(labels: ["k:a"].compactMap { LabelFilter($0) })
        var subscription = Subscription(.roots(filter, descendants: true), minimumInterval: 0)
        subscription.open(Opening(began: 9, after: 0, isFirst: true))
        subscription.endWalk(now: 0)
        _ = subscription.nextSynced()
        let below = TreePosition(parentID: root, depth: 1, rootDetails: shown.rootDetails)
        subscription.apply(Move(id: moved, stamp: 10, before: shown, after: below), keepsUp: false) { _ in false }
        subscription.collapse(taken: 10, held: nil, covered: 12, keeping: []) { _ in [] }

        for (stamp, before, after) in [(11, shown, hidden), (12, hidden, shown)]
            as [(UInt64, TreePosition, TreePosition)]
        {
            var relabeling = Move(id: root, stamp: stamp, before: before, after: after)
            relabeling.isRelabeling = true
            subscription.apply(relabeling, keepsUp: false) { $0 == moved }
        }
        let snapshot = ProgressSnapshot(id: moved, rootID: root)
        let look = NodeView(snapshot: snapshot, isSelected: true, isParentSelected: true)
        let told = [true, false].compactMap { untilGone in
            subscription.next(of: moved, look, untilGone: untilGone, newsAsOf: nil, now: 0).map { "\($0.kind)" }
        }

        #expect(told == ["removed", "snapshot"])
    }

    @Test func `no promise covers an unknown name before the last of them is told`() {
        let named = ["a", "b"].map { Selection.Named(id: nil, text: $0) }
        var subscription = Subscription(.nodes(named, descendants: false), minimumInterval: 0)
        var opening = Opening(began: 9, after: 4, isFirst: false)
        opening.unknownNames = ["a", "b"]
        subscription.open(opening)
        subscription.endWalk(now: 0)

        _ = subscription.nextStartEvent()
        let first = subscription.promise(taken: 9, held: nil)
        _ = subscription.nextStartEvent()
        let last = subscription.promise(taken: 9, held: nil)

        #expect(first == 4)
        #expect(last == 9)
    }

    @Test func `a reader that has everything learns of several unknown names again if it is cut between them`() {
        let named = ["a", "b"].map { Selection.Named(id: nil, text: $0) }
        var subscription = Subscription(.nodes(named, descendants: false), minimumInterval: 0)
        var opening = Opening(began: 9, after: 9, isFirst: false)
        opening.unknownNames = ["a", "b"]
        subscription.open(opening)
        subscription.endWalk(now: 0)

        _ = subscription.nextStartEvent()

        // That they were told is remembered as of 9.
        #expect(subscription.promise(taken: 9, held: nil) == 8)
    }
}
