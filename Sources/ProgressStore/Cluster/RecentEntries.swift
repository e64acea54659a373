import ProgressLog

/// The newest entries that a writer appended, for an engine that loses its end.
struct RecentEntries: Sendable {
    private(set) var entries: [LogEntry] = []
    /// Entries before this place are let go: they have no bytes.
    private var start = 0
    private var byteCount = 0

    private let capacity: Int

    /// - Parameter capacity: bytes.
    init(capacity: Int) { self.capacity = capacity }

    mutating func append(_ entry: LogEntry) {
        entries.append(entry)
        byteCount += entry.bytes.count
        while byteCount > capacity {
            let gone = entries[start]
            byteCount -= gone.bytes.count
            entries[start] = LogEntry(number: gone.number, term: gone.term, bytes: [])
            start += 1
        }
        if start > 1_000, start * 2 > entries.count {
            entries.removeFirst(start)
            start = 0
        }
    }

    /// All entries after `number`, which are taken out.
    /// - Parameter end: the number of the newest entry that was appended.
    /// - Returns: nil if they are not all here.
    mutating func takeEntries(after number: UInt64, through end: UInt64) -> [LogEntry]? {
        let first = entries[start...].firstIndex { $0.number > number } ?? entries.endIndex
        let taken = Array(entries[first...])
        guard UInt64(taken.count) == end - number else { return nil }
        entries.removeSubrange(first...)
        byteCount -= taken.reduce(0) { $0 + $1.bytes.count }
        return taken
    }

    mutating func removeAll() { self = RecentEntries(capacity: capacity) }
}
