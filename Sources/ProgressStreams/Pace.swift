package import ProgressCore

/// The changes of nodes that wait for their next send, shared by all streams of a reactor.
///
/// A node is sent at most once per interval, and at once after a quiet time. Changes in between are merged; changes of
/// state are never held back.
package struct Pace: ~Copyable, Sendable {
    package struct Item: Sendable {
        package var kinds: Changes.Kinds
        /// The stamps of its oldest change, of the node's newest one, and of the newest below it that a summary shows.
        package var stamp: UInt64
        package var newest: UInt64
        package var newestBelow: UInt64 = 0
        /// Only something below the node changed, which concerns streams that carry a summary.
        package var isSummaryOnly: Bool
        /// The node at each change of its state.
        package var moments: [ProgressSnapshot]
        fileprivate var due: UInt64
        fileprivate let number: UInt64
    }

    /// Nanoseconds between two sends of one node, and of a summary alone.
    private let interval: UInt64
    private let summaryInterval: UInt64
    private var items: [ProgressID: Item] = [:]
    private var queue = EntryQueue()
    /// Nodes that are due and not taken yet, in the order in which they fell due.
    private var ready: ArraySlice<ProgressID> = []
    /// All items by their oldest changes; entries of taken items are skipped.
    private var ages = EntryQueue()
    private var lastNumber: UInt64 = 0
    private var sentAt: [ProgressID: UInt64] = [:]
    private var nextForgetting: UInt64 = 0

    package init(interval: UInt64) {
        self.interval = interval
        summaryInterval = max(interval, 100_000_000)
    }

    package var isEmpty: Bool { items.isEmpty }
    package var count: Int { items.count }

    package mutating func removeAll() { self = Pace(interval: interval) }

    // MARK: Holding

    /// Adds a change of a node.
    /// - Parameter stamps: its oldest and newest change. They may be older than those of other nodes that were held before:
    ///   of a large change the nodes are heard little by little.
    /// - Returns: whether it was merged into a waiting change.
    @discardableResult
    package mutating func hold(
        _ id: ProgressID,
        _ kinds: Changes.Kinds,
        stamps: ClosedRange<UInt64>,
        moments: [ProgressSnapshot] = [],
        now: UInt64
    ) -> Bool {
        let due = kinds.contains(.state) ? now : max(now, (sentAt[id] ?? 0) + interval)
        guard var item = items[id] else {
            insert(id, Item(kinds, stamps, isSummaryOnly: false, moments, due: due, number: lastNumber + 1))
            return false
        }
        let isMerged = !item.isSummaryOnly
        item.kinds.formUnion(kinds)
        item.newest = max(item.newest, stamps.upperBound)
        noteAge(stamps.lowerBound, of: &item, id)
        item.moments += moments
        item.isSummaryOnly = false
        setDue(min(item.due, due), of: &item, id)
        items[id] = item
        return isMerged
    }

    /// Adds a change below a node, which shows in its summary.
    package mutating func holdSummary(of id: ProgressID, stamps: ClosedRange<UInt64>, now: UInt64) {
        if var item = items[id] {
            item.newestBelow = max(item.newestBelow, stamps.upperBound)
            noteAge(stamps.lowerBound, of: &item, id)
            items[id] = item
            return
        }
        let due = max(now, (sentAt[id] ?? 0) + summaryInterval)
        var item = Item(.progress, stamps, isSummaryOnly: true, [], due: due, number: lastNumber + 1)
        (item.newest, item.newestBelow) = (0, stamps.upperBound)
        insert(id, item)
    }

    private mutating func insert(_ id: ProgressID, _ item: Item) {
        lastNumber = item.number
        items[id] = item
        queue.insert(EntryQueue.Entry(key: item.due, number: item.number, id: id))
        ages.insert(EntryQueue.Entry(key: item.stamp, number: item.number, id: id))
        if ages.isUntidy(items.count) {
            ages.tidy { [items] in items[$0.id]?.number == $0.number && items[$0.id]?.stamp == $0.key }
        }
    }

    private mutating func noteAge(_ stamp: UInt64, of item: inout Item, _ id: ProgressID) {
        guard stamp < item.stamp else { return }
        item.stamp = stamp
        ages.insert(EntryQueue.Entry(key: stamp, number: item.number, id: id))
    }

    private mutating func setDue(_ due: UInt64, of item: inout Item, _ id: ProgressID) {
        guard due < item.due else { return }
        item.due = due
        queue.insert(EntryQueue.Entry(key: due, number: item.number, id: id))
    }

    /// The node at each change of its state that waits.
    package func moments(of id: ProgressID) -> [ProgressSnapshot] { items[id]?.moments ?? [] }

    package var ids: some Collection<ProgressID> { items.keys }

    package mutating func makeDue(_ id: ProgressID, now: UInt64) {
        guard var item = items[id] else { return }
        setDue(now, of: &item, id)
        items[id] = item
    }

    /// Makes a due node wait until `due`.
    package mutating func postpone(_ id: ProgressID, until due: UInt64) {
        guard var item = items[id] else { return }
        withdraw(id)
        item.due = due
        items[id] = item
        queue.insert(EntryQueue.Entry(key: due, number: item.number, id: id))
    }

    // MARK: Taking

    /// Due nodes in the order in which they fell due, at most `limit`; they stay until `take`.
    package mutating func due(at now: UInt64, limit: Int) -> ArraySlice<ProgressID> {
        while ready.count < limit, let next = nextQueued(), next <= now, let entry = queue.first {
            queue.removeFirst()
            // It is already there if a more urgent change arrived after it fell due.
            if !ready.contains(entry.id) { ready.append(entry.id) }
        }
        return ready.prefix(limit)
    }

    package mutating func take(_ id: ProgressID) -> Item? {
        withdraw(id)
        return items.removeValue(forKey: id)
    }

    /// Takes a node out of those that are due.
    private mutating func withdraw(_ id: ProgressID) {
        if ready.first == id {
            ready.removeFirst()
        } else if let position = ready.firstIndex(of: id) {
            ready.remove(at: position)
        }
    }

    /// Notes that a node's counts were sent, which starts its interval.
    package mutating func noteSent(_ id: ProgressID, now: UInt64) { sentAt[id] = now }

    /// When the next item is due; nil if there is none.
    package mutating func nextDue() -> UInt64? {
        ready.isEmpty ? nextQueued() : 0
    }

    private mutating func nextQueued() -> UInt64? {
        while let first = queue.first {
            if let item = items[first.id], item.number == first.number, item.due == first.key { return first.key }
            queue.removeFirst()
        }
        return nil
    }

    /// Drops send times that no longer hold anything back. Scans all of them at most once per summary interval.
    package mutating func forget(now: UInt64) {
        guard now >= nextForgetting else { return }
        sentAt = sentAt.filter { $0.value + summaryInterval > now }
        nextForgetting = now + summaryInterval
    }

    // MARK: Promising

    /// The oldest waiting change; nil if none waits. O(log n), amortized.
    package mutating func oldestStamp() -> UInt64? {
        while let first = ages.first {
            if let item = items[first.id], item.number == first.number, item.stamp == first.key { return first.key }
            ages.removeFirst()
        }
        return nil
    }

    /// The oldest waiting change of a node.
    package func oldestStamp(of id: ProgressID) -> UInt64? { items[id]?.stamp }
}

extension Pace.Item {
    fileprivate init(
        _ kinds: Changes.Kinds,
        _ stamps: ClosedRange<UInt64>,
        isSummaryOnly: Bool,
        _ moments: [ProgressSnapshot],
        due: UInt64,
        number: UInt64
    ) {
        self.init(
            kinds: kinds,
            stamp: stamps.lowerBound,
            newest: stamps.upperBound,
            isSummaryOnly: isSummaryOnly,
            moments: moments,
            due: due,
            number: number
        )
    }
}
