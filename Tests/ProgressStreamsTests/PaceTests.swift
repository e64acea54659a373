import ProgressCore
import ProgressStreams
import Testing

struct PaceTests {
    @Test func `a node that is postponed waits, and still holds the promise`() {
        var pace = Pace(interval: 0)
        pace.hold(Self.id(1), .state, stamps: 5...6, now: 10)
        pace.hold(Self.id(2), .state, stamps: 7...7, now: 10)
        #expect(pace.due(at: 10, limit: 8) == [Self.id(1), Self.id(2)])

        pace.postpone(Self.id(1), until: 50)

        #expect(pace.due(at: 49, limit: 8) == [Self.id(2)])
        _ = pace.take(Self.id(2))
        #expect(pace.nextDue() == 50)
        #expect(pace.oldestStamp() == 5)
        #expect(pace.due(at: 50, limit: 8) == [Self.id(1)])
    }

    private static func id(_ number: UInt64) -> ProgressID { ProgressID(high: 0, low: number) }

    @Test func `the first change after quiet is due at once, the next an interval after it was sent`() {
        var pace = Pace(interval: 100)
        pace.hold(Self.id(1), .progress, stamps: 1...1, now: 1_000)

        let first = Array(pace.due(at: 1_000, limit: 8))
        _ = pace.take(Self.id(1))
        pace.noteSent(Self.id(1), now: 1_000)
        pace.hold(Self.id(1), .progress, stamps: 2...2, now: 1_010)

        #expect(first == [Self.id(1)])
        #expect(pace.due(at: 1_099, limit: 8).isEmpty)
        #expect(pace.nextDue() == 1_100)
        #expect(Array(pace.due(at: 1_100, limit: 8)) == [Self.id(1)])
    }

    @Test func `a change of state waits for nobody, and takes along what waited`() {
        var pace = Pace(interval: 100)
        pace.noteSent(Self.id(1), now: 1_000)
        pace.hold(Self.id(1), .progress, stamps: 4...4, now: 1_010)

        let isMerged = pace.hold(Self.id(1), .state, stamps: 7...7, now: 1_020)

        #expect(isMerged)
        #expect(Array(pace.due(at: 1_020, limit: 8)) == [Self.id(1)])
        let item = pace.take(Self.id(1))
        #expect(item?.kinds == [.progress, .state])
        #expect(item?.stamp == 4)
        #expect(item?.newest == 7)
    }

    @Test func `the oldest change is that of what waits longest, whoever is due first`() {
        var pace = Pace(interval: 100)
        pace.noteSent(Self.id(1), now: 1_000)
        pace.hold(Self.id(1), .progress, stamps: 3...3, now: 1_001)
        pace.hold(Self.id(2), .progress, stamps: 5...6, now: 1_002)

        let due = Array(pace.due(at: 1_002, limit: 8))
        let before = pace.oldestStamp()
        _ = pace.take(Self.id(1))

        #expect(due == [Self.id(2)])
        #expect(before == 3)
        #expect(pace.oldestStamp() == 5)
        #expect(pace.oldestStamp(of: Self.id(2)) == 5)
        #expect(pace.oldestStamp(of: Self.id(1)) == nil)
    }

    @Test func `the oldest change is found where nodes come with older ones than those before`() {
        var pace = Pace(interval: 0)
        for number in UInt64(1)...3 { pace.hold(Self.id(number), .state, stamps: 100...100, now: 0) }
        pace.hold(Self.id(4), .progress, stamps: 101...101, now: 0)
        for number in UInt64(5)...7 { pace.hold(Self.id(number), .state, stamps: 100...100, now: 0) }
        // The node's own change was heard first, and the one that it shares with others later.
        pace.hold(Self.id(8), .progress, stamps: 102...102, now: 0)
        for number in [1, 2, 3, 5, 6, 7] as [UInt64] { _ = pace.take(Self.id(number)) }
        let before = pace.oldestStamp()
        pace.hold(Self.id(8), .state, stamps: 99...99, now: 0)
        let after = pace.oldestStamp()
        let newest = pace.take(Self.id(8))?.newest

        #expect(before == 101 && after == 99 && newest == 102)
        #expect(pace.oldestStamp() == 101)
    }

    @Test func `a node that was taken and changes again waits for its own time`() {
        var pace = Pace(interval: 100)
        for number in UInt64(1)...3 { pace.hold(Self.id(number), .progress, stamps: number...number, now: 1_000) }

        _ = pace.due(at: 1_000, limit: 8)
        _ = pace.take(Self.id(2))
        pace.noteSent(Self.id(2), now: 1_000)
        pace.hold(Self.id(2), .progress, stamps: 9...9, now: 1_000)

        #expect(Array(pace.due(at: 1_000, limit: 8)) == [Self.id(1), Self.id(3)])
    }

    @Test func `a summary alone waits a tenth of a second, and a change of its node takes it along`() {
        var pace = Pace(interval: 0)
        pace.noteSent(Self.id(1), now: 1_000)
        pace.holdSummary(of: Self.id(1), stamps: 5...5, now: 1_000)

        let early = Array(pace.due(at: 50_000_000, limit: 8))
        pace.hold(Self.id(1), .progress, stamps: 6...6, now: 60_000_000)

        #expect(early.isEmpty)
        #expect(Array(pace.due(at: 60_000_000, limit: 8)) == [Self.id(1)])
        let item = pace.take(Self.id(1))
        #expect(item?.isSummaryOnly == false)
        #expect(item?.stamp == 5)
        #expect(item?.newest == 6)
        #expect(item?.newestBelow == 5)
    }
}
