import ProgressLog
import Testing

@testable import ProgressStore

/// The entries that a writer keeps for an engine that loses its end.
@Suite struct RecentEntriesTests {
    private static func entry(_ number: UInt64, byteCount: Int) -> LogEntry {
        LogEntry(number: number, term: 1, bytes: [UInt8](repeating: 0, count: byteCount))
    }

    private static func byteCount(of recent: RecentEntries) -> Int {
        recent.entries.reduce(0) { $0 + $1.bytes.count }
    }

    @Test func `entries that are let go leave no bytes, however few come after them`() {
        var entries = RecentEntries(capacity: 1_000)
        for number in 1...20 as ClosedRange<UInt64> {
            entries.append(Self.entry(number, byteCount: number % 5 == 0 ? 900 : 10))
            #expect(Self.byteCount(of: entries) <= 1_000)
        }
        #expect(entries.takeEntries(after: 14, through: 20) == nil)
        #expect(entries.takeEntries(after: 15, through: 20)?.map(\.number) == [16, 17, 18, 19, 20])
    }

    @Test func `an entry above the capacity is not kept, and those before it neither`() {
        var entries = RecentEntries(capacity: 1_000)
        for number in 1...3 as ClosedRange<UInt64> { entries.append(Self.entry(number, byteCount: 10)) }
        entries.append(Self.entry(4, byteCount: 5_000))
        entries.append(Self.entry(5, byteCount: 10))

        #expect(Self.byteCount(of: entries) == 10)
        #expect(entries.takeEntries(after: 3, through: 5) == nil)
        #expect(entries.takeEntries(after: 4, through: 5)?.map(\.number) == [5])
    }
}
