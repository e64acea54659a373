internal import CMicroHTTPD

/// Gives memory that is free back to the system, where much was freed. The C library would keep it: what lies between
/// blocks that are in use it never returns by itself.
struct MemoryReturn {
    /// Fewer streams, or requests, are not worth the look through all free blocks.
    private static let streamThreshold = 1_024
    private static let requestThreshold = 1_024
    private static let delay: UInt64 = 1_000_000_000

    private var streamCount = 0
    private var requestCount = 0
    private var dueAfterStreams = UInt64.max
    private var dueWhenQuiet = UInt64.max

    var due: UInt64 { min(dueAfterStreams, dueWhenQuiet) }

    /// Streams that end together are waited for; what else goes on does not matter.
    mutating func streamEnded(now: UInt64) {
        streamCount += 1
        if streamCount >= Self.streamThreshold && dueAfterStreams == .max { dueAfterStreams = now + Self.delay }
    }

    /// After many requests it waits for a second without one.
    mutating func requestsCame(_ count: UInt64, now: UInt64) {
        guard count > 0 else { return }
        requestCount += Int(count)
        if requestCount >= Self.requestThreshold { dueWhenQuiet = now + Self.delay }
    }

    mutating func perform(now: UInt64) {
        guard now >= due else { return }
        self = MemoryReturn()
        cmicrohttpd_trim()
    }
}
