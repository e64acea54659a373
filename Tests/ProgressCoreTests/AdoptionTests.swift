import ProgressCore
import TestSupport
import Testing

/// Trees that follow a writer by its groups.
struct AdoptionTests {
    @Test(arguments: RandomOperationTests.seeds)
    func `followers show what the writer shows after each of its groups`(seed: UInt64) throws {
        let run = RandomRun(seed: seed &+ 0xF0110)
        try run.follow(2)

        try run.run(300)
    }

    @Test(arguments: RandomOperationTests.seeds)
    func `a group that is not what the writer cut is refused or adopted, and never ends the process`(seed: UInt64)
        throws
    {
        let run = RandomRun(seed: seed &+ 0xBAD)
        try run.follow(1)
        run.keepsGroups = true
        try run.run(150)
        var (generator, refusalCount) = (SeededGenerator(seed: seed), 0)

        for _ in 0..<20 {
            var tree = try Restoration(limits: run.tree.forest.limits, nodeCount: 0)
                .finish([], sequence: 0, ordinal: 0, at: nil)
            tree.forest.recordsTouches = true
            for group in run.keptGroups {
                let things = Self.damaged(group.things.map { Adopted($0) }, &generator)
                do {
                    try tree.adopt(things, sequence: group.sequence, ordinal: group.ordinal, at: 0)
                } catch {
                    refusalCount += 1
                    break
                }
                tree.changes.removeAll()
            }
        }

        #expect(refusalCount > 0)
    }

    /// Leaves something out, doubles something, or hangs a node elsewhere.
    private static func damaged(_ things: [Adopted], _ generator: inout SeededGenerator) -> [Adopted] {
        var things = things
        guard !things.isEmpty, generator.chance(3) else { return things }
        let place = generator.number(below: things.count)
        switch generator.number(below: 4) {
        case 0: things.remove(at: place)
        case 1: things.insert(things[place], at: generator.number(below: things.count))
        case 2: things.shuffle(using: &generator)
        default:
            guard case .node(var stored) = things[place] else { break }
            stored.parentID = ProgressID(high: stored.id.high, low: UInt64(generator.number(below: 60)))
            if generator.chance(4) { stored.parentID = stored.id }
            things[place] = .node(stored)
        }
        return things
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
