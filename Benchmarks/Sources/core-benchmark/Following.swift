import ProgressCore

/// Measures a replica's work with trees that follow a writer: load, adopt groups, copy everything, take over.
enum Following {
    private static let groupSize = 2_000

    /// Prints a line `follow NODES WHAT MILLISECONDS` for each.
    /// - Parameter hasLeases: whether every node has a lease, the worst case of a takeover.
    static func run(roots: Int, children: Int, hasLeases: Bool) {
        let writer = plant(roots: roots, children: children, hasLeases: hasLeases)
        let count = roots * (children + 1)
        func report(_ what: String, _ nanoseconds: UInt64) {
            print("follow \(count) \(what) \(Double(nanoseconds) / 1e6)")
        }

        var stored: [StoredProgress] = []
        report("take", measured { take(from: writer) { stored.append($0) } })
        let begin = Stopwatch.nanoseconds()
        var follower = restored(stored, writer)
        report("load", Stopwatch.nanoseconds() - begin)

        var slowest: UInt64 = 0
        for round in 0..<20 {
            change(writer, stored, round: round)
            var group: [Adopted] = []
            take(from: writer) { group.append(.node($0)) }
            let begin = Stopwatch.nanoseconds()
            adopt(group, writer, into: &follower)
            slowest = max(slowest, Stopwatch.nanoseconds() - begin)
        }
        report("adopt-\(groupSize)", slowest)

        (slowest, stored) = (0, [])
        var place: StoredPlace? = .first
        while let next = place {
            var sizes = 0
            let begin = Stopwatch.nanoseconds()
            place = follower.copyStored(from: next, most: groupSize, while: { true }, { _ in sizes += 1 })
            slowest = max(slowest, Stopwatch.nanoseconds() - begin)
        }
        report("copy-\(groupSize)", slowest)

        let start = Stopwatch.nanoseconds()
        follower.beginRule(
            versionGap: 10_000_000,
            sequence: writer.tree.sequence + 1 << 32,
            ordinal: writer.tree.newestOrdinal,
            at: writer.now
        )
        report("rule", Stopwatch.nanoseconds() - start)
        precondition(follower.nodeCount == count, "all nodes arrived")
    }

    private static func plant(roots: Int, children: Int, hasLeases: Bool) -> TreeGarden {
        let garden = TreeGarden()
        garden.tree.beginRecording()
        for _ in 0..<roots {
            let root = garden.insert(total: Int64(children))
            for _ in 0..<children {
                let child = garden.insert(total: 1_000, under: root, pending: 1)
                if !hasLeases { continue }
                _ = try? garden.tree.edit(garden.tree.find(child), [.leaseSeconds(30)], at: garden.now)
            }
        }
        return garden
    }

    private static func take(from garden: TreeGarden, _ body: (StoredProgress) -> Void) {
        while garden.tree.takeUnsaved(
            most: groupSize,
            { if case .node(let stored) = $0 { body(stored) } }
        ) {}
    }

    private static func restored(_ stored: [StoredProgress], _ garden: TreeGarden) -> ProgressTree {
        do {
            var restoration = Restoration(limits: ProgressLimits(), nodeCount: stored.count)
            for one in stored { try restoration.add(one) }
            let (sequence, ordinal) = (garden.tree.sequence, garden.tree.newestOrdinal)
            return try restoration.finish([], sequence: sequence, ordinal: ordinal, at: nil)
        } catch {
            fatalError("the trees were not restored: \(error)")
        }
    }

    /// Updates leaves all over the trees, which changes their roots, too.
    private static func change(_ garden: TreeGarden, _ stored: [StoredProgress], round: Int) {
        let step = max(stored.count / groupSize, 1)
        for place in stride(from: round % step, to: stored.count, by: step) where stored[place].parentID != nil {
            guard let index = try? garden.tree.find(stored[place].id) else { continue }
            _ = try? garden.tree.complete(index, by: 1, at: garden.now)
        }
    }

    private static func adopt(_ group: [Adopted], _ garden: TreeGarden, into follower: inout ProgressTree) {
        let (sequence, ordinal) = (garden.tree.sequence, garden.tree.newestOrdinal)
        do {
            try follower.adopt(group, sequence: sequence, ordinal: ordinal, at: garden.now)
        } catch {
            fatalError("a group was not adopted: \(error)")
        }
        follower.changes.removeAll()
    }

    private static func measured(_ body: () -> Void) -> UInt64 {
        let begin = Stopwatch.nanoseconds()
        body()
        return Stopwatch.nanoseconds() - begin
    }
}
