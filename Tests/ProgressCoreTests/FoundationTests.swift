import Foundation
import ProgressCore
import TestSupport
import Testing

/// Behavior in which Foundation's `Progress` on Linux is right, and so must the tree be: small counts, no steps back.
struct FoundationTests {
    @Test(arguments: 1...24 as ClosedRange<Int64>)
    func `a leaf reads what Foundation reads`(total: Int64) throws {
        let fixture = TreeFixture()
        try fixture.root("p", 0, of: total)
        let theirs = Progress(totalUnitCount: total)

        for completed in 1...(total + 3) {
            theirs.completedUnitCount = completed
            try fixture.setCounts("p", completed, of: total)

            let ours = fixture.snapshot("p")
            #expect(ours.fractionCompleted == theirs.fractionCompleted)
            #expect(ours.isFinished == theirs.isFinished)
            #expect(ours.isIndeterminate == theirs.isIndeterminate)
        }
    }

    @Test(arguments: 0..<60 as Range<UInt64>)
    func `a small tree of two levels reads what Foundation reads`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let fixture = TreeFixture()
        let totals = (0..<4).map { _ in Int64(1 + generator.number(below: 8)) }
        let pending = (0..<4).map { _ in Int64(1 + generator.number(below: 5)) }
        let theirs = Progress(totalUnitCount: pending.reduce(0, +))
        let theirChildren = totals.map { Progress(totalUnitCount: $0) }
        try fixture.root("p", 0, of: pending.reduce(0, +))
        for child in 0..<4 {
            theirs.addChild(theirChildren[child], withPendingUnitCount: pending[child])
            try fixture.child("\(child)", of: "p", worth: pending[child], 0, of: totals[child])
        }

        for child in (0..<4).flatMap({ Array(repeating: $0, count: Int(totals[$0])) }).shuffled(using: &generator) {
            theirChildren[child].completedUnitCount += 1
            try fixture.complete("\(child)", by: 1)

            let ours = fixture.snapshot("p")
            #expect(abs(ours.fractionCompleted - theirs.fractionCompleted) < 1e-12, "seed \(seed)")
            #expect(ours.completedUnitCount == theirs.completedUnitCount, "seed \(seed)")
            #expect(ours.isFinished == theirs.isFinished, "seed \(seed)")
        }

        #expect(fixture.state("p") == .finished)
    }

    @Test func `cancel and pause flow down as in Foundation`() throws {
        let fixture = TreeFixture()
        let theirs = Progress(totalUnitCount: 2)
        let theirChild = Progress(totalUnitCount: 2)
        theirs.addChild(theirChild, withPendingUnitCount: 2)
        try fixture.root("p", 0, of: 2)
        try fixture.child("c", of: "p", worth: 2, 0, of: 2)

        theirs.pause()
        try fixture.control("p", .pause)
        let paused = (theirChild.isPaused, fixture.snapshot("c").isPaused)
        theirs.cancel()
        try fixture.control("p", .cancel)

        #expect(paused == (true, true))
        #expect(theirChild.isCancelled == fixture.snapshot("c").isCancelled)
    }
}
