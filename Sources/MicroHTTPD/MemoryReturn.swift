internal import CMicroHTTPD

/// Gives the memory of many streams that ended back to the system. The C library would keep it: what lies between
/// blocks that are in use it never returns by itself.
struct MemoryReturn {
    /// Fewer are not worth the look through all free blocks.
    private static let threshold = 1_024
    /// Streams that end together are waited for.
    private static let delay: UInt64 = 1_000_000_000

    private var endedCount = 0
    private(set) var due = UInt64.max

    mutating func streamEnded(now: UInt64) {
        endedCount += 1
        if endedCount >= Self.threshold && due == .max { due = now + Self.delay }
    }

    mutating func perform(now: UInt64) {
        guard now >= due else { return }
        endedCount = 0
        due = .max
        cmicrohttpd_trim()
    }
}
