import Platform
import Testing

@testable import MicroHTTPD

/// The parts of a reactor that decide: numbers in, actions out.
struct PartTests {
    private static let second: UInt64 = 1_000_000_000

    // MARK: Accepting

    @Test func `above the limit a connection is refused, far above it it waits`() {
        let quota = ConnectionQuota(limit: 10)

        #expect(quota.verdict(held: 9) == .serve)
        #expect(quota.verdict(held: 10) == .refuse)
        #expect(quota.verdict(held: quota.capacity - 1) == .refuse)
        #expect(quota.verdict(held: quota.capacity) == .wait)
    }

    // MARK: Running libmicrohttpd

    @Test func `a demand to run is met once`() {
        var demand = RunRequests()

        demand.request()

        let taken = (0..<2).map { _ in demand.take() }
        #expect(taken == [true, false])
        #expect(!demand.needsRun)
    }

    @Test func `only a library that is busy without a break has somebody searched for, once a second`() {
        var demand = RunRequests()
        let patience = RunRequests.patience

        #expect(demand.wasAsked(isBusy: true, now: 0) == false)
        #expect(demand.wasAsked(isBusy: false, now: patience / 2) == false)
        #expect(demand.wasAsked(isBusy: true, now: patience) == false)
        #expect(demand.wasAsked(isBusy: true, now: 2 * patience - 1) == false)
        #expect(demand.wasAsked(isBusy: true, now: 2 * patience) == true)
        #expect(demand.wasAsked(isBusy: true, now: 2 * patience + 1) == false)
        #expect(demand.wasAsked(isBusy: true, now: 3 * patience) == true)
    }

    // MARK: Stopping

    @Test func `orders are followed once, and a stop may come sooner but begins once`() {
        var stop = StopSequence()

        #expect(stop.follow(.init()) == [])
        #expect(stop.follow(.init(quiesces: true)) == [.closeListener])
        #expect(stop.isQuiescing && !stop.isStopping)
        #expect(stop.follow(.init(quiesces: true, deadline: 9)) == [.endConnections])
        #expect(stop.follow(.init(quiesces: true, deadline: 5)) == [])
        #expect(stop.deadline == 5)
    }

    @Test func `stopping at once closes the listener before it ends connections`() {
        var stop = StopSequence()

        #expect(stop.follow(.init(quiesces: true, deadline: 9)) == [.closeListener, .endConnections])
    }

    @Test func `a reactor is over when nothing is open, or at its deadline, never without an order`() {
        var stop = StopSequence()

        #expect(!stop.isOver(now: 100, openCount: 0))
        _ = stop.follow(.init(quiesces: true, deadline: 50))

        #expect(stop.isOver(now: 10, openCount: 0))
        #expect(!stop.isOver(now: 49, openCount: 1))
        #expect(stop.isOver(now: 50, openCount: 1))
    }

    // MARK: Bodies

    @Test func `bodies share a budget, and small ones pass when it is used up`() {
        var budget = BodyBudget(limit: 100, largest: 10)
        budget.take(80, hasRight: true)

        #expect(budget.hasRoom(for: 20, hasRight: true) && !budget.hasRoom(for: 21, hasRight: true))
        budget.take(20, hasRight: true)

        #expect(budget.hasRoom(for: 0, hasRight: true) && !budget.hasRoom(for: 1, hasRight: true))
        budget.giveBack(60, hasRight: true)
        #expect(budget.held == 40 && budget.hasRoom(for: 60, hasRight: true))
    }

    @Test func `the largest body fits without a known right, however small the budget`() {
        let budget = BodyBudget(limit: 100, largest: 50)

        #expect(budget.hasRoom(for: 50, hasRight: false) && !budget.hasRoom(for: 51, hasRight: false))
    }

    @Test func `a buffer doubles while it grows, up to what it will hold at most`() {
        var buffer = ByteBuffer()
        buffer.mostCount = 100_000

        #expect(buffer.largeCapacity(appending: 60_000) == 60_000)
        _ = [UInt8](repeating: 1, count: 60_000).withUnsafeBytes { buffer.append($0) }
        #expect(buffer.largeCapacity(appending: 1) == 100_000)
        #expect(buffer.largeCapacity(appending: 40_000) == 100_000)
        buffer.removeAll()
        #expect(buffer.largeCapacity == 0)
    }

    @Test func `bodies without a known right hold an eighth of the budget, and keep no other out`() {
        var budget = BodyBudget(limit: 800, largest: 100)

        #expect(budget.hasRoom(for: 100, hasRight: false) && !budget.hasRoom(for: 101, hasRight: false))
        budget.take(100, hasRight: false)

        #expect(!budget.hasRoom(for: 1, hasRight: false) && budget.hasRoom(for: 0, hasRight: false))
        #expect(budget.hasRoom(for: 700, hasRight: true) && !budget.hasRoom(for: 701, hasRight: true))
        budget.giveBack(40, hasRight: false)
        #expect(budget.held == 60 && budget.hasRoom(for: 40, hasRight: false))
    }

    @Test func `a slice begins with the first question of a turn, and the longest waiting comes first`() {
        var turns = ContentTurns<String>()
        let slice = ContentTurns<String>.slice

        #expect(turns.isSliceOver(now: 7) == false)
        #expect(turns.isSliceOver(now: 7 + slice - 1) == false)
        #expect(turns.isSliceOver(now: 7 + slice) == true)
        turns.wait("first")
        turns.wait("second")
        turns.beginTurn()

        #expect(turns.isSliceOver(now: 7 + slice) == false)
        let next = (0..<3).map { _ in turns.next() }
        #expect(next == ["first", "second", nil])
        #expect(turns.isEmpty)
    }

    // MARK: Streams

    @Test(arguments: [1, 7, 8, 9, 100]) func `each stream is looked at twice in the time its peer is given`(
        _ count: Int
    ) {
        var search = VanishedSearch(patience: 16 * Self.second)
        search.begin(now: 0)
        var looks = Array(repeating: 0, count: count)

        while search.due <= 16 * Self.second {
            let now = search.due
            for _ in 0..<search.share(of: count, now: now) {
                looks[search.next(of: count)] += 1
                search.advance()
            }
        }

        #expect(looks.allSatisfy { $0 >= 2 })
    }

    @Test func `no stream is skipped when those before it end`() {
        var search = VanishedSearch(patience: 16)
        var streams = Array(0..<64)
        search.begin(now: 0)
        var seen: Set<Int> = []

        for now in 1...16 as ClosedRange<UInt64> {
            for _ in 0..<search.share(of: streams.count, now: now) where !streams.isEmpty {
                let index = search.next(of: streams.count)
                seen.insert(streams[index])
                guard streams[index].isMultiple(of: 2) else {
                    search.advance()
                    continue
                }
                streams.swapAt(index, streams.count - 1)
                streams.removeLast()
            }
        }

        #expect(seen.count == 64)
    }

    @Test func `without streams nothing is searched until one begins`() {
        var search = VanishedSearch(patience: 16)
        search.begin(now: 0)

        #expect(search.share(of: 0, now: 1) == 0)
        #expect(search.due == .max)
        search.begin(now: 5)
        #expect(search.due == 6)
    }

    @Test func `an item that leaves a list gives its place to the last`() {
        var list = EventSourceList<EventSource>()
        let items = (0..<4).map { _ in EventSource() }
        for item in items { list.append(item) }

        list.remove(items[1])
        list.remove(items[2])

        #expect(list.items.map(ObjectIdentifier.init) == [items[0], items[3]].map(ObjectIdentifier.init))
        list.remove(items[3])
        list.remove(items[0])
        #expect(list.isEmpty)
    }

    // MARK: Threads

    @Test func `a second thread traps in a debug build`() async {
        await #expect(processExitsWith: .failure) {
            let check = Lock(ThreadCheck())
            check.withLock { $0.assertOnThread() }
            Thread { check.withLock { $0.assertOnThread() } }.join()
        }
    }
}
